import { type PurchaseId, readId } from '../ids.ts';

/** The name by which a gateway knows a purchase: its id, at most 40 characters, as every known gateway allows. */
export function toGatewayReference(purchaseId: PurchaseId): string {
  return purchaseId;
}

/** The purchase that a gateway knows by this name; null when we did not create the name. */
export function readGatewayReference(gatewayReference: string): PurchaseId | null {
  return readId('pur', gatewayReference);
}

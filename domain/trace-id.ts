import { type PurchaseId, uuidOf } from './ids.ts';

/** The id of a purchase's trace: 32 hexadecimal digits, which are its UUID (W3C Trace Context, section 3.2.2.3). */
export function toTraceId(purchaseId: PurchaseId): string {
  return uuidOf('pur', purchaseId).replaceAll('-', '');
}

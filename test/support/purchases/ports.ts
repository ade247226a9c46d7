import {
  createPurchaseServices,
  type PurchaseServices,
  type PurchaseServicesPorts,
} from '../../../services/purchases/services.ts';

/** The ports to send, inquire about and settle purchases, over one pool. */
export type PurchasePorts = PurchaseServicesPorts & PurchaseServices;

export function createPurchasePorts({
  pool,
  ledger,
  adapterFor,
  alerts,
}: PurchaseServicesPorts): PurchasePorts {
  const ports = { pool, ledger, adapterFor, alerts };
  return { ...ports, ...createPurchaseServices(ports) };
}

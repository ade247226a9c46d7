import {
  createPurchaseServices,
  type PurchaseServices,
  type PurchaseServicesPorts,
} from '../../../services/purchases/services.ts';

/** All that purchases are sent, inquired of and settled with, over one pool. */
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

import { ONE_ROUTE_EACH } from '../../../services/purchases/ports.ts';
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
  routes = ONE_ROUTE_EACH,
}: PurchaseServicesPorts): PurchasePorts {
  const ports = { pool, ledger, adapterFor, alerts, routes };
  return { ...ports, ...createPurchaseServices(ports) };
}

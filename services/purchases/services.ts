import type { Pool } from 'pg';
import { createExpirer, type Expirer } from './expire.ts';
import { type CallbackHandler, createCallbackHandler } from './handle-callback.ts';
import { createInquirer, type Inquirer } from './inquire.ts';
import { type AdapterFor, type AlertSink, type Ledger, type NetworkRoutes, ONE_ROUTE_EACH } from './ports.ts';
import { createOutcomeRecorder, type OutcomeRecorder } from './record-outcome.ts';
import { createRouter, type Router } from './routes/router.ts';

/** The services that find out outcomes of purchases and book them. */
export interface PurchaseServices {
  readonly outcomes: OutcomeRecorder;
  readonly inquirer: Inquirer;
  readonly callbacks: CallbackHandler;
  readonly expirer: Expirer;
  readonly router: Router;
}

export interface PurchaseServicesPorts {
  /** For everything that is read and written apart from the ledger. */
  readonly pool: Pool;
  readonly ledger: Ledger;
  readonly adapterFor: AdapterFor;
  readonly alerts: AlertSink;
  /** Left out where every network has one gateway. */
  readonly routes?: NetworkRoutes;
}

/** Creates the services over one pool; a process does so once for each use that has its own connections. */
export function createPurchaseServices(ports: PurchaseServicesPorts): PurchaseServices {
  const { pool, ledger, adapterFor, alerts, routes = ONE_ROUTE_EACH } = ports;
  const router = createRouter({ pool, adapterFor, routes });
  const outcomes = createOutcomeRecorder({ ...ports, router });
  const inquirer = createInquirer({ pool, adapterFor, alerts, outcomes, router });
  const callbacks = createCallbackHandler({ pool, adapterFor, alerts, outcomes, inquirer, router });
  return { outcomes, inquirer, callbacks, expirer: createExpirer({ pool, ledger, callbacks }), router };
}

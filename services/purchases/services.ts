import type { Pool } from 'pg';
import { createExpirer, type Expirer } from './expire.ts';
import { type CallbackHandler, createCallbackHandler } from './handle-callback.ts';
import { createInquirer, type Inquirer } from './inquire.ts';
import { type AdapterFor, type AlertSink, type Ledger, type NetworkRoutes, ONE_ROUTE_EACH } from './ports.ts';
import { createOutcomeRecorder, type OutcomeRecorder } from './record-outcome.ts';
import { createRouter, type Router } from './routes/router.ts';
import { createWaitingCallbacks, letCallbacksGoFirst, type WaitingCallbacks } from './waiting-callbacks.ts';

/** The services that find out outcomes of purchases and book them. */
export interface PurchaseServices {
  readonly outcomes: OutcomeRecorder;
  readonly inquirer: Inquirer;
  readonly callbacks: CallbackHandler;
  readonly expirer: Expirer;
  readonly waiting: WaitingCallbacks;
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
  const { pool, ledger, adapterFor, routes = ONE_ROUTE_EACH } = ports;
  const router = createRouter({ pool, adapterFor, routes });
  const asTheyCome = createOutcomeRecorder({ ...ports, router });
  const waiting = createWaitingCallbacks({ pool, callbacks: connect(ports, asTheyCome, router).callbacks });
  const outcomes = letCallbacksGoFirst(asTheyCome, waiting);
  const connected = connect(ports, outcomes, router);
  return { outcomes, waiting, router, ...connected, expirer: createExpirer({ ledger, waiting }) };
}

function connect(
  { pool, adapterFor, alerts }: PurchaseServicesPorts,
  outcomes: OutcomeRecorder,
  router: Router,
): Pick<PurchaseServices, 'inquirer' | 'callbacks'> {
  const inquirer = createInquirer({ pool, adapterFor, alerts, outcomes, router });
  const deps = { pool, adapterFor, alerts, outcomes, inquirer, router };
  return { inquirer, callbacks: createCallbackHandler(deps) };
}

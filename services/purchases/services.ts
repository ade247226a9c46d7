import type { Pool } from 'pg';
import { createExpirer, type Expirer } from './expire.ts';
import { type CallbackHandler, createCallbackHandler } from './handle-callback.ts';
import { createInquirer, type Inquirer } from './inquire.ts';
import { type AdapterFor, type AlertSink, type Ledger, type NetworkRoutes, ONE_ROUTE_EACH } from './ports.ts';
import { createOutcomeRecorder, type OutcomeRecorder } from './record-outcome.ts';
import { createRouter, type Router } from './routes/router.ts';
import {
  createWaitingCallbacks,
  hearBeforeClearing,
  letCallbacksGoFirst,
  type WaitingCallbacks,
} from './waiting-callbacks.ts';

/** The services that find out outcomes of purchases and book them. */
export interface PurchaseServices {
  readonly outcomes: OutcomeRecorder;
  readonly inquirer: Inquirer;
  readonly callbacks: CallbackHandler;
  readonly expirer: Expirer;
  readonly router: Router;
  readonly waiting: WaitingCallbacks;
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
  const unheard = createRouter({ pool, adapterFor, routes });
  const asTheyCome = createOutcomeRecorder({ ...ports, router: unheard });
  const waiting = createWaitingCallbacks({ pool, callbacks: connect(ports, asTheyCome, unheard).callbacks });
  const router = hearBeforeClearing(unheard, waiting);
  const outcomes = letCallbacksGoFirst(asTheyCome, waiting);
  const expirer = createExpirer({ ledger, waiting });
  return { outcomes, waiting, router, ...connect(ports, outcomes, router), expirer };
}

function connect(
  { pool, adapterFor, alerts }: PurchaseServicesPorts,
  outcomes: OutcomeRecorder,
  router: Router,
): Pick<PurchaseServices, 'inquirer' | 'callbacks'> {
  const inquirer = createInquirer({ pool, adapterFor, alerts, outcomes, router });
  return {
    inquirer,
    callbacks: createCallbackHandler({ pool, adapterFor, alerts, outcomes, inquirer, router }),
  };
}

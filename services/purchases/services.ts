import type { Pool } from 'pg';
import { createExpirer, type Expirer } from './expire.ts';
import { type CallbackHandler, createCallbackHandler } from './handle-callback.ts';
import { createInquirer, type Inquirer } from './inquire.ts';
import type { AdapterFor, AlertSink, Ledger } from './ports.ts';
import { createOutcomeRecorder, type OutcomeRecorder } from './record-outcome.ts';
import { createWaitingCallbacks, letCallbacksGoFirst, type WaitingCallbacks } from './waiting-callbacks.ts';

/** The services that find out outcomes of purchases and book them. */
export interface PurchaseServices {
  readonly outcomes: OutcomeRecorder;
  readonly inquirer: Inquirer;
  readonly callbacks: CallbackHandler;
  readonly expirer: Expirer;
  readonly waiting: WaitingCallbacks;
}

export interface PurchaseServicesPorts {
  /** For everything that is read and written apart from the ledger. */
  readonly pool: Pool;
  readonly ledger: Ledger;
  readonly adapterFor: AdapterFor;
  readonly alerts: AlertSink;
}

/** Creates the services over one pool; a process does so once for each use that has its own connections. */
export function createPurchaseServices(ports: PurchaseServicesPorts): PurchaseServices {
  const { pool, ledger } = ports;
  const asTheyCome = createOutcomeRecorder(ports);
  const waiting = createWaitingCallbacks({ pool, callbacks: connect(ports, asTheyCome).callbacks });
  const outcomes = letCallbacksGoFirst(asTheyCome, waiting);
  return { outcomes, waiting, ...connect(ports, outcomes), expirer: createExpirer({ ledger, waiting }) };
}

function connect(
  { pool, adapterFor, alerts }: PurchaseServicesPorts,
  outcomes: OutcomeRecorder,
): Pick<PurchaseServices, 'inquirer' | 'callbacks'> {
  const inquirer = createInquirer({ pool, adapterFor, alerts, outcomes });
  return { inquirer, callbacks: createCallbackHandler({ pool, adapterFor, alerts, outcomes, inquirer }) };
}

import type { Pool } from 'pg';
import { createExpirer, type Expirer } from './expire.ts';
import { type CallbackHandler, createCallbackHandler } from './handle-callback.ts';
import { createInquirer, type Inquirer } from './inquire.ts';
import type { AdapterFor, AlertSink, Ledger } from './ports.ts';
import { createOutcomeRecorder, type OutcomeRecorder } from './record-outcome.ts';

/** What finds out what became of purchases, and books it. */
export interface PurchaseServices {
  readonly outcomes: OutcomeRecorder;
  readonly inquirer: Inquirer;
  readonly callbacks: CallbackHandler;
  readonly expirer: Expirer;
}

export interface PurchaseServicesPorts {
  /** What is read and noted beside the ledger goes through it. */
  readonly pool: Pool;
  readonly ledger: Ledger;
  readonly adapterFor: AdapterFor;
  readonly alerts: AlertSink;
}

/** Puts them together over one pool; a process does so once for each use that has connections of its own. */
export function createPurchaseServices(ports: PurchaseServicesPorts): PurchaseServices {
  const { pool, ledger, adapterFor, alerts } = ports;
  const outcomes = createOutcomeRecorder(ports);
  const inquirer = createInquirer({ pool, adapterFor, alerts, outcomes });
  const callbacks = createCallbackHandler({ pool, adapterFor, alerts, outcomes, inquirer });
  return { outcomes, inquirer, callbacks, expirer: createExpirer({ pool, ledger, callbacks }) };
}

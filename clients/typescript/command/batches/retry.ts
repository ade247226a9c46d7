import { ApiError, type Batch, type Client, type RetryBatch } from '../../src/index.ts';
import type { Given, Options, Session, Shown } from '../spec.ts';
import { shownOutcome, toExitCode } from './run.ts';
import { START_OPTIONS, startBatch, watchToEnd } from './start.ts';
import { checkText } from './text.ts';

export const RETRY_OPTIONS: Options = {
  ...START_OPTIONS,
  reason: {
    kind: 'values',
    value: 'CODE',
    help: 'only rows that failed with this code, for example network_timeout; repeatable; default: every code that may work',
  },
};

/**
 * `batch retry`: makes a campaign of the rows that failed for reasons that may pass, starts it after asking, and follows it to its
 * end. Run again, it continues the same retry.
 */
export async function retryBatch({ terminal, api }: Session, given: Given): Promise<Shown> {
  const client = api();
  const made = await makeRetry(client, given.args[0] ?? '', given.values('reason'));
  terminal.err(`${checkText(made)}\n`);
  const started = made.status === 'ready' ? await startBatch(client, terminal, made, given) : made;
  const ended = await watchToEnd(client, terminal, started);
  return shownOutcome(ended, toExitCode(ended));
}

/** The retry that is open, if there is one: a lost answer or an earlier run has made it. */
async function makeRetry({ batches }: Client, id: string, reasons: readonly string[]): Promise<Batch> {
  try {
    // The API rejects a code that no retry can have.
    const wanted = reasons as NonNullable<RetryBatch['reasons']>;
    return await batches.retry(id, wanted.length === 0 ? {} : { reasons: wanted });
  } catch (error) {
    const open = error instanceof ApiError && error.status === 409 ? error.details?.batch_id : undefined;
    if (typeof open !== 'string') throw error;
    return batches.get(open);
  }
}

import { ApiError, type Batch, type Client } from '../../src/index.ts';
import type { Given, Session, Shown } from '../spec.ts';
import { shownOutcome, toExitCode } from './run.ts';
import { startBatch, watchToEnd } from './start.ts';
import { checkText } from './text.ts';

/**
 * `batch retry`: makes a campaign of the rows that failed for reasons that may pass, starts it after asking, and follows it to its
 * end. Run again, it continues the same retry.
 */
export async function retryBatch({ terminal, api }: Session, given: Given): Promise<Shown> {
  const client = api();
  const made = await makeRetry(client, given.args[0] ?? '');
  terminal.err(`${checkText(made)}\n`);
  const started = made.status === 'ready' ? await startBatch(client, terminal, made, given) : made;
  const ended = await watchToEnd(client, terminal, started);
  return shownOutcome(ended, toExitCode(ended));
}

/** The retry that is open, if there is one: a lost answer or an earlier run has made it. */
async function makeRetry({ batches }: Client, id: string): Promise<Batch> {
  try {
    return await batches.retry(id);
  } catch (error) {
    const open = error instanceof ApiError && error.status === 409 ? error.details?.batch_id : undefined;
    if (typeof open !== 'string') throw error;
    return batches.get(open);
  }
}

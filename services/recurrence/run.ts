import { findBatch } from '../../db/batches/batches.ts';
import { finishRun, takeDueRun } from '../../db/recurrence/runs.ts';
import { findSource } from '../../db/recurrence/source-rows.ts';
import { hasBatchOfRun, startRun } from '../../db/recurrence/start-run.ts';
import type { BatchId, RecurrenceId } from '../../domain/ids.ts';
import { TEMPORAL_QUEUE } from '../../domain/network/queues.ts';
import { type Recurrence, runReference, type SkipCode } from '../../domain/recurrence/recurrence.ts';
import { uploadBatch } from '../batches/upload.ts';
import type { UploadDeps } from '../batches/upload-deps.ts';
import { writeSourceFile } from './source-file.ts';

/** Longest file of a run, in bytes: more than any batch of a million rows has. */
const BYTES_MAX = 4 * 1024 ** 3;
/** Runs that one call makes: after a long outage, the others follow in the next call. */
const RUNS_MAX = 20;

/**
 * Makes the runs of a recurring campaign that are due. Safe to repeat after any failure, and at the same time: the run is taken under
 * a lock, and its batch is found by its reference.
 * @returns how long until the next run, in ms; null if there is none.
 * @throws TransactionError, and Error while another process makes the same batch.
 */
export async function runDue(deps: UploadDeps, id: RecurrenceId): Promise<number | null> {
  for (let run = 0; run < RUNS_MAX; run++) {
    const taken = await takeDueRun(deps.pool, id);
    if (taken.kind === 'not_due') return taken.nextInMs;
    if (taken.kind === 'skipped') continue;
    const { recurrence, scheduledAt } = taken;
    const made = await makeBatch(deps, recurrence, scheduledAt);
    await finishRun(deps.pool, id, scheduledAt, made.batchId, made.skip);
  }
  return 0;
}

interface Made {
  readonly batchId: BatchId | null;
  readonly skip: SkipCode | null;
}

async function makeBatch(deps: UploadDeps, recurrence: Recurrence, scheduledAt: Date): Promise<Made> {
  const { id, accountId, sourceId, currency, status } = recurrence;
  const reference = runReference(recurrence.reference, scheduledAt);
  if (status !== 'active' && !(await hasBatchOfRun(deps.pool, accountId, id, reference)))
    return { batchId: null, skip: 'ended' };
  const source = await findSource(deps.pool, accountId, sourceId);
  if (source === null) return { batchId: null, skip: 'batch_rejected' };
  const upload = {
    accountId,
    currency,
    recurrenceId: id,
    reference,
    options: {
      start: 'manual',
      onInvalid: 'skip',
      onInsufficientBalance: 'pause',
      notBefore: null,
      sendBetween: source.sendBetween,
      duplicates: {
        windowHours: recurrence.duplicateWindowHours,
        on: recurrence.duplicateWindowHours > 0 ? 'skip' : source.onDuplicate,
      },
    },
    columnMap: () => new Map(),
    onUnknownColumns: 'reject',
    wish: { dataMb: null, validityHours: null },
    numbers: { repair: 'never', defaultCountry: null },
    sheet: null,
    bytesMax: BYTES_MAX,
    actor: null,
  } as const;
  const result = await uploadBatch(deps, upload, writeSourceFile(deps.pool, sourceId, source.columns));
  if (result.kind === 'undecided')
    throw new Error(`the batch ${upload.reference} is being made by another process`);
  if (!(await hasBatchOfRun(deps.pool, accountId, id, reference)))
    return { batchId: result.batchId, skip: 'reference_used' };
  return { batchId: result.batchId, skip: await startBatch(deps, recurrence, scheduledAt, result.batchId) };
}

/**
 * Starts the batch of a run if it may start and costs no more than was approved; otherwise cancels it. If a rule of the account wants
 * its approval, this requests it, and the batch waits until a client starts it.
 */
async function startBatch(
  { pool, onOutbox }: UploadDeps,
  recurrence: Recurrence,
  scheduledAt: Date,
  batchId: BatchId,
): Promise<SkipCode | null> {
  const batch = await findBatch(pool, recurrence.accountId, batchId);
  if (batch === null || batch.status === 'rejected') return 'batch_rejected';
  if (batch.status !== 'ready') return null;
  const cost = { amount: batch.cost, currency: batch.currency };
  const skip = await startRun(pool, recurrence, scheduledAt, batchId, cost);
  onOutbox(new Set([TEMPORAL_QUEUE]));
  return skip;
}

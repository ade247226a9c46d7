import { createHash, type Hash } from 'node:crypto';
import { renderBatchEvent } from '../../../contract/webhook-body.ts';
import type { Actor } from '../../../db/audit/record.ts';
import { findBatch } from '../../../db/batches/batches.ts';
import { ALIVE_MS, discardUpload, touchUpload } from '../../../db/batches/discard.ts';
import { type EditableBatch, findEditable } from '../../../db/batches/edits.ts';
import { finishUpload } from '../../../db/batches/finish.ts';
import {
  type FailedRow,
  listFailedRows,
  type RetryOf,
  readRetryLine,
  readRetryOf,
} from '../../../db/batches/retries.ts';
import { findReferenceHolder, insertBatch, type NewBatch } from '../../../db/batches/upload.ts';
import { isViolationOf } from '../../../db/errors.ts';
import type { Batch, BatchStatus, FileReading } from '../../../domain/batch/batch.ts';
import { newId } from '../../../domain/crypto/new-id.ts';
import type { AccountId, BatchId } from '../../../domain/ids.ts';
import { type RowLayout, toRowLayout } from '../cells.ts';
import { toRecord } from '../check/checker.ts';
import { isPhoneCountry } from '../mobile-number.ts';
import { createStore, type FileRules } from '../store.ts';
import { decidedHolder } from '../upload.ts';
import type { UploadDeps } from '../upload-deps.ts';
import { NO_WISH } from '../wish.ts';
import { createHoldBack } from './bought-since.ts';

/** What a client asks for. */
export interface RetryRequest {
  /** Null: made from the reference of the first campaign. */
  readonly reference: string | null;
  /** Sorted. */
  readonly reasons: readonly string[];
}

export type RetryResult =
  | { readonly kind: 'created' | 'replayed' | 'conflict'; readonly batchId: BatchId }
  | { readonly kind: 'not_found' | 'undecided' | 'nothing' }
  | { readonly kind: 'not_ended'; readonly status: BatchStatus }
  /** Another retry of the same campaign has not ended. */
  | { readonly kind: 'open'; readonly batchId: BatchId };

const PAGE = { rows: 1_000, bytes: 512 * 1024 } as const;
const OPEN_RETRY = 'batches_open_retry';

/**
 * Makes a campaign of the rows of another that were not bought for reasons that may pass. It is checked as an upload, at today's
 * prices, and waits for its start. Of each line of retries one is open at most, so two people get one campaign.
 */
export async function retryBatch(
  deps: UploadDeps,
  accountId: AccountId,
  id: BatchId,
  request: RetryRequest,
  actor: Actor,
): Promise<RetryResult> {
  const [batch, file] = await Promise.all([
    findBatch(deps.pool, accountId, id),
    findEditable(deps.pool, accountId, id),
  ]);
  if (batch === null || file === null) return { kind: 'not_found' };
  const line = await readRetryLine(deps.pool, accountId, id);
  const retry: RetryOf = { of: id, root: line.root, reasons: request.reasons };
  const reference = request.reference ?? `${line.rootReference.slice(0, 43)}.retry-${line.count + 1}`;

  const known = await compareHolder(deps, accountId, reference, retry);
  if (known !== null) return known;
  if (!hasEnded(batch)) return { kind: 'not_ended', status: batch.status };
  if (line.open !== null) return { kind: 'open', batchId: line.open };
  const first = await listFailedRows(deps.pool, accountId, retry, 0, { rows: 1, bytes: 1 });
  if (first.length === 0) return { kind: 'nothing' };

  const made = toNewBatch(accountId, reference, batch, file, retry);
  try {
    if ((await insertBatch(deps.pool, made)) !== null)
      return (await compareHolder(deps, accountId, reference, retry)) ?? { kind: 'undecided' };
  } catch (error) {
    if (!isViolationOf(error, OPEN_RETRY)) throw error;
    const { open } = await readRetryLine(deps.pool, accountId, id);
    return open === null ? { kind: 'undecided' } : { kind: 'open', batchId: open };
  }
  return fill(deps, made, file, retry, actor);
}

function hasEnded({ status, counts }: Batch): boolean {
  return (status === 'completed' || status === 'canceled') && counts.pending === 0;
}

/** The batch that has the reference already: the same retry, or something else; null if the reference is free. */
async function compareHolder(
  { pool }: UploadDeps,
  accountId: AccountId,
  reference: string,
  retry: RetryOf,
): Promise<RetryResult | null> {
  const holder = await decidedHolder(() => findReferenceHolder(pool, accountId, reference));
  if (holder === null) return null;
  const other = await readRetryOf(pool, accountId, holder.id);
  const isSame = other?.of === retry.of && other.reasons.join() === retry.reasons.join();
  if (!isSame) return { kind: 'conflict', batchId: holder.id };
  return holder.contentHash === null ? { kind: 'undecided' } : { kind: 'replayed', batchId: holder.id };
}

function toNewBatch(
  accountId: AccountId,
  reference: string,
  { options, currency }: Batch,
  { reading, corrections }: EditableBatch,
  retry: RetryOf,
): NewBatch {
  const { on, windowHours } = options.duplicates;
  return {
    id: newId('bat'),
    accountId,
    reference,
    currency,
    options: {
      ...options,
      start: 'manual',
      onInvalid: 'skip',
      notBefore: null,
      duplicates: { on: 'skip', windowHours: on === 'skip' ? windowHours : 0 },
    },
    reading: reading === null ? null : { ...reading, repair: repairOf(reading, corrections) },
    retry,
  };
}

/** The corrections of the campaign were decided before it started. */
function repairOf({ repair }: FileReading, corrections: EditableBatch['corrections']): FileReading['repair'] {
  return repair === 'never' || corrections === 'rejected' ? 'never' : 'accept';
}

async function fill(
  deps: UploadDeps,
  made: NewBatch,
  origin: EditableBatch,
  retry: RetryOf,
  actor: Actor,
): Promise<RetryResult> {
  const { pool } = deps;
  const alive = setInterval(() => void touchUpload(pool, made.id).catch(() => {}), ALIVE_MS);
  try {
    const layout = toRowLayout(origin.columns);
    const hold = createHoldBack(pool, made.accountId, layout);
    const store = await createStore(deps, made, toRules(made, origin, hold.check));
    const hash = createHash('sha256');
    for (let line = 0; ; ) {
      const rows = await listFailedRows(pool, made.accountId, retry, line, PAGE);
      const last = rows.at(-1);
      if (last === undefined) break;
      line = last.line;
      hold.note(rows);
      const records = rows.map((row) => toRecord(withoutReference(row, layout), layout, origin));
      await store.take({ kind: 'records', records });
      addRows(hash, rows);
    }
    const stored = await store.end();
    if (stored === null) return { kind: 'undecided' };
    const arrived = { ...stored, contentHash: hash.digest() };
    await finishUpload(pool, made.accountId, made.id, made.options, arrived, renderBatchEvent, actor);
    return { kind: 'created', batchId: made.id };
  } catch (error) {
    await discardUpload(pool, made.id).catch(() => {});
    throw error;
  } finally {
    clearInterval(alive);
  }
}

function toRules(
  { reading }: NewBatch,
  { columns }: EditableBatch,
  holdBack: NonNullable<FileRules['holdBack']>,
): FileRules {
  const country = reading?.defaultCountry ?? null;
  return {
    columnMap: () => new Map(),
    onUnknownColumns: 'keep',
    numbers: {
      repair: reading?.repair ?? 'never',
      defaultCountry: country !== null && isPhoneCountry(country) ? country : null,
    },
    wish: reading ?? NO_WISH,
    columns,
    holdBack,
  };
}

/** A new purchase needs a new reference: it is made from the line. */
function withoutReference(row: FailedRow, { reference }: RowLayout): FailedRow {
  if (reference === null) return row;
  return { ...row, cells: row.cells.map((cell, index) => (index === reference ? '' : cell)) };
}

function addRows(hash: Hash, rows: readonly FailedRow[]): void {
  for (const { line, cells, chosen, edit } of rows)
    hash.update(`${JSON.stringify([line, cells, chosen, edit])}\n`);
}

import { renderBatchEvent } from '../../contract/webhook-body.ts';
import type { Actor } from '../../db/audit/record.ts';
import { ALIVE_MS, discardUpload, endStoppedUploads, touchUpload } from '../../db/batches/discard.ts';
import { finishUpload } from '../../db/batches/finish.ts';
import {
  findReferenceHolder,
  insertBatch,
  type NewBatch,
  type ReferenceHolder,
} from '../../db/batches/upload.ts';
import type { BatchColumn } from '../../domain/batch/batch.ts';
import { differingChoices } from '../../domain/batch/upload/choices.ts';
import { newId } from '../../domain/crypto/new-id.ts';
import type { BatchId } from '../../domain/ids.ts';
import { TEMPORAL_QUEUE } from '../../domain/network/queues.ts';
import { createReadSign } from './files/header-sign.ts';
import { readFile } from './files/read-file.ts';
import { type OnUnknownColumns, readHeader } from './header.ts';
import { createStore, type FileRules } from './store.ts';
import { tally } from './tally.ts';
import type { UploadDeps } from './upload-deps.ts';

export interface Upload extends Omit<NewBatch, 'id'>, FileRules {
  /** Longest file, in bytes. */
  readonly bytesMax: number;
  /** Who uploads it; null for a run of a recurring batch. */
  readonly actor: Actor | null;
}

export type UploadResult =
  | { readonly kind: 'created'; readonly batchId: BatchId }
  /** The same bytes, and the same sheet of them, were uploaded before under this reference, with the same choices. */
  | { readonly kind: 'replayed'; readonly batchId: BatchId }
  /** They were, with other choices: these parameters differ. */
  | { readonly kind: 'chosen_otherwise'; readonly batchId: BatchId; readonly parameters: readonly string[] }
  /** Other bytes were, or another sheet of them. */
  | { readonly kind: 'conflict'; readonly batchId: BatchId }
  /** Another upload of this reference is under way and has not ended: its outcome is not known. */
  | { readonly kind: 'undecided' };

/** How long an upload waits for another one of the same reference to end. */
const HOLDER_WAIT_MS = 10_000;
const HOLDER_LOOK_MS = 100;

/**
 * Reads a file to its last byte, validates it into the database, and starts the batch if it starts automatically. An upload
 * that breaks off leaves nothing behind, and its reference stays free.
 * @throws FileTooLarge, and what `source` throws when the client goes away.
 */
export async function uploadBatch(
  deps: UploadDeps,
  upload: Upload,
  source: AsyncIterable<Buffer>,
): Promise<UploadResult> {
  await endStoppedUploads(deps.pool, upload.accountId);
  const reading = { ...upload.numbers, ...upload.wish };
  const batch: NewBatch = { ...upload, id: newId('bat'), reading };
  const holder = await insertBatch(deps.pool, batch);
  if (holder !== null) return compareBytes(deps, upload, source);

  const alive = setInterval(() => void touchUpload(deps.pool, batch.id).catch(() => {}), ALIVE_MS);
  try {
    const status = await storeFile(deps, batch, upload, source);
    if (status === null) return { kind: 'undecided' };
    if (status === 'running') deps.onOutbox(new Set([TEMPORAL_QUEUE]));
    return { kind: 'created', batchId: batch.id };
  } catch (error) {
    // If even this fails, the worker's sweep ends it.
    await discardUpload(deps.pool, batch.id).catch(() => {});
    throw error;
  } finally {
    clearInterval(alive);
  }
}

/** Returns the status of the batch; null if it was given up in the meantime. */
async function storeFile(deps: UploadDeps, batch: NewBatch, upload: Upload, source: AsyncIterable<Buffer>) {
  const bytes = tally(source, upload.bytesMax, deps.turns);
  const store = await createStore(deps, batch, upload);
  const options = {
    readSign: createReadSign(upload.columnMap),
    sheet: upload.sheet ?? null,
    charsMax: upload.bytesMax,
  };
  const parts = readFile(bytes.chunks, deps.turns, options);
  for await (const part of parts) await store.take(part);

  const stored = await store.end();
  if (stored === null) return null;
  const file = { ...stored, contentHash: bytes.digest() };
  return finishUpload(
    deps.pool,
    batch.accountId,
    batch.id,
    batch.options,
    file,
    renderBatchEvent,
    upload.actor,
  );
}

/** The reference is taken. Whether by the same file is known at the last of them. */
async function compareBytes(
  { pool, turns }: UploadDeps,
  upload: Upload,
  source: AsyncIterable<Buffer>,
): Promise<UploadResult> {
  const { accountId, reference, bytesMax, sheet = null } = upload;
  const bytes = tally(source, bytesMax, turns);
  for await (const _chunk of bytes.chunks) {
    // Only the hash is needed.
  }
  const hash = bytes.digest();
  const holder = await decidedHolder(() => findReferenceHolder(pool, accountId, reference));
  if (holder?.contentHash == null) return { kind: 'undecided' };
  const batchId = holder.id;
  if (!holder.contentHash.equals(hash) || !isSameSheet(holder, sheet)) return { kind: 'conflict', batchId };
  const reading = { ...upload.numbers, ...upload.wish };
  const differing = differingChoices(holder.choices, { options: upload.options, reading });
  const parameters = [...differing, ...differingHeader(holder.columns, upload)];
  return parameters.length === 0
    ? { kind: 'replayed', batchId }
    : { kind: 'chosen_otherwise', batchId, parameters };
}

/** The parameter, if any, by which an upload reads the columns of a file in another way than an earlier one. */
function differingHeader(before: readonly BatchColumn[], upload: Upload): readonly string[] {
  const names = before.map(({ name }) => name);
  const isSame = (onUnknown: OnUnknownColumns) => {
    const reading = readHeader(names, 1, upload.columnMap(), onUnknown, upload.wish);
    return (
      reading.kind === 'usable' && reading.columns.every(({ target }, at) => target === before[at]?.target)
    );
  };
  if (isSame(upload.onUnknownColumns)) return [];
  return [isSame('keep') ? 'on_unknown_columns' : 'columns'];
}

/** A campaign of a workbook is one sheet of it: the same bytes with another sheet would buy other rows. */
function isSameSheet({ sheetWanted, sheet }: ReferenceHolder, wanted: string | null): boolean {
  return wanted === sheetWanted || (wanted !== null && wanted === sheet);
}

/** Two uploads of one reference at the same time: the second waits briefly for the first to end. */
export async function decidedHolder(
  find: () => Promise<ReferenceHolder | null>,
): Promise<ReferenceHolder | null> {
  const until = performance.now() + HOLDER_WAIT_MS;
  for (;;) {
    const holder = await find();
    if (holder?.contentHash !== null || performance.now() >= until) return holder;
    await new Promise((resolve) => setTimeout(resolve, HOLDER_LOOK_MS));
  }
}

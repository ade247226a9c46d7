import type { Pool } from 'pg';
import { renderBatchEvent } from '../../../contract/webhook-body.ts';
import { completeBatch } from '../../../db/batches/complete.ts';
import { ownPurchases, recordOutcomes } from '../../../db/batches/outcomes.ts';
import { pauseAfterFirstRows, pauseRelease, type ReleasePause } from '../../../db/batches/pauses.ts';
import {
  type BatchToRelease,
  lockReleasing,
  nextWaitingRows,
  readBatchToRelease,
} from '../../../db/batches/release.ts';
import {
  type NewObservation,
  readShares,
  readUnsent,
  recordObservations,
} from '../../../db/batches/shares.ts';
import { inTransaction } from '../../../db/transaction.ts';
import type { BatchStatus } from '../../../domain/batch/batch.ts';
import {
  firstRowsMessage,
  limitMessage,
  overMessage,
  shortMessage,
} from '../../../domain/batch/pause-messages.ts';
import type { BatchRelease } from '../../../domain/batch/release.ts';
import type { BatchId } from '../../../domain/ids.ts';
import { WEBHOOK_QUEUE } from '../../../domain/network/queues.ts';
import type { CrashPoint } from '../../../domain/purchase/crash-points.ts';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import type { AcceptLane } from '../../purchases/accept-lane.ts';
import { toRowLayout } from '../cells.ts';
import {
  createLastLook,
  type LastLook,
  listUnsent,
  nextLook,
  PAGE_ROWS,
  type Page,
  SCHEDULED_MS_MAX,
  sumPending,
} from './next-look.ts';
import { computeRooms, measureQuiet, observeShares } from './rooms.ts';
import { type BoughtRows, buyRows } from './rows.ts';

export interface ReleaseDeps {
  readonly pool: Pool;
  readonly acceptLane: AcceptLane;
  readonly catalogue: Catalogue;
  /** Called after the commit that announced a completion, to wake the relay. */
  readonly onOutbox: (queues: ReadonlySet<string>) => void;
  /** Only for fault tests. */
  readonly crashPoint?: CrashPoint;
}

/** Counts and times only, because Temporal stores it. */
export interface Released {
  /** Rows that became purchases on this page. */
  readonly released: number;
  /** Waiting rows and purchases that are not final. */
  readonly remaining: number;
  /** Pause before the next page, in milliseconds; 0 for none. */
  readonly nextInMs: number;
  readonly state: BatchStatus;
}

/** Longest time that a page waits for its lane. */
const LANE_WAIT_MS = 20_000;
/** Pause of a release that a later one has overtaken. */
const SUPERSEDED_MS = 1_000;

/**
 * Releases the next page of a batch: the next rows become purchases through the account's lane, as if the client had sent
 * them. They are released just in time, because `resolve_by` starts with the release. Safe to repeat after any failure, and
 * while other processes release the same batch: only the latest release buys and records. No lock is held while rows are bought.
 * @param lastLook of this release; left out for a single page.
 * @throws TransactionError if the page must be repeated.
 */
export async function releaseNextPage(
  deps: ReleaseDeps,
  release: BatchRelease,
  signal: AbortSignal,
  lastLook = createLastLook(),
): Promise<Released> {
  const page = await releaseWhatMay(deps, release, signal, lastLook);
  return page.state === 'running' && page.remaining === 0 ? complete(deps, release.batchId, page) : page;
}

async function releaseWhatMay(
  deps: ReleaseDeps,
  release: BatchRelease,
  signal: AbortSignal,
  lastLook: LastLook,
): Promise<Released> {
  const batch = await readBatchToRelease(deps.pool, release.batchId);
  const idle = { released: 0, remaining: openRows(batch), state: batch.status };
  if (batch.status !== 'running') return { ...idle, nextInMs: 0 };
  if (batch.epoch !== release.epoch) return { ...idle, nextInMs: SUPERSEDED_MS };
  if (batch.startsInMs > 0) return { ...idle, nextInMs: Math.min(batch.startsInMs, SCHEDULED_MS_MAX) };

  const page = await releasePage(deps, release, batch, signal);
  const { released, quiet } = page;
  const after = await readBatchToRelease(deps.pool, release.batchId);
  // First rows that wait for the hours of their recipients were not bought yet.
  if (page.taken.length === 0 && !quiet.some && (await endFirstRows(deps, release.batchId, after))) {
    return { released: released.size, remaining: openRows(after), nextInMs: 0, state: 'paused' };
  }
  return {
    released: released.size,
    remaining: openRows(after),
    nextInMs: nextLook(batch, after, page, listUnsent(page, lastLook)),
    state: after.status,
  };
}

/** Pauses a batch whose first rows are final while others wait; false if it is not so far. */
async function endFirstRows(
  { pool }: ReleaseDeps,
  batchId: BatchId,
  batch: BatchToRelease,
): Promise<boolean> {
  const mayEnd = batch.status === 'running' && batch.firstRowsEnd !== null && batch.waiting > 0;
  if (!mayEnd || sumPending(batch.pending) > 0) return false;
  return pauseAfterFirstRows(pool, batch.accountId, batchId, firstRowsMessage, renderBatchEvent);
}

async function complete(
  { pool, onOutbox }: ReleaseDeps,
  batchId: BatchId,
  page: Released,
): Promise<Released> {
  const { accountId } = await readBatchToRelease(pool, batchId);
  const completion = await completeBatch(pool, accountId, batchId, renderBatchEvent);
  if (!completion.completed) return page;
  if (completion.announced) onOutbox(new Set([WEBHOOK_QUEUE]));
  return { ...page, nextInMs: 0, state: 'completed' };
}

async function releasePage(
  deps: ReleaseDeps,
  release: BatchRelease,
  batch: BatchToRelease,
  signal: AbortSignal,
): Promise<Page> {
  const { pool, catalogue, acceptLane } = deps;
  const { batchId } = release;
  const [offers, prefixes] = await Promise.all([
    catalogue.offers(batch.accountId),
    catalogue.prefixes(),
    // Loads the networks' terms, which are then read synchronously.
    catalogue.networks(),
  ]);
  const terms = { offers, prefixes, networks: catalogue.terms() };
  const { now, shares } = await readShares(pool, batchId);
  const unsent = await readUnsent(pool, batchId);
  const observed = observeShares(batchId, batch.pending, now, shares, terms.networks);
  const rooms = computeRooms(batchId, shares, terms.networks, unsent);
  const rows = await nextWaitingRows(pool, batchId, rooms, PAGE_ROWS, batch.firstRowsEnd);

  const page = { release, batch, layout: toRowLayout(batch.columns), terms };
  const patience = AbortSignal.any([signal, AbortSignal.timeout(LANE_WAIT_MS)]);
  const bought = await buyRows(acceptLane, page, rows, (ids) => ownPurchases(pool, batchId, ids), patience);
  if (bought.outcomes.length > 0) deps.crashPoint?.('after_release');
  const isRecorded = await recordPage(pool, release, batch, bought, observed);
  const released = new Set(
    bought.outcomes.flatMap(({ kind, line }) => (isRecorded && kind === 'released' ? [line] : [])),
  );
  const quiet = measureQuiet(shares, now);
  return { shares, rooms, quiet, unsent, taken: rows, released, at: performance.now() };
}

/** Records the result of a page in one short transaction; false if a later release has begun, which then records it. */
async function recordPage(
  pool: Pool,
  release: BatchRelease,
  batch: BatchToRelease,
  { outcomes, shortAt, overAt, limitAt }: BoughtRows,
  observed: readonly NewObservation[],
): Promise<boolean> {
  return inTransaction(pool, async (tx) => {
    if (!(await lockReleasing(tx, release))) return false;
    await recordOutcomes(tx, release.batchId, outcomes);
    const pauseAs = (pause: ReleasePause) =>
      pauseRelease(tx, batch.accountId, release.batchId, pause, renderBatchEvent);
    if (overAt !== null) {
      const message = overMessage(overAt, batch);
      await pauseAs({ code: 'price_changed', message, needs: null });
    } else if (limitAt !== null) {
      const message = limitMessage(limitAt, batch.currency);
      await pauseAs({ code: 'spending_limit', message, needs: limitAt.price });
    } else if (shortAt !== null) {
      const [message, needs] = [shortMessage(shortAt), shortAt.price];
      await pauseAs({ code: 'insufficient_balance', message, needs });
    }
    // Last, because the releases of other batches share these rows.
    await recordObservations(tx, release.batchId, batch.livemode, observed);
    return true;
  });
}

function openRows({ waiting, pending }: BatchToRelease): number {
  return waiting + sumPending(pending);
}

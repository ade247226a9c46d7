import type { Pool, PoolClient } from 'pg';
import { renderBatch } from '../../contract/batch.ts';
import { renderEvent } from '../../contract/webhook-body.ts';
import { completeBatch } from '../../db/batches/complete.ts';
import { ownPurchases, pauseForBalance, recordOutcomes } from '../../db/batches/outcomes.ts';
import {
  type BatchToRelease,
  nextWaitingRows,
  readBatchToRelease,
  withReleaseLock,
} from '../../db/batches/release.ts';
import {
  type NetworkShare,
  type NewObservation,
  readShares,
  readUnsent,
  recordObservations,
} from '../../db/batches/shares.ts';
import type { BatchStatus } from '../../domain/batch/batch.ts';
import { computeRowCapacity, observe, roomAhead } from '../../domain/batch/window.ts';
import type { BatchId } from '../../domain/ids.ts';
import { WEBHOOK_QUEUE } from '../../domain/network/queues.ts';
import type { CrashPoint } from '../../domain/purchase/crash-points.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { AcceptLane } from '../purchases/accept-lane.ts';
import { toRowLayout } from './cells.ts';
import { buyRows } from './release-rows.ts';

export interface ReleaseDeps {
  readonly pool: Pool;
  readonly acceptLane: AcceptLane;
  readonly catalogue: Catalogue;
  /** Told after the commit that announced a completion, to wake the relay. */
  readonly onOutbox: (queues: ReadonlySet<string>) => void;
  /** Given by fault tests alone. */
  readonly crashPoint?: CrashPoint;
}

/** Counts and times only: this travels through Temporal. */
export interface Released {
  /** Rows that got their purchase on this page. */
  readonly released: number;
  /** Rows that still wait and purchases that are not final. */
  readonly remaining: number;
  /** When it is worth looking again, in milliseconds; 0 for at once. */
  readonly nextInMs: number;
  readonly state: BatchStatus;
}

/** Rows of one page: with a few others they fill one transaction of the account's lane. */
const PAGE_ROWS = 500;
/** Longest a page may wait for its lane. */
const LANE_WAIT_MS = 20_000;
/** Pauses: for a window to empty, for the last purchases to be final, for a network to take purchases again. */
const WINDOW_FULL_MS = 100;
const DRAINING_MS = 200;
const NETWORK_CLOSED_MS = 5_000;
/** The clocks of PostgreSQL and Temporal may differ: a long wait for `not_before` is looked at again on its way. */
const SCHEDULED_MS_MAX = 3_600_000;

/**
 * Releases the next page of a batch: the rows whose turn it is become purchases through the account's own lane, as if the
 * client had sent them. Just in time, since `resolve_by` runs from the release. Safe to repeat after any failure.
 * @throws TransactionError when it is to be repeated.
 */
export async function releaseNextPage(
  deps: ReleaseDeps,
  batchId: BatchId,
  signal: AbortSignal,
): Promise<Released> {
  const page = await withReleaseLock(deps.pool, batchId, (tx) => releaseLocked(tx, deps, batchId, signal));
  if (page?.state === 'running' && page.remaining === 0) return complete(deps, batchId, page);
  if (page !== null) return page;

  const batch = await readBatchToRelease(deps.pool, batchId);
  return { released: 0, remaining: openRows(batch), nextInMs: DRAINING_MS, state: batch.status };
}

async function releaseLocked(
  tx: PoolClient,
  deps: ReleaseDeps,
  batchId: BatchId,
  signal: AbortSignal,
): Promise<Released> {
  const batch = await readBatchToRelease(tx, batchId);
  const idle = { released: 0, remaining: openRows(batch), state: batch.status };
  if (batch.status !== 'running') return { ...idle, nextInMs: 0 };
  if (batch.startsInMs > 0) return { ...idle, nextInMs: Math.min(batch.startsInMs, SCHEDULED_MS_MAX) };

  const { taken, released } = await releasePage(tx, deps, batchId, batch, signal);
  const after = await readBatchToRelease(tx, batchId);
  return {
    released,
    remaining: openRows(after),
    nextInMs: nextLook(batch, after, taken),
    state: after.status,
  };
}

/** After the page's own transaction, which holds the batch: completing takes the account's row first. */
async function complete(
  { pool, onOutbox }: ReleaseDeps,
  batchId: BatchId,
  page: Released,
): Promise<Released> {
  const { accountId } = await readBatchToRelease(pool, batchId);
  const completion = await completeBatch(pool, accountId, batchId, (id, type, at, batch) =>
    renderEvent(id, type, at, renderBatch(batch)),
  );
  if (!completion.completed) return page;
  if (completion.announced) onOutbox(new Set([WEBHOOK_QUEUE]));
  return { ...page, nextInMs: 0, state: 'completed' };
}

async function releasePage(
  tx: PoolClient,
  deps: ReleaseDeps,
  batchId: BatchId,
  batch: BatchToRelease,
  signal: AbortSignal,
): Promise<{ readonly taken: number; readonly released: number }> {
  const [offers, prefixes] = await Promise.all([
    deps.catalogue.offers(batch.accountId),
    deps.catalogue.prefixes(),
    // Loads the networks' terms, which are then read as they are.
    deps.catalogue.networks(),
  ]);
  const terms = { offers, prefixes, networks: deps.catalogue.terms() };
  const { now, shares } = await readShares(tx, batchId);
  const observed = observeShares(batchId, batch, now, shares);
  const unsent = await readUnsent(tx, batchId);
  const rooms = shares
    // Its rows wait until it takes purchases again; a network that is gone refuses them.
    .filter(({ networkId }) => terms.networks.get(networkId)?.accepting !== false)
    .map(({ networkId, network, sharing, observed: last }) => {
      const ahead = roomAhead(last?.perSecond ?? null, unsent.get(networkId) ?? 0);
      return { networkId, room: Math.min(computeRowCapacity(batchId, network, sharing), ahead) };
    });
  const rows = await nextWaitingRows(tx, batchId, rooms, PAGE_ROWS);
  if (rows.length === 0) {
    await recordObservations(tx, batchId, batch.livemode, observed);
    return { taken: 0, released: 0 };
  }

  const page = { batchId, batch, layout: toRowLayout(batch.columns), terms };
  const patience = AbortSignal.any([signal, AbortSignal.timeout(LANE_WAIT_MS)]);
  const bought = await buyRows(
    deps.acceptLane,
    page,
    rows,
    (ids) => ownPurchases(tx, batchId, ids),
    patience,
  );

  if (bought.outcomes.length > 0) deps.crashPoint?.('after_release');
  await recordOutcomes(tx, batchId, bought.outcomes);
  if (bought.shortAt !== null) {
    const { line, price } = bought.shortAt;
    const message = `Paused at line ${line}: not enough balance. Add funds, and it resumes by itself.`;
    await pauseForBalance(tx, batchId, price, message);
  }
  // Last, since its rows are shared with other releases, and kept until the commit.
  await recordObservations(tx, batchId, batch.livemode, observed);
  const released = bought.outcomes.filter(({ kind }) => kind === 'released').length;
  return { taken: rows.length, released };
}

/** What this look shows of the networks' completions, where long enough has passed since the last. */
function observeShares(
  batchId: BatchId,
  { pending }: BatchToRelease,
  now: Date,
  shares: readonly NetworkShare[],
): NewObservation[] {
  return shares.flatMap(({ networkId, observed, finals, sharing }) => {
    const observation = observe(observed, now, finals, pending.get(networkId) ?? 0);
    if (observation === observed) return [];
    const others = sharing.filter((batch) => batch.batchId !== batchId);
    const known = [observation, ...others].flatMap(({ perSecond }) =>
      perSecond === null ? [] : [perSecond],
    );
    const perSecond = known.length === 0 ? null : known.reduce((total, rate) => total + rate, 0);
    return [{ networkId, observation, perSecond }];
  });
}

function openRows({ waiting, pending }: BatchToRelease): number {
  return waiting + sumPending(pending);
}

function sumPending(pending: BatchToRelease['pending']): number {
  let total = 0;
  for (const count of pending.values()) total += count;
  return total;
}

function nextLook(before: BatchToRelease, after: BatchToRelease, taken: number): number {
  if (after.status !== 'running' || taken === PAGE_ROWS) return 0;
  if (after.waiting === 0) return DRAINING_MS;
  // All windows stood empty and yet nothing could be taken: what waits, waits for its network.
  return taken === 0 && sumPending(before.pending) === 0 ? NETWORK_CLOSED_MS : WINDOW_FULL_MS;
}

import type { Pool, PoolClient } from 'pg';
import type { AccountId, BatchId, PurchaseId } from '../../domain/ids.ts';
import { idFromUuid } from '../../domain/ids.ts';
import { withoutNumber } from '../../domain/masking.ts';
import { admit, type Pace } from '../../domain/network/pace.ts';
import { preventIndexUse } from '../prevent-index-use.ts';
import { inTransaction } from '../transaction.ts';
import { type ClaimLimits, claimRows, hasWaiting } from './claims.ts';
import { type RoutedLimits, readBudget } from './in-flight.ts';
import { completeRows } from './outbox.ts';
import { PACE } from './pace.ts';

/** A purchase that was admitted: everything its workflow is started with. */
export interface AdmittedPurchase {
  readonly outboxId: string;
  readonly purchaseId: PurchaseId;
  readonly accountId: AccountId;
  readonly batchId: BatchId | null;
  readonly networkId: string;
  readonly bundleId: string;
  /** The client's reference, unless it holds the phone number: it is shown where no number may be. */
  readonly publicReference: string;
  readonly resolveBy: Date;
  readonly submitMode: 'local' | 'regular';
  readonly gatewayTimeoutMs: number;
  readonly inquiryDelaysMs: readonly number[];
}

export interface Admission {
  readonly admitted: readonly AdmittedPurchase[];
  /** What ended the page: the queue, the page's own size, or the network's tokens or budget, of which each account has a share. */
  readonly stoppedBy: 'queue_empty' | 'page_full' | 'tokens' | 'in_flight';
}

export interface AdmissionLimits extends Pick<ClaimLimits, 'batchRowsMax' | 'roundRobin'> {
  /** The routes of a network; left out where each network has one. */
  readonly routesOf?: (networkId: string, livemode: boolean) => readonly string[];
}

/**
 * Claims starts of one network queue as its pace lets them through. The pace is one row in PostgreSQL, locked for this
 * short transaction and shared by all relays.
 * @param limits how many rows of batches it may admit, and where the turn of accounts starts.
 */
export async function admitPurchases(
  pool: Pool,
  queue: string,
  limit: number,
  leaseMs: number,
  { routesOf = () => [], ...limits }: AdmissionLimits = {},
): Promise<Admission> {
  // Spares the lock, and the count of what is in flight, where nothing waits.
  if (!(await hasWaiting(pool, queue, limits.roundRobin))) return { admitted: [], stoppedBy: 'queue_empty' };

  return inTransaction(pool, async (tx) => {
    const { rows: paces } = await tx.query<Pace & QueueOf>({
      name: 'lock-pace',
      text: LOCK_PACE,
      values: [queue],
    });
    const pace = paces[0];
    if (pace === undefined) return { admitted: [], stoppedBy: 'queue_empty' };

    const routes = routesOf(pace.networkId, pace.livemode);
    const { now, routed, inFlightMax, inFlight, ratePerSecond, ...shares } = await readBudget(
      tx,
      queue,
      pace,
      routes,
    );
    await recordLimits(tx, queue, pace, routed);
    const { admitted: allowed, tokens } = admit(
      { ...pace, ratePerSecond, inFlightMax },
      inFlight,
      limit,
      now,
    );
    const stoppedBy = allowed === limit ? 'page_full' : tokens - allowed < 1 ? 'tokens' : 'in_flight';
    if (allowed === 0) return { admitted: [], stoppedBy };

    const claimed = await claimRows(tx, queue, allowed, leaseMs, { ...limits, ...shares });
    const isShared = [shares.defaultCapacity, ...shares.capacities.values()].some(
      (capacity) => capacity < allowed,
    );
    const whenShort = isShared ? 'in_flight' : 'queue_empty';
    if (claimed.length === 0) return { admitted: [], stoppedBy: whenShort };

    const { rows: admitted } = await tx.query<AdmittedRow>({
      name: 'dispatch-purchases',
      text: DISPATCH,
      values: [claimed.map((row) => row.id), claimed.map((row) => row.subjectUuid), leaseMs],
    });
    await tx.query({
      name: 'take-tokens',
      text: `UPDATE network_queues SET tokens = $2, tokens_at = $3 WHERE queue = $1`,
      values: [queue, tokens - claimed.length, now],
    });
    // A purchase that was settled meanwhile needs no start.
    const live = new Set(admitted.map((row) => row.outbox_id));
    await completeRows(
      tx,
      claimed.flatMap((row) => (live.has(row.id) ? [] : [row.id])),
    );
    return {
      admitted: admitted.map(readAdmitted),
      stoppedBy: claimed.length < allowed ? whenShort : stoppedBy,
    };
  });
}

interface QueueOf {
  readonly networkId: string;
  readonly livemode: boolean;
  /** What its routes together allowed at the last admission; null where it had one route. */
  readonly routesInFlightMax: number | null;
  readonly routesRatePerSecond: number | null;
}

/** Keeps what several routes allow together for readers, who do not know the routes. Writes only what has changed. */
async function recordLimits(
  tx: PoolClient,
  queue: string,
  known: QueueOf,
  limits: RoutedLimits | null,
): Promise<void> {
  const { inFlightMax, ratePerSecond } = limits ?? { inFlightMax: null, ratePerSecond: null };
  if (known.routesInFlightMax === inFlightMax && known.routesRatePerSecond === ratePerSecond) return;
  await tx.query({
    name: 'record-limits-of-routes',
    text: `
      UPDATE network_queues SET routes_in_flight_max = $2, routes_rate_per_second = $3 WHERE queue = $1`,
    values: [queue, inFlightMax, ratePerSecond],
  });
}

const LOCK_PACE = `
  SELECT q.network_id AS "networkId", q.livemode, q.routes_in_flight_max AS "routesInFlightMax",
         q.routes_rate_per_second AS "routesRatePerSecond", q.in_flight_max AS "inFlightMax", p.rate AS "ratePerSecond", p.burst,
         q.tokens, q.tokens_at AS "tokensAt"
    FROM network_queues q
   CROSS JOIN LATERAL (${PACE}) p
   WHERE q.queue = $1
     FOR UPDATE OF q`;

/** Locks in order of id, as settling does: the two meet where a backlog expires. */
const DISPATCH = `
  WITH locked AS MATERIALIZED (
    SELECT id FROM purchases WHERE id = ANY ($2::uuid[]) ORDER BY id FOR NO KEY UPDATE
  )
  UPDATE purchases p
     SET dispatched_at  = coalesce(p.dispatched_at, clock.at),
         next_action_at = clock.at + $3 * interval '1 millisecond'
    FROM unnest($1::uuid[], $2::uuid[]) AS c (outbox_id, purchase_id), locked, networks n,
         (SELECT app_now() AS at) clock
   WHERE p.id = c.purchase_id AND p.id = locked.id AND p.id = ANY ($2::uuid[]) AND n.id = p.network_id AND ${preventIndexUse("p.status = 'pending'")}
  RETURNING c.outbox_id, p.id, p.account_id, p.batch_id, p.network_id, p.bundle_id, p.reference, p.phone_number, p.resolve_by,
            n.submit_mode, n.gateway_timeout_ms, n.inquiry_delays_ms`;

interface AdmittedRow {
  readonly outbox_id: string;
  readonly id: string;
  readonly account_id: string;
  readonly batch_id: string | null;
  readonly network_id: string;
  readonly bundle_id: string;
  readonly reference: string;
  readonly phone_number: string;
  readonly resolve_by: Date;
  readonly submit_mode: 'local' | 'regular';
  readonly gateway_timeout_ms: number;
  readonly inquiry_delays_ms: readonly number[];
}

function readAdmitted(row: AdmittedRow): AdmittedPurchase {
  return {
    outboxId: row.outbox_id,
    purchaseId: idFromUuid('pur', row.id),
    accountId: idFromUuid('acc', row.account_id),
    batchId: row.batch_id === null ? null : idFromUuid('bat', row.batch_id),
    networkId: row.network_id,
    bundleId: row.bundle_id,
    publicReference: withoutNumber(row.reference, row.phone_number),
    resolveBy: row.resolve_by,
    submitMode: row.submit_mode,
    gatewayTimeoutMs: row.gateway_timeout_ms,
    inquiryDelaysMs: row.inquiry_delays_ms,
  };
}

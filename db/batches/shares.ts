import type { Pool, PoolClient } from 'pg';
import type { Span } from '../../domain/batch/measured.ts';
import { type Hours, judgeHours } from '../../domain/batch/quiet-hours.ts';
import type { Observation, SharedNetwork, SharingBatch } from '../../domain/batch/window.ts';
import { type BatchId, idFromUuid, uuidOf } from '../../domain/ids.ts';
import { LIMITS } from '../outbox/pace.ts';
import { addSpans } from './measured.ts';

/** A network of a batch: how it is shared now, and what was last observed of this batch on it. */
export interface NetworkShare {
  readonly networkId: string;
  readonly network: SharedNetwork;
  /** Every batch that runs or is paused there, this one among them. */
  readonly sharing: readonly SharingBatch[];
  readonly observed: Observation | null;
  /** Purchases of this batch that are final. */
  readonly finals: number;
  /** Whether its recipients are within the hours of this batch. */
  readonly hours: Hours;
  /** Rows of this batch that wait for their turn. */
  readonly waiting: number;
}

interface ShareRow {
  readonly network_id: string;
  readonly in_flight_max: number | null;
  readonly resolve_within_ms: number;
  readonly batch_id: string;
  readonly account_id: string;
  readonly pending: number;
  readonly finals: number;
  readonly waiting: number;
  readonly rate_per_second: number | null;
  readonly observed_at: Date | null;
  readonly observed_final: number;
  readonly now: Date;
  readonly country: string;
  readonly send_from: number | null;
  readonly send_until: number | null;
}

/** Budget of a network that has no queue: it is configured before it takes purchases. */
const BUDGET_UNKNOWN = 100;

/** How the networks of a batch that runs are shared between batches now, by the clock of the database. */
export async function readShares(
  db: Pool,
  batchId: BatchId,
): Promise<{ readonly now: Date; readonly shares: readonly NetworkShare[] }> {
  const { rows } = await db.query<ShareRow>({
    name: 'read-batch-shares',
    text: SHARES,
    values: [uuidOf('bat', batchId)],
  });
  const byNetwork = Map.groupBy(rows, (row) => row.network_id);
  const shares = [...byNetwork].flatMap(([networkId, sharing]): NetworkShare[] => {
    const mine = sharing.find((row) => idFromUuid('bat', row.batch_id) === batchId);
    if (mine === undefined) return [];
    const { in_flight_max, resolve_within_ms, observed_at, observed_final, rate_per_second, finals } = mine;
    return [
      {
        networkId,
        network: { inFlightMax: in_flight_max ?? BUDGET_UNKNOWN, resolveWithinMs: resolve_within_ms },
        sharing: sharing.map((row) => ({
          batchId: idFromUuid('bat', row.batch_id),
          accountId: idFromUuid('acc', row.account_id),
          waiting: hoursOf(row).kind === 'open' ? row.waiting : 0,
          pending: row.pending,
          perSecond: row.rate_per_second,
        })),
        observed:
          observed_at === null
            ? null
            : { at: observed_at, finals: observed_final, perSecond: rate_per_second },
        finals,
        hours: hoursOf(mine),
        waiting: mine.waiting,
      },
    ];
  });
  return { now: rows[0]?.now ?? new Date(0), shares };
}

function hoursOf({ send_from: from, send_until: until, country, now, waiting }: ShareRow): Hours {
  if (from === null || until === null || waiting === 0) return { kind: 'open' };
  return judgeHours({ from, until }, country, now);
}

/** Rows that wait in a batch that may not release them now ask for no share of a network. */
const SHARES = `
  SELECT mine.network_id, ${LIMITS.inFlightMax} AS in_flight_max, w.resolve_within_ms, b.id AS batch_id, b.account_id, clock.at AS now,
         coalesce(t.pending, 0) AS pending,
         coalesce(t.successful + t.failed + t.reversed, 0) AS finals,
         CASE WHEN b.status = 'running' AND (b.not_before IS NULL OR b.not_before <= clock.at)
              THEN n.valid - n.refused - n.released
              ELSE 0 END AS waiting,
         n.rate_per_second, n.observed_at, n.observed_final, w.country, b.send_from, b.send_until
    FROM (SELECT app_now() AS at) clock, batch_networks mine
    JOIN batches own ON own.id = mine.batch_id
    JOIN accounts owner ON owner.id = own.account_id
    JOIN networks w ON w.id = mine.network_id
    LEFT JOIN network_queues q ON q.network_id = mine.network_id AND q.livemode = owner.livemode
    JOIN batches b ON b.status IN ('running', 'paused')
    JOIN accounts a ON a.id = b.account_id AND a.livemode = owner.livemode
    JOIN batch_networks n ON n.batch_id = b.id AND n.network_id = mine.network_id
    LEFT JOIN batch_tallies t ON t.batch_id = n.batch_id AND t.network_id = n.network_id
   WHERE mine.batch_id = $1`;

/** What was observed of a batch on its networks, and of all batches there together. */
export interface NewObservation {
  readonly networkId: string;
  readonly observation: Observation;
  /** Of all batches on the network; null where nothing was observed yet. */
  readonly perSecond: number | null;
  /** What it adds to what is measured of the network. */
  readonly span: Span | null;
}

/** Keeps what a release observed. Networks are written in order of id, as every release does. */
export async function recordObservations(
  tx: PoolClient,
  batchId: BatchId,
  livemode: boolean,
  found: readonly NewObservation[],
): Promise<void> {
  if (found.length === 0) return;
  const sorted = [...found].sort((a, b) => (a.networkId < b.networkId ? -1 : 1));
  await tx.query({
    name: 'record-observations',
    text: `
      WITH seen AS (
        SELECT *
          FROM unnest($3::text[], $4::timestamptz[], $5::int[], $6::float8[], $7::float8[])
               AS s (network_id, at, finals, per_second, of_all)
      ), own AS (
        UPDATE batch_networks n
           SET observed_at = s.at, observed_final = s.finals, rate_per_second = s.per_second
          FROM seen s
         WHERE n.batch_id = $1 AND n.network_id = s.network_id
      )
      INSERT INTO batch_rates (network_id, livemode, rate_per_second, observed_at)
      SELECT network_id, $2, of_all, at FROM seen WHERE of_all IS NOT NULL
      ON CONFLICT (network_id, livemode)
      DO UPDATE SET rate_per_second = excluded.rate_per_second, observed_at = excluded.observed_at`,
    values: [
      uuidOf('bat', batchId),
      livemode,
      sorted.map(({ networkId }) => networkId),
      sorted.map(({ observation }) => observation.at),
      sorted.map(({ observation }) => observation.finals),
      sorted.map(({ observation }) => observation.perSecond),
      sorted.map(({ perSecond }) => perSecond),
    ],
  });
  await addSpans(tx, livemode, sorted);
}

/** Purchases of a batch that were released and not sent yet, by network: no more than its windows hold. */
export async function readUnsent(db: Pool, batchId: BatchId): Promise<Map<string, number>> {
  const { rows } = await db.query<{ network_id: string; unsent: number }>({
    name: 'read-unsent',
    text: `
      SELECT p.network_id, count(*)::int AS unsent
        FROM purchases p
       WHERE p.batch_id = $1 AND p.status = 'pending'
         AND NOT EXISTS (SELECT FROM submissions s WHERE s.purchase_id = p.id)
       GROUP BY p.network_id`,
    values: [uuidOf('bat', batchId)],
  });
  return new Map(rows.map(({ network_id, unsent }) => [network_id, unsent]));
}

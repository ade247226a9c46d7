import { type InFlight, LATE, type NetworkWork } from '../../domain/batch/estimate.ts';
import { judgeHours } from '../../domain/batch/quiet-hours.ts';
import type { WaitingBatch } from '../../domain/batch/shared-time.ts';
import { idFromUuid } from '../../domain/ids.ts';
import { LIMITS } from '../outbox/pace.ts';

/** A batch on a network, as PostgreSQL sends it: ids and times as text. */
export interface WorkRow extends Omit<NetworkWork, 'measured' | 'others'> {
  /** Of the network. */
  readonly country: string;
  readonly measuredAt: string | null;
  readonly measuredComplete: number | null;
  readonly measuredSeconds: number | null;
  readonly others: readonly (Omit<WaitingBatch, 'accountId'> & {
    readonly accountUuid: string;
    readonly pending: number;
    /** Its hours, in minutes of the recipients' day; null for any hour. */
    readonly sendFrom: number | null;
    readonly sendUntil: number | null;
  })[];
}

/**
 * One row with `works`, the networks of a batch as far as they limit how long it takes, as SQL; empty unless it is ready or running.
 * It reads the purchases that are pending, no more than its windows hold, and never the rows.
 * @param at SQL for the time now. `b` is the batch, `a` its account.
 */
export function worksOf(at: string): string {
  return `
    SELECT coalesce(json_agg(json_build_object(
             'name', w.name,
             'country', w.country,
             'accepting', w.status <> 'unavailable',
             'waiting', n.valid - n.refused - coalesce(t.pending + t.successful + t.failed + t.reversed, 0),
             'pending', coalesce(t.pending, 0),
             'finals', coalesce(t.successful + t.failed + t.reversed, 0),
             'elapsedMs', coalesce(extract(epoch FROM ${at} - greatest(b.started_at, b.not_before)) * 1000, 0),
             'inFlight', f.ages,
             'resolveWithinMs', w.resolve_within_ms,
             'ratePerSecond', ${LIMITS.ratePerSecond},
             'inFlightMax', ${LIMITS.inFlightMax},
             'measuredAt', r.measured_at,
             'measuredComplete', r.measured_complete,
             'measuredSeconds', r.measured_seconds,
             'ownPerSecond', n.rate_per_second,
             'others', o.others) ORDER BY n.network_id), '[]') AS works
      FROM batch_networks n
      JOIN networks w ON w.id = n.network_id
      LEFT JOIN network_queues q ON q.network_id = n.network_id AND q.livemode = a.livemode
      LEFT JOIN batch_tallies t ON t.batch_id = n.batch_id AND t.network_id = n.network_id
      LEFT JOIN batch_rates r ON r.network_id = n.network_id AND r.livemode = a.livemode
      LEFT JOIN LATERAL (${agesOf(at)}) f ON f.network_id = n.network_id
     CROSS JOIN LATERAL (${othersOf(at)}) o
     WHERE n.batch_id = b.id AND b.status IN ('ready', 'running')`;
}

/** Ages of the pending purchases of batch `b`, by network, since they were sent. What waits for its turn has no age: it takes no time of the network. */
function agesOf(at: string): string {
  const isLate = `age > greatest(whole * ${LATE.part}, ${LATE.secondsMin})`;
  const isSlow = `age > greatest(whole * ${LATE.part}, ${LATE.secondsMin}) / 2`;
  return `
    SELECT network_id, json_build_object(
             'oldestMs', max(age) * 1000,
             'youngestMs', min(age) * 1000,
             'oldestInTimeMs', max(age) FILTER (WHERE NOT ${isLate}) * 1000,
             'late', count(*) FILTER (WHERE ${isLate}),
             'slow', count(*) FILTER (WHERE ${isSlow} AND NOT ${isLate}),
             'lateEndsInMs', greatest(0, coalesce(max(until) FILTER (WHERE ${isLate}), 0) * 1000)) AS ages
      FROM (SELECT p.network_id, coalesce(greatest(0, extract(epoch FROM ${at} - p.dispatched_at)), 0) AS age,
                   extract(epoch FROM p.resolve_by - ${at}) AS until,
                   extract(epoch FROM p.resolve_by - p.created_at) AS whole
              FROM purchases p
             WHERE p.batch_id = b.id AND p.status = 'pending') pending
     GROUP BY network_id`;
}

/** The other batches that have rows or purchases on the network of `n`, in the same mode. */
function othersOf(at: string): string {
  return `
    SELECT coalesce(json_agg(json_build_object(
             -- As a UUID: the own account's, or the hash of another's.
             'accountUuid', CASE WHEN o.account_hash = md5(b.account_id::text) THEN b.account_id
                                 ELSE o.account_hash::uuid END,
             'waiting', CASE WHEN o.status = 'running' AND (o.not_before IS NULL OR o.not_before <= ${at})
                             THEN o.waiting ELSE 0 END,
             'pending', o.pending,
             'sendFrom', o.send_from,
             'sendUntil', o.send_until,
             'perSecond', o.rate_per_second)), '[]') AS others
      FROM network_backlogs o
     WHERE o.network_id = n.network_id AND o.livemode = a.livemode AND o.batch_hash <> md5(b.id::text)`;
}

/** Rows of others that wait for the hours of their recipients ask for no share of a network. @param now by the clock of the database. */
export function readWork(
  { measuredAt, measuredComplete, measuredSeconds, others, ...work }: WorkRow,
  now: Date,
): NetworkWork {
  return {
    ...work,
    inFlight: work.inFlight satisfies InFlight | null,
    measured:
      measuredAt === null || measuredComplete === null || measuredSeconds === null
        ? null
        : { at: new Date(measuredAt), completed: measuredComplete, seconds: measuredSeconds },
    others: others.map(({ accountUuid, sendFrom: from, sendUntil: until, waiting, ...other }) => {
      const isOpen =
        from === null || until === null || judgeHours({ from, until }, work.country, now).kind === 'open';
      return { ...other, waiting: isOpen ? waiting : 0, accountId: idFromUuid('acc', accountUuid) };
    }),
  };
}

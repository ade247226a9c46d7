import type { Pool } from 'pg';
import { waitingOrClaimed } from './either-index.ts';
import { LIMITS } from './pace.ts';

/** What a network's queue holds and lets through. */
export interface QueueState {
  readonly queue: string;
  readonly networkId: string;
  readonly livemode: boolean;
  readonly inFlightMax: number;
  readonly ratePerSecond: number;
  readonly inFlight: number;
  readonly waiting: number;
  /** Age of the oldest start that waits; 0 when none does. */
  readonly oldestSeconds: number;
}

/** The queues of all networks as they are now. */
export async function readQueueStates(db: Pool): Promise<QueueState[]> {
  const { rows } = await db.query<QueueState>({
    name: 'read-queue-states',
    text: `
      SELECT q.queue, q.network_id AS "networkId", q.livemode, ${LIMITS.inFlightMax} AS "inFlightMax",
             ${LIMITS.ratePerSecond} AS "ratePerSecond", f.in_flight AS "inFlight", w.waiting,
             coalesce(extract(epoch FROM clock.at - w.oldest), 0)::float8 AS "oldestSeconds"
        FROM (SELECT app_now() AS at) clock, network_queues q
       CROSS JOIN LATERAL (
             SELECT count(*)::int AS in_flight
               FROM purchases p
              WHERE p.network_id = q.network_id AND p.livemode = q.livemode AND p.status = 'pending'
                AND p.dispatched_at IS NOT NULL) f
       CROSS JOIN LATERAL (
             SELECT count(*)::int AS waiting, min(o.created_at) AS oldest
               FROM outbox o
              WHERE o.queue = q.queue AND ${waitingOrClaimed('o')}) w
       ORDER BY q.queue`,
  });
  return rows;
}

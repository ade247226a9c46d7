import type { Pool } from 'pg';

/** A process without a heartbeat for this long counts as gone. */
const SILENT_MS = 15_000;

/** Records that a worker process runs its relay, and whether it reaches Temporal; deletes processes that are long gone. */
export async function beat(db: Pool, processId: string, temporal: boolean): Promise<void> {
  await db.query({
    name: 'relay-beat',
    text: `
      WITH forgotten AS (
        DELETE FROM relay_heartbeats WHERE beat_at < (SELECT app_now()) - interval '1 day' AND process_id <> $1
      )
      INSERT INTO relay_heartbeats (process_id, beat_at, temporal)
      VALUES ($1, (SELECT app_now()), $2)
      ON CONFLICT (process_id) DO UPDATE SET beat_at = excluded.beat_at, temporal = excluded.temporal`,
    values: [processId, temporal],
  });
}

/** A process that ends in order is removed immediately. */
export async function endBeats(db: Pool, processId: string): Promise<void> {
  await db.query({ text: 'DELETE FROM relay_heartbeats WHERE process_id = $1', values: [processId] });
}

/** What PostgreSQL shows of the platform. */
export interface PlatformRecord {
  readonly at: Date;
  readonly writable: boolean;
  readonly relayAlive: boolean;
  readonly temporalReached: boolean;
}

/** Whether PostgreSQL takes writes, and the last heartbeats of the worker processes. */
export async function readPlatform(db: Pool): Promise<PlatformRecord> {
  const { rows } = await db.query<PlatformRecord>({
    name: 'read-platform',
    text: `
      SELECT n.at, current_setting('transaction_read_only') = 'off' AS writable,
             coalesce(bool_or(alive), false) AS "relayAlive",
             coalesce(bool_or(alive AND temporal), false) AS "temporalReached"
        FROM (SELECT app_now() AS at) n
        LEFT JOIN LATERAL (SELECT temporal, beat_at > n.at - $1 * interval '1 millisecond' AS alive
                             FROM relay_heartbeats) h ON true
       GROUP BY n.at`,
    values: [SILENT_MS],
  });
  if (rows[0] === undefined) throw new TypeError('the platform cannot be read');
  return rows[0];
}

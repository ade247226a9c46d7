import type { Pool } from 'pg';
import type { Retained } from '../../domain/privacy/retention.ts';

const OLDER = (column: string) => `${column} < (SELECT app_now()) - $1 * interval '1 day'`;

/** Callbacks, each network's oldest first. Those that were not handled in three days never will be. */
const CALLBACKS = `
  DELETE FROM gateway_callbacks
   WHERE id IN (SELECT c.id
                  FROM network_queues q
                 CROSS JOIN LATERAL (SELECT id
                                       FROM gateway_callbacks
                                      WHERE network_id = q.network_id AND livemode = q.livemode AND ${OLDER('received_at')}
                                      ORDER BY received_at
                                      LIMIT $2) c
                 LIMIT $2)`;

/** Answers of receivers; the attempts stay. Rows that a process is writing are left to the next pass. */
const answersOf = (table: 'webhook_attempts' | 'delivery_attempts', id: 'event_id' | 'delivery_id') => `
  WITH old AS (
    SELECT ${id}, attempt
      FROM ${table}
     WHERE answer IS NOT NULL AND ${OLDER('started_at')}
     ORDER BY started_at
     LIMIT $2
       FOR UPDATE SKIP LOCKED)
  UPDATE ${table} a SET answer = NULL FROM old WHERE a.${id} = old.${id} AND a.attempt = old.attempt`;

/** Answers of porting providers that have not been fresh for that long. */
const LOOKUPS = `
  DELETE FROM number_lookups
   WHERE phone_number IN (SELECT phone_number
                            FROM number_lookups
                           WHERE ${OLDER('fresh_until')}
                           ORDER BY fresh_until
                           LIMIT $2
                             FOR UPDATE SKIP LOCKED)`;

/** Requests of all accounts. */
const REQUESTS = `
  DELETE FROM request_log
   WHERE (account_id, id) IN (SELECT account_id, id
                                FROM request_log
                               WHERE ${OLDER('at')}
                               ORDER BY at
                               LIMIT $2
                                 FOR UPDATE SKIP LOCKED)`;

const STATEMENTS: Readonly<Record<Retained, readonly string[]>> = {
  callbacks: [CALLBACKS],
  answers: [answersOf('webhook_attempts', 'event_id'), answersOf('delivery_attempts', 'delivery_id')],
  lookups: [LOOKUPS],
  requests: [REQUESTS],
};

/** Deletes what is older than so many days, up to `limit` rows per table. Returns how many rows it changed. */
export async function deleteOlder(db: Pool, what: Retained, days: number, limit: number): Promise<number> {
  let changed = 0;
  for (const text of STATEMENTS[what]) {
    const { rowCount } = await db.query({ text, values: [days, limit] });
    changed += rowCount ?? 0;
  }
  return changed;
}

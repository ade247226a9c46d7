import { setWebhookEndpoint } from '../../../db/accounts/accounts.ts';
import { uuidOf } from '../../../domain/ids.ts';
import type { ApiFixture } from './fixture.ts';

/** Where the endpoint is that operators set for the client. */
export const HOOKS = 'https://hooks.example.com/';

/**
 * An endpoint of the client that has never accepted an event, with so many events that failed and are no longer tried.
 * @param hours how old they are; the schedule gives an event up after 24
 */
export async function addUndelivered(
  { pool, client }: Pick<ApiFixture, 'pool' | 'client'>,
  count: number,
  hours = 0,
): Promise<void> {
  await setWebhookEndpoint(pool, client.accountId, HOOKS, Buffer.from('s'));
  await pool.query('UPDATE webhook_endpoints SET failures = 3 WHERE account_id = $1', [
    uuidOf('acc', client.accountId),
  ]);
  await pool.query(
    `INSERT INTO events (id, account_id, type, subject_id, created_at, body, delivery)
     SELECT uuidv7(), $1, 'purchase.failed', uuidv7(), app_now() - $3 * interval '1 hour' - n * interval '1 second', '{}', 'failed'
       FROM generate_series(1, $2::int) n`,
    [uuidOf('acc', client.accountId), count, hours],
  );
}

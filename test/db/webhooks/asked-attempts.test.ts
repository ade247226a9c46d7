import { afterAll, beforeAll, expect, it } from 'vitest';
import { askForAttempt } from '../../../db/webhooks/asked-attempts.ts';
import { uuidOf } from '../../../domain/ids.ts';
import { createWebhookFixture, type WebhookFixture } from '../../support/webhooks/fixture.ts';

let fixture: WebhookFixture;
beforeAll(async () => {
  fixture = await createWebhookFixture();
});
afterAll(() => fixture.close());

it('asks for no attempt of an event whose type the endpoint of operators no longer gets', async () => {
  const { pool } = fixture;
  const accountId = await fixture.openAccountAt('https://client.example/hook');
  const [eventId] = await fixture.makeEvents(accountId, 1);
  if (eventId === undefined) throw new Error('no event');
  await pool.query({
    text: `UPDATE events SET type = 'batch.completed' WHERE id = $1`,
    values: [uuidOf('evt', eventId)],
  });
  const wants = (types: readonly string[]) =>
    pool.query({
      text: 'UPDATE webhook_endpoints SET extra_events = $2 WHERE account_id = $1',
      values: [uuidOf('acc', accountId), types],
    });

  await wants(['batch.completed']);
  expect(await askForAttempt(pool, { eventId, attempt: 2 })).toBe('waiting');
  await wants([]);
  expect(await askForAttempt(pool, { eventId, attempt: 3 })).toBe('no_endpoint');
  const { rows } = await pool.query({
    text: `SELECT delivery, (SELECT count(*)::int FROM outbox WHERE attempt = 3) AS queued FROM events WHERE id = $1`,
    values: [uuidOf('evt', eventId)],
  });
  expect(rows).toEqual([{ delivery: 'not_sent', queued: 0 }]);
});

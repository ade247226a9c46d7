import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EventResource } from '../../../contract/recorded-event.ts';
import { setWebhookEndpoint } from '../../../db/accounts/accounts.ts';
import { uuidOf } from '../../../domain/ids.ts';
import { addAttempt, addEvents, readEvent, resendEvent, uuidOfEvent } from '../../support/api/events.ts';
import { type ApiFixture, startApi } from '../../support/api/fixture.ts';
import { refusalOf } from '../../support/api/refusal.ts';

let api: ApiFixture;
/** Newest first. */
let events: EventResource[];

beforeAll(async () => {
  api = await startApi();
  events = await addEvents(api);
});
afterAll(() => api.close());

describe('resending an event', () => {
  const queued = async (id: string) => {
    const { rows } = await api.pool.query<{ attempt: number | null }>(
      `SELECT attempt FROM outbox WHERE subject_id = $1 AND topic = 'deliver_event' ORDER BY attempt`,
      [uuidOfEvent(id)],
    );
    return rows.map(({ attempt }) => attempt);
  };
  const emptyOutbox = () => api.pool.query(`DELETE FROM outbox WHERE topic = 'deliver_event'`);

  it('is refused while the account has no endpoint', async () => {
    await emptyOutbox();
    const answer = await resendEvent(api, events[0]?.id ?? '');
    expect(refusalOf(answer)).toEqual({ status: 422, code: 'webhook_endpoint_missing', retryable: false });
  });

  it('asks for one attempt, however often and fast it is asked, and once a minute at most', async () => {
    const { accountId } = api.client;
    await setWebhookEndpoint(api.pool, accountId, 'https://hooks.example.com/', Buffer.from('sealed'));
    const id = events.find(({ delivery }) => delivery.status === 'delivered')?.id ?? '';
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => resendEvent(api, id)));
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202, 202, 202]);
    expect(await queued(id)).toEqual([8]);

    await emptyOutbox();
    await addAttempt(api, id, 8, 20_000, null);
    const refused = await resendEvent(api, id);
    expect(refusalOf(refused)).toEqual({ status: 429, code: 'rate_limited', retryable: true });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(20);
    await api.pool.query(`UPDATE webhook_attempts SET started_at = started_at - interval '1 minute'`);
    expect((await resendEvent(api, id)).status).toBe(202);
    expect(await queued(id)).toEqual([9]);
    expect((await readEvent(api, id)).delivery.attempts).toMatchObject([{ kind: 'resent', number: null }]);
  });

  it('is possible however long ago the event was resent before', async () => {
    const id = events.find(({ delivery }) => delivery.status === 'delivered')?.id ?? '';
    await emptyOutbox();
    await api.pool.query(`UPDATE webhook_attempts SET started_at = started_at - interval '60 days'`);
    expect((await resendEvent(api, id)).status).toBe(202);
  });

  it('is possible after more attempts than a small number counts', async () => {
    const id = events.find(({ delivery }) => delivery.status === 'delivered')?.id ?? '';
    await emptyOutbox();
    await addAttempt(api, id, 32_767, 120_000, null);
    expect((await resendEvent(api, id)).status).toBe(202);
    expect(await queued(id)).toEqual([32_768]);
    await addAttempt(api, id, 32_768, 90_000, null);
    expect((await readEvent(api, id)).delivery.attempts.at(-1)).toMatchObject({
      kind: 'resent',
      answer: null,
    });
    await api.pool.query(`DELETE FROM webhook_attempts WHERE attempt > 30000`);
  });

  it('adds nothing while the first attempt has not been made', async () => {
    const id = events.find(({ delivery }) => delivery.status === 'pending')?.id ?? '';
    await emptyOutbox();
    await api.pool.query(
      `INSERT INTO outbox (id, queue, topic, subject_id, account_id, created_at)
       VALUES (uuidv7(), 'webhooks', 'deliver_event', $1, $2, app_now())`,
      [uuidOfEvent(id), uuidOf('acc', api.client.accountId)],
    );
    expect((await resendEvent(api, id)).status).toBe(202);
    expect(await queued(id)).toEqual([null]);
  });

  it('lets a hundred of an account wait, and no more', async () => {
    await emptyOutbox();
    await api.pool.query(
      `INSERT INTO outbox (id, queue, topic, subject_id, account_id, attempt, created_at)
       SELECT uuidv7(), 'webhooks', 'deliver_event', uuidv7(), $1, 8, app_now() FROM generate_series(1, 100)`,
      [uuidOf('acc', api.client.accountId)],
    );
    expect((await resendEvent(api, events[3]?.id ?? '')).status).toBe(429);
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EventResource, EventWithAttempts } from '../../../contract/webhook-event.ts';
import { setWebhookEndpoint } from '../../../db/accounts/accounts.ts';
import { newId } from '../../../domain/crypto/new-id.ts';
import { type EventId, readId, uuidOf } from '../../../domain/ids.ts';
import { type ApiFixture, addClient, type Client, settle, startApi } from '../../support/api/fixture.ts';
import { bought, call, order } from '../../support/api/http.ts';
import { invalid, refusalOf } from '../../support/api/refusal.ts';

let api: ApiFixture;
/** Newest first. */
let events: EventResource[];
let stranger: Client;

beforeAll(async () => {
  api = await startApi();
  stranger = await addClient(api.pool);
  const delivery = { confirmedAt: new Date(), networkReference: null };
  for (let made = 0; made < 30; made++) {
    const { id } = await bought(api);
    const news =
      made % 3 === 0
        ? ({ kind: 'refused', code: 'number_barred' } as const)
        : ({ kind: 'confirmed', delivery } as const);
    await settle(api, id, news);
  }
  await api.pool.query(
    `UPDATE events SET delivered_at = app_now(), delivery = 'delivered' WHERE type = 'purchase.successful'`,
  );
  events = (await list('limit=100')).data;
});
afterAll(() => api.close());

interface EventPage {
  readonly data: EventResource[];
  readonly has_more: boolean;
  readonly next_cursor: string | null;
}

async function list(query: string): Promise<EventPage> {
  const answer = await call(api, `/v1/events?${query}`);
  expect(answer.status).toBe(200);
  const page: EventPage = JSON.parse(answer.text);
  return { ...page, data: page.data.map((event) => EventResource.parse(event)) };
}

async function read(id: string): Promise<EventWithAttempts> {
  const answer = await call(api, `/v1/events/${id}`);
  expect(answer.status).toBe(200);
  return EventWithAttempts.parse(JSON.parse(answer.text));
}

function resend(id: string, key?: string) {
  return call(api, `/v1/events/${id}/resend`, { method: 'POST', ...(key === undefined ? {} : { key }) });
}

function uuidOfEvent(id: string): string {
  const event = readId('evt', id);
  if (event === null) throw new Error(`${id} is no event`);
  return uuidOf('evt', event);
}

async function addAttempt(id: string, attempt: number, ageMs: number, answer: Buffer | null): Promise<void> {
  await api.pool.query(
    `INSERT INTO webhook_attempts (event_id, attempt, started_at, finished_at, outcome, http_status, error, url,
                                   address, duration_ms, answer)
     SELECT $1, $2, at, at, 'failed', 503, 'http_status', 'https://hooks.example.com/', '93.184.216.34', 17, $4
       FROM (SELECT app_now() - $3 * interval '1 millisecond' AS at) t`,
    [uuidOfEvent(id), attempt, ageMs, answer],
  );
}

describe('the list of events', () => {
  it('is newest first, whole in pages of any size, each event as its webhook carries it', async () => {
    expect(events).toHaveLength(30);
    const order = events.map(({ created_at, id }) => created_at + id);
    expect(order).toEqual([...order].sort().reverse());

    const paged: EventResource[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page = await list(`limit=7${cursor === '' ? '' : `&cursor=${cursor}`}`);
      paged.push(...page.data);
      cursor = page.next_cursor;
    }
    expect(paged).toEqual(events);

    const { rows } = await api.pool.query<{ body: string }>(`SELECT body FROM events WHERE id = $1`, [
      uuidOfEvent(events[0]?.id ?? ''),
    ]);
    expect(events[0]).toMatchObject(JSON.parse(rows[0]?.body ?? ''));
  });

  it.each(['purchase.successful', 'purchase.failed'])(
    '[events.body] carries the whole purchase as GET shows it, of %s',
    async (type) => {
      const event = events.find((one) => one.type === type);
      const { rows } = await api.pool.query<{ body: string }>(`SELECT body FROM events WHERE id = $1`, [
        uuidOfEvent(event?.id ?? ''),
      ]);
      const body = JSON.parse(rows[0]?.body ?? '');
      expect(body).toEqual({
        id: event?.id,
        object: 'event',
        type,
        created_at: event?.created_at,
        data: { object: expect.anything() },
      });
      const read = await call(api, `/v1/purchases/${body.data.object.id}`);
      expect(body.data.object).toEqual(JSON.parse(read.text));
    },
  );

  it('[events.body] carries the purchase as it was at each moment, reversed at last', async () => {
    const client = await addClient(api.pool, { balance: 100_000 });
    const { id } = await bought(api, order(), { key: client.key });
    const moments: unknown[] = [];
    const delivery = { confirmedAt: new Date(), networkReference: 'N-9' };
    const reversal = { reversedAt: new Date(), reason: 'Credited by mistake' };
    for (const news of [
      { kind: 'confirmed', delivery },
      { kind: 'reversed', delivery, reversal },
    ] as const) {
      await settle({ ...api, client }, id, news);
      moments.push(JSON.parse((await call(api, `/v1/purchases/${id}`, { key: client.key })).text));
    }
    expect(moments).toMatchObject([{ status: 'successful' }, { status: 'reversed', reversal: {} }]);
    const { rows } = await api.pool.query<{ type: string; body: string }>(
      `SELECT type, body FROM events WHERE account_id = $1 ORDER BY created_at, id`,
      [uuidOf('acc', client.accountId)],
    );
    expect(rows.map(({ type, body }) => [type, JSON.parse(body).data.object])).toEqual([
      ['purchase.successful', moments[0]],
      ['purchase.reversed', moments[1]],
    ]);
  });

  it('can be had by type, by how delivery stands, and by time', async () => {
    const failed = events.filter(({ type }) => type === 'purchase.failed');
    expect((await list('limit=100&type=purchase.failed')).data).toEqual(failed);
    expect((await list('limit=100&delivery=pending')).data).toEqual(failed);
    expect((await list('limit=100&delivery=delivered')).data).toHaveLength(20);
    expect((await list('delivery=failed')).data).toEqual([]);

    const middle = events[14]?.created_at ?? '';
    const until = events.filter(({ created_at }) => created_at < middle);
    expect((await list(`limit=100&created_to=${middle}`)).data).toEqual(until);
    const since = events.filter(({ created_at }) => created_at >= middle);
    expect((await list(`limit=100&created_from=${middle}`)).data).toEqual(since);
  });

  it.each([
    ['type', 'type=failed'],
    ['delivery', 'delivery=lost'],
    ['created_from', 'created_from=yesterday'],
    ['limit', 'limit=101'],
    ['cursor', 'cursor=none'],
    ['status', 'status=failed'],
  ])('refuses what it does not know: %s', async (param, query) => {
    expect(refusalOf(await call(api, `/v1/events?${query}`))).toEqual(invalid(param));
  });

  it('shows nobody the events of another account', async () => {
    const answer = await call(api, '/v1/events', { key: stranger.key });
    expect(JSON.parse(answer.text).data).toEqual([]);
    const id = events[0]?.id ?? '';
    for (const refused of [
      await call(api, `/v1/events/${id}`, { key: stranger.key }),
      await resend(id, stranger.key),
      await call(api, `/v1/events/${newId('evt')}`),
      await call(api, '/v1/events/evt_1'),
    ]) {
      expect(refusalOf(refused)).toMatchObject({ status: 404, code: 'not_found', param: 'event_id' });
    }
  });
});

describe('an event', () => {
  it('is read with its attempts, their answers as text, and when the next one is due', async () => {
    const id = events.find(({ delivery }) => delivery.status === 'pending')?.id ?? '';
    expect((await read(id)).delivery).toEqual({
      status: 'pending',
      delivered_at: null,
      next_attempt_at: null,
      attempts: [],
    });
    await addAttempt(id, 1, 120_000, Buffer.from([0x6e, 0x6f, 0, 0xff]));
    await addAttempt(id, 2, 60_000, null);

    const { delivery } = await read(id);
    expect(delivery.attempts).toMatchObject([
      {
        kind: 'scheduled',
        number: 1,
        outcome: 'failed',
        http_status: 503,
        error: 'http_status',
        url: 'https://hooks.example.com/',
        address: '93.184.216.34',
        duration_ms: 17,
        answer: 'no\ufffd\ufffd',
      },
      { kind: 'scheduled', number: 2, answer: null },
    ]);
    const first = Date.parse(delivery.attempts[0]?.started_at ?? '');
    expect(delivery.next_attempt_at).toBe(new Date(first + 300_000).toISOString());
  });

  it('that was resent for ever is read with the attempts of its schedule and the last hundred others', async () => {
    const id = events.find(({ type }) => type === 'purchase.successful')?.id ?? '';
    await addAttempt(id, 1, 172_800_000, null);
    await api.pool.query(
      `INSERT INTO webhook_attempts (event_id, attempt, started_at)
       SELECT $1, n, (SELECT app_now()) - interval '1 day' + n * interval '1 minute' FROM generate_series(8, 207) n`,
      [uuidOfEvent(id)],
    );
    const { attempts } = (await read(id)).delivery;
    expect(attempts).toHaveLength(101);
    expect(attempts[0]?.kind).toBe('scheduled');
    const [oldest, newest] = [attempts[1], attempts.at(-1)].map((each) => Date.parse(each?.started_at ?? ''));
    expect((newest ?? 0) - (oldest ?? 0)).toBe(99 * 60_000);
    await api.pool.query(`DELETE FROM webhook_attempts WHERE event_id = $1`, [uuidOfEvent(id)]);
  });
});

describe('resending an event', () => {
  const queued = async (id: EventId | string) => {
    const { rows } = await api.pool.query<{ attempt: number | null }>(
      `SELECT attempt FROM outbox WHERE subject_id = $1 AND topic = 'deliver_event' ORDER BY attempt`,
      [uuidOfEvent(id)],
    );
    return rows.map(({ attempt }) => attempt);
  };
  const emptyOutbox = () => api.pool.query(`DELETE FROM outbox WHERE topic = 'deliver_event'`);

  it('is refused while the account has no endpoint', async () => {
    await emptyOutbox();
    const answer = await resend(events[0]?.id ?? '');
    expect(refusalOf(answer)).toEqual({ status: 422, code: 'webhook_endpoint_missing', retryable: false });
  });

  it('asks for one attempt, however often and fast it is asked, and once a minute at most', async () => {
    const { accountId } = api.client;
    await setWebhookEndpoint(api.pool, accountId, 'https://hooks.example.com/', Buffer.from('sealed'));
    const id = events.find(({ delivery }) => delivery.status === 'delivered')?.id ?? '';
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => resend(id)));
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202, 202, 202]);
    expect(await queued(id)).toEqual([8]);

    await emptyOutbox();
    await addAttempt(id, 8, 20_000, null);
    const refused = await resend(id);
    expect(refusalOf(refused)).toEqual({ status: 429, code: 'rate_limited', retryable: true });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(20);
    await api.pool.query(`UPDATE webhook_attempts SET started_at = started_at - interval '1 minute'`);
    expect((await resend(id)).status).toBe(202);
    expect(await queued(id)).toEqual([9]);
    expect((await read(id)).delivery.attempts).toMatchObject([{ kind: 'resent', number: null }]);
  });

  it('is possible however long ago the event was resent before', async () => {
    const id = events.find(({ delivery }) => delivery.status === 'delivered')?.id ?? '';
    await emptyOutbox();
    await api.pool.query(`UPDATE webhook_attempts SET started_at = started_at - interval '60 days'`);
    expect((await resend(id)).status).toBe(202);
  });

  it('is possible after more attempts than a small number counts', async () => {
    const id = events.find(({ delivery }) => delivery.status === 'delivered')?.id ?? '';
    await emptyOutbox();
    await addAttempt(id, 32_767, 120_000, null);
    expect((await resend(id)).status).toBe(202);
    expect(await queued(id)).toEqual([32_768]);
    await addAttempt(id, 32_768, 90_000, null);
    expect((await read(id)).delivery.attempts.at(-1)).toMatchObject({ kind: 'resent', answer: null });
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
    expect((await resend(id)).status).toBe(202);
    expect(await queued(id)).toEqual([null]);
  });

  it('lets a hundred of an account wait, and no more', async () => {
    await emptyOutbox();
    await api.pool.query(
      `INSERT INTO outbox (id, queue, topic, subject_id, account_id, attempt, created_at)
       SELECT uuidv7(), 'webhooks', 'deliver_event', uuidv7(), $1, 8, app_now() FROM generate_series(1, 100)`,
      [uuidOf('acc', api.client.accountId)],
    );
    expect((await resend(events[3]?.id ?? '')).status).toBe(429);
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EventResource } from '../../../contract/recorded-event.ts';
import { newId } from '../../../domain/crypto/new-id.ts';
import { uuidOf } from '../../../domain/ids.ts';
import {
  addAttempt,
  addEvents,
  listEvents,
  readEvent,
  resendEvent,
  uuidOfEvent,
} from '../../support/api/events.ts';
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
  events = await addEvents(api);
});
afterAll(() => api.close());

describe('the list of events', () => {
  it('is newest first, whole in pages of any size, each event as its webhook carries it', async () => {
    expect(events).toHaveLength(30);
    const order = events.map(({ created_at, id }) => created_at + id);
    expect(order).toEqual([...order].sort().reverse());

    const paged: EventResource[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page = await listEvents(api, `limit=7${cursor === '' ? '' : `&cursor=${cursor}`}`);
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
      const shown = await call(api, `/v1/purchases/${body.data.object.id}`);
      expect(body.data.object).toEqual(JSON.parse(shown.text));
    },
  );

  it('[events.body] carries the purchase as it was at each moment, reversed at last', async () => {
    const client = await addClient(api.pool, { balance: 100_000 });
    const { id } = await bought(api, order(), { key: client.key });
    const moments: unknown[] = [];
    const delivery = { confirmedAt: new Date(), networkReference: 'N-9' };
    const reversal = { reversedAt: new Date(), reason: 'Credited by mistake' };
    for (const report of [
      { kind: 'confirmed', delivery },
      { kind: 'reversed', delivery, reversal },
    ] as const) {
      await settle({ ...api, client }, id, report);
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

  it('is filtered by type, by state of delivery, and by time', async () => {
    const failed = events.filter(({ type }) => type === 'purchase.failed');
    expect((await listEvents(api, 'limit=100&type=purchase.failed')).data).toEqual(failed);
    expect((await listEvents(api, 'limit=100&delivery=pending')).data).toEqual(failed);
    expect((await listEvents(api, 'limit=100&delivery=delivered')).data).toHaveLength(20);
    expect((await listEvents(api, 'delivery=failed')).data).toEqual([]);
    const [newest] = events;
    const ofOne = `purchase_id=${newest?.data.object.id}`;
    expect((await listEvents(api, ofOne)).data).toEqual([newest]);
    expect((await listEvents(api, `${ofOne}&delivery=${newest?.delivery.status}`)).data).toEqual([newest]);
    expect((await listEvents(api, 'purchase_id=pur_none')).data).toEqual([]);
    const others = await call(api, `/v1/events?${ofOne}`, { key: stranger.key });
    expect(JSON.parse(others.text).data).toEqual([]);

    const middle = events[14]?.created_at ?? '';
    const until = events.filter(({ created_at }) => created_at < middle);
    expect((await listEvents(api, `limit=100&created_to=${middle}`)).data).toEqual(until);
    const since = events.filter(({ created_at }) => created_at >= middle);
    expect((await listEvents(api, `limit=100&created_from=${middle}`)).data).toEqual(since);
  });

  it.each([
    ['type', 'type=failed'],
    ['delivery', 'delivery=lost'],
    ['created_from', 'created_from=yesterday'],
    ['limit', 'limit=101'],
    ['cursor', 'cursor=none'],
    ['status', 'status=failed'],
  ])('rejects an unknown value: %s', async (param, query) => {
    expect(refusalOf(await call(api, `/v1/events?${query}`))).toEqual(invalid(param));
  });

  it('does not show the events of another account', async () => {
    const answer = await call(api, '/v1/events', { key: stranger.key });
    expect(JSON.parse(answer.text).data).toEqual([]);
    const id = events[0]?.id ?? '';
    for (const refused of [
      await call(api, `/v1/events/${id}`, { key: stranger.key }),
      await resendEvent(api, id, stranger.key),
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
    expect((await readEvent(api, id)).delivery).toEqual({
      status: 'pending',
      delivered_at: null,
      next_attempt_at: null,
      attempts: [],
    });
    await addAttempt(api, id, 1, 120_000, Buffer.from([0x6e, 0x6f, 0, 0xff]));
    await addAttempt(api, id, 2, 60_000, null);

    const { delivery } = await readEvent(api, id);
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

  it('that was resent hundreds of times is read with the attempts of its schedule and the last hundred others', async () => {
    const id = events.find(({ type }) => type === 'purchase.successful')?.id ?? '';
    await addAttempt(api, id, 1, 172_800_000, null);
    await api.pool.query(
      `INSERT INTO webhook_attempts (event_id, attempt, started_at)
       SELECT $1, n, (SELECT app_now()) - interval '1 day' + n * interval '1 minute' FROM generate_series(8, 207) n`,
      [uuidOfEvent(id)],
    );
    const { attempts } = (await readEvent(api, id)).delivery;
    expect(attempts).toHaveLength(101);
    expect(attempts[0]?.kind).toBe('scheduled');
    const [oldest, newest] = [attempts[1], attempts.at(-1)].map((each) => Date.parse(each?.started_at ?? ''));
    expect((newest ?? 0) - (oldest ?? 0)).toBe(99 * 60_000);
    await api.pool.query(`DELETE FROM webhook_attempts WHERE event_id = $1`, [uuidOfEvent(id)]);
  });
});

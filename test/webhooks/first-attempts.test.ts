import type { Pool } from 'pg';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type EventId, uuidOf } from '../../domain/ids.ts';
import { createFirstAttempts } from '../../relay/first-attempts.ts';
import type { Deliveries } from '../../webhooks/deliver.ts';
import { type Answer, OK, type Receiver, startReceiver } from './receiver.ts';
import { createWebhookSetting, type WebhookSetting } from './setting.ts';

const LEASE_MS = 120_000;

let setting: WebhookSetting;
let receiver: Receiver;
let answer: Answer;

beforeEach(async () => {
  setting = await createWebhookSetting();
  answer = OK;
  receiver = await startReceiver((response, nth) => answer(response, nth));
});
afterEach(async () => {
  await receiver.close();
  await setting.close();
});

/** One pass of a relay, and the end of all it began. */
async function attemptAll(deliveries: Deliveries = setting.deliveries): Promise<void> {
  const log = pino({ level: 'silent' });
  const first = createFirstAttempts({ pool: setting.pool, deliveries, log }, () => {});
  await first.pass();
  await first.idle();
}

async function makeEvent(url: string | null = receiver.url): Promise<EventId> {
  const [event] = await setting.makeEvents(await setting.openAccountAt(url), 1);
  if (event === undefined) throw new Error('no event');
  return event;
}

interface AttemptRow {
  readonly attempt: number;
  readonly outcome: string | null;
  readonly http_status: number | null;
  readonly error: string | null;
}

async function attemptsOf(event: EventId): Promise<AttemptRow[]> {
  const { rows } = await setting.pool.query<AttemptRow>(
    `SELECT attempt, outcome, http_status, error FROM webhook_attempts WHERE event_id = $1 ORDER BY attempt`,
    [uuidOf('evt', event)],
  );
  return rows;
}

/** Topics that the outbox holds for an event, and whether the event was delivered. */
async function stateOf(event: EventId) {
  const { rows } = await setting.pool.query<{ topics: string[] | null; delivered: boolean }>(
    `SELECT (SELECT array_agg(queue || ':' || topic) FROM outbox WHERE subject_id = $1) AS topics,
            (SELECT delivered_at IS NOT NULL FROM events WHERE id = $1) AS delivered`,
    [uuidOf('evt', event)],
  );
  return { topics: rows[0]?.topics ?? [], delivered: rows[0]?.delivered };
}

describe('a first attempt', () => {
  it('sends the stored body under the event id, and the row of the attempt is committed before it is sent', async () => {
    const event = await makeEvent();
    let seen: Promise<AttemptRow[]> = Promise.resolve([]);
    answer = (response) => {
      seen = attemptsOf(event);
      void seen.then(() => response.writeHead(204).end());
    };
    await attemptAll();

    expect(await seen).toEqual([{ attempt: 1, outcome: null, http_status: null, error: null }]);
    expect(await attemptsOf(event)).toEqual([
      { attempt: 1, outcome: 'delivered', http_status: 204, error: null },
    ]);
    expect(await stateOf(event)).toEqual({ topics: [], delivered: true });

    const { rows } = await setting.pool.query<{ body: string }>(`SELECT body FROM events WHERE id = $1`, [
      uuidOf('evt', event),
    ]);
    expect(receiver.received.map(({ body }) => body.toString('utf8'))).toEqual([rows[0]?.body]);
    expect(JSON.parse(rows[0]?.body ?? '')).toMatchObject({
      id: event,
      object: 'event',
      type: 'purchase.failed',
    });
    expect(receiver.received[0]?.headers['svc-event-id']).toBe(event);
  });

  it('that fails is recorded and its retries are queued in one commit', async () => {
    const event = await makeEvent();
    answer = (response) => response.writeHead(503).end();
    setting.woken.clear();
    await attemptAll();

    expect(await attemptsOf(event)).toEqual([
      { attempt: 1, outcome: 'failed', http_status: 503, error: 'http_status' },
    ]);
    expect(await stateOf(event)).toEqual({ topics: ['temporal:retry_event'], delivered: false });
    expect(setting.woken).toContain('temporal');
    const { rows } = await setting.pool.query<{ together: boolean }>(
      `SELECT a.xmin = o.xmin AS together FROM webhook_attempts a JOIN outbox o ON o.subject_id = a.event_id
        WHERE a.event_id = $1`,
      [uuidOf('evt', event)],
    );
    expect(rows).toEqual([{ together: true }]);
  });

  it('whose record was lost is made again under the same event id, as the same attempt', async () => {
    const event = await makeEvent();
    await attemptAll(setting.deliveriesOver(withoutRecords(setting.pool)));
    expect(await attemptsOf(event)).toMatchObject([{ attempt: 1, outcome: null }]);

    await attemptAll();
    expect(receiver.received).toHaveLength(1);
    await setting.moveClock(LEASE_MS + 1);
    await attemptAll();
    expect(receiver.received.map(({ headers }) => headers['svc-event-id'])).toEqual([event, event]);
    expect(await attemptsOf(event)).toMatchObject([{ attempt: 1, outcome: 'delivered' }]);
    expect(await stateOf(event)).toEqual({ topics: [], delivered: true });
  });

  it('of an account without an endpoint is not made; the event stays to be read', async () => {
    const event = await makeEvent(null);
    await attemptAll();
    expect(await attemptsOf(event)).toEqual([]);
    expect(await stateOf(event)).toEqual({ topics: [], delivered: false });
  });

  it('that cannot even be signed hurts no other', async () => {
    const spoilt = await setting.openAccountAt(receiver.url);
    await setting.spoilSecret(spoilt);
    const [unsendable] = await setting.makeEvents(spoilt, 1);
    const good = await makeEvent();
    await attemptAll();
    expect(await stateOf(good)).toEqual({ topics: [], delivered: true });
    if (unsendable === undefined) throw new Error('no event');
    expect(await stateOf(unsendable)).toEqual({ topics: ['temporal:retry_event'], delivered: false });
  });

  it('is made once by two relays that look at once', async () => {
    await setting.makeEvents(await setting.openAccountAt(receiver.url), 100);
    await Promise.all([attemptAll(), attemptAll(), attemptAll()]);
    const ids = receiver.received.map(({ headers }) => headers['svc-event-id']);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe('a later attempt', () => {
  it('is recorded under its number, and goes to the endpoint as it is now', async () => {
    const event = await makeEvent('http://127.0.0.1:9/old');
    await attemptAll();
    await setting.pool.query(`UPDATE webhook_endpoints SET url = $1`, [receiver.url]);
    answer = (response, nth) => response.writeHead(nth === 1 ? 500 : 200).end();

    expect(await setting.deliveries.deliverAgain(event, 2)).toBe('failed');
    expect(await setting.deliveries.deliverAgain(event, 3)).toBe('delivered');
    expect(await attemptsOf(event)).toMatchObject([
      { attempt: 1, error: 'connect' },
      { attempt: 2, http_status: 500 },
      { attempt: 3, http_status: 200 },
    ]);
    const bodies = receiver.received.map(({ body }) => body.toString('utf8'));
    expect(new Set(bodies).size).toBe(1);
  });

  it('is not made once the event was delivered, nor where the endpoint is gone', async () => {
    const delivered = await makeEvent();
    await attemptAll();
    expect(await setting.deliveries.deliverAgain(delivered, 2)).toBe('delivered');
    expect(receiver.received).toHaveLength(1);

    const gone = await makeEvent();
    await setting.pool.query(`DELETE FROM webhook_endpoints`);
    expect(await setting.deliveries.deliverAgain(gone, 2)).toBe('no_endpoint');
    expect(await attemptsOf(gone)).toEqual([]);
  });
});

/** The pool of a process that dies before it has recorded what came back. */
function withoutRecords(pool: Pool): Pool {
  return new Proxy(pool, {
    get(target, name) {
      if (name !== 'query') return Reflect.get(target, name);
      return (query: { name?: string }) => {
        if (query.name === 'finish-attempts') return Promise.reject(new Error('the process died'));
        return target.query(query as Parameters<Pool['query']>[0]);
      };
    },
  });
}

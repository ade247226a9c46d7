import type { Pool } from 'pg';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type FinishedAttempt, finishAttempts, openAttempts } from '../../../db/webhooks/webhooks.ts';
import { newUuid } from '../../../domain/crypto/new-id.ts';
import { type EventId, uuidOf } from '../../../domain/ids.ts';
import type { Deliveries } from '../../../services/webhooks/deliver.ts';
import { createWebhookAttempts } from '../../../worker/relay/webhook-attempts.ts';
import { createWebhookFixture, type WebhookFixture } from '../../support/webhooks/fixture.ts';
import { type Answer, OK, type Receiver, startReceiver } from '../../support/webhooks/receiver.ts';

const LEASE_MS = 120_000;

let fixture: WebhookFixture;
let receiver: Receiver;
let answer: Answer;

beforeEach(async () => {
  fixture = await createWebhookFixture();
  answer = OK;
  receiver = await startReceiver((response, nth) => answer(response, nth));
});
afterEach(async () => {
  await receiver.close();
  await fixture.close();
});

/** A pass of a relay over each queue of attempts, and the end of all it began. */
async function attemptAll(deliveries: Deliveries = fixture.deliveries): Promise<void> {
  const log = pino({ level: 'silent' });
  const attempts = createWebhookAttempts({ pool: fixture.pool, deliveries, log, onFree: () => {} });
  await attempts.open();
  await attempts.idle();
  await attempts.held();
  await attempts.idle();
}

async function makeEvent(url: string | null = receiver.url): Promise<EventId> {
  const [event] = await fixture.makeEvents(await fixture.openAccountAt(url), 1);
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
  const { rows } = await fixture.pool.query<AttemptRow>(
    `SELECT attempt, outcome, http_status, error FROM webhook_attempts WHERE event_id = $1 ORDER BY attempt`,
    [uuidOf('evt', event)],
  );
  return rows;
}

async function deliveryOf(event: EventId): Promise<string | undefined> {
  const { rows } = await fixture.pool.query<{ delivery: string }>(
    `SELECT delivery FROM events WHERE id = $1`,
    [uuidOf('evt', event)],
  );
  return rows[0]?.delivery;
}

/** Topics that the outbox holds for an event, and whether the event was delivered. */
async function stateOf(event: EventId) {
  const { rows } = await fixture.pool.query<{ topics: string[] | null; delivered: boolean }>(
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

    const { rows } = await fixture.pool.query<{ body: string }>(`SELECT body FROM events WHERE id = $1`, [
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
    fixture.woken.clear();
    await attemptAll();

    expect(await attemptsOf(event)).toEqual([
      { attempt: 1, outcome: 'failed', http_status: 503, error: 'http_status' },
    ]);
    expect(await stateOf(event)).toEqual({ topics: ['temporal:retry_event'], delivered: false });
    expect(fixture.woken).toContain('temporal');
    const { rows } = await fixture.pool.query<{ together: boolean }>(
      `SELECT a.xmin = o.xmin AS together FROM webhook_attempts a JOIN outbox o ON o.subject_id = a.event_id
        WHERE a.event_id = $1`,
      [uuidOf('evt', event)],
    );
    expect(rows).toEqual([{ together: true }]);
  });

  it('[events.at_least_once] whose record was lost is made again under the same event id, as the same attempt', async () => {
    const event = await makeEvent();
    await attemptAll(fixture.deliveriesOver(failing(fixture.pool, (name) => name === 'finish-attempts')));
    expect(await attemptsOf(event)).toMatchObject([{ attempt: 1, outcome: null }]);

    await attemptAll();
    expect(receiver.received).toHaveLength(1);
    await fixture.moveClock(LEASE_MS + 1);
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

  it('that cannot be signed hurts no other, and is made once the right key is there', async () => {
    const spoilt = await fixture.openAccountAt(receiver.url);
    const usual = await fixture.spoilSecret(spoilt);
    const [unsendable] = await fixture.makeEvents(spoilt, 1);
    const good = await makeEvent();
    await attemptAll();
    expect(await stateOf(good)).toEqual({ topics: [], delivered: true });
    if (unsendable === undefined) throw new Error('no event');
    expect(await attemptsOf(unsendable)).toEqual([]);
    expect(await stateOf(unsendable)).toEqual({ topics: ['webhooks:deliver_event'], delivered: false });

    await usual();
    await fixture.moveClock(60_001);
    await attemptAll();
    expect(await stateOf(unsendable)).toEqual({ topics: [], delivered: true });
    expect(await attemptsOf(unsendable)).toMatchObject([{ attempt: 1, outcome: 'delivered' }]);
  });

  it('is made once by two relays that look at once', async () => {
    await fixture.makeEvents(await fixture.openAccountAt(receiver.url), 100);
    await Promise.all([attemptAll(), attemptAll(), attemptAll()]);
    const ids = receiver.received.map(({ headers }) => headers['svc-event-id']);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

it('a pass that breaks off keeps no slots', async () => {
  await fixture.makeEvents(await fixture.openAccountAt(receiver.url), 1);
  await fixture.pool.query(`UPDATE webhook_endpoints SET failures = 1`);
  const events = await fixture.makeEvents(await fixture.openAccountAt(receiver.url), 4);
  let broken = true;
  const pool = failing(fixture.pool, (name) => broken && name === 'move-attempts');
  const log = pino({ level: 'silent' });
  const attempts = createWebhookAttempts({ pool, deliveries: fixture.deliveries, log, onFree: () => {} });
  await expect(attempts.open()).rejects.toThrow('the process died');

  broken = false;
  await fixture.moveClock(LEASE_MS + 1);
  await attempts.open();
  await attempts.idle();
  for (const event of events) expect(await stateOf(event)).toEqual({ topics: [], delivered: true });
});

describe('the record of an endpoint', () => {
  it('tells nothing of an attempt at the address that it had before', async () => {
    const event = await makeEvent();
    answer = (response) => {
      const moved = fixture.pool.query(`UPDATE webhook_endpoints SET url = 'http://127.0.0.1:9/new'`);
      void moved.then(() => response.writeHead(500).end());
    };
    await attemptAll();
    expect(await attemptsOf(event)).toMatchObject([{ attempt: 1, outcome: 'failed' }]);
    const { rows } = await fixture.pool.query(`SELECT failures FROM webhook_endpoints`);
    expect(rows).toEqual([{ failures: 0 }]);
  });
});

describe('a later attempt', () => {
  it('is recorded under its number, and goes to the endpoint as it is now', async () => {
    const event = await makeEvent('http://127.0.0.1:9/old');
    await attemptAll();
    await fixture.pool.query(`UPDATE webhook_endpoints SET url = $1`, [receiver.url]);
    answer = (response, nth) => response.writeHead(nth === 1 ? 500 : 200).end();

    for (const [attempt, outcome] of [
      [2, 'failed'],
      [3, 'delivered'],
    ] as const) {
      expect(await fixture.deliveries.ask(event, attempt)).toBe('waiting');
      await attemptAll();
      expect(await fixture.deliveries.ask(event, attempt)).toBe(outcome);
    }
    expect(await attemptsOf(event)).toMatchObject([
      { attempt: 1, error: 'connect' },
      { attempt: 2, http_status: 500 },
      { attempt: 3, http_status: 200 },
    ]);
    const { rows } = await fixture.pool.query(
      `SELECT url, address, answer FROM webhook_attempts ORDER BY attempt`,
    );
    expect(rows.map(({ url }) => url)).toEqual(['http://127.0.0.1:9/old', receiver.url, receiver.url]);
    const bodies = receiver.received.map(({ body }) => body.toString('utf8'));
    expect(new Set(bodies).size).toBe(1);
  });

  it('is made once however often it is asked for', async () => {
    const event = await makeEvent();
    answer = (response) => response.writeHead(500).end();
    await attemptAll();
    await Promise.all(Array.from({ length: 20 }, () => fixture.deliveries.ask(event, 2)));
    await attemptAll();
    await attemptAll();
    expect(receiver.received).toHaveLength(2);
    expect(await fixture.deliveries.ask(event, 2)).toBe('failed');
    await attemptAll();
    expect(receiver.received).toHaveLength(2);
  });

  it('is not made once the event was delivered, nor where the endpoint is gone', async () => {
    const delivered = await makeEvent();
    await attemptAll();
    expect(await fixture.deliveries.ask(delivered, 2)).toBe('delivered');
    await attemptAll();
    expect(receiver.received).toHaveLength(1);

    const gone = await makeEvent();
    await fixture.pool.query(`DELETE FROM webhook_endpoints`);
    expect(await fixture.deliveries.ask(gone, 2)).toBe('no_endpoint');
    expect(await attemptsOf(gone)).toEqual([]);
  });
});

describe('an event', () => {
  it('whose endpoint is gone is not pending for ever', async () => {
    const event = await makeEvent();
    answer = (response) => response.writeHead(500).end();
    await attemptAll();
    await fixture.pool.query(`DELETE FROM webhook_endpoints`);
    expect(await fixture.deliveries.ask(event, 2)).toBe('no_endpoint');
    expect(await deliveryOf(event)).toBe('not_sent');
  });

  it.each(['first', 'last'])(
    'is delivered when its last attempt fails beside a resend that does not: %s',
    async (at) => {
      const accountId = await fixture.openAccountAt(receiver.url);
      const [event] = await fixture.makeEvents(accountId, 1);
      if (event === undefined) throw new Error('no event');
      const { url } = receiver;
      await openAttempts(fixture.pool, [
        { eventId: event, attempt: 7, url },
        { eventId: event, attempt: 8, url },
      ]);
      const rest = {
        eventId: event,
        accountId,
        url,
        error: null,
        address: null,
        durationMs: 1,
        answer: null,
      };
      const failed: FinishedAttempt = {
        ...rest,
        attempt: 7,
        outcome: 'failed',
        httpStatus: 500,
        outboxId: newUuid(),
        retryOutboxId: null,
      };
      const resent: FinishedAttempt = { ...failed, attempt: 8, outcome: 'delivered', httpStatus: 200 };
      await finishAttempts(fixture.pool, at === 'first' ? [failed, resent] : [resent, failed]);
      expect(await deliveryOf(event)).toBe('delivered');
      expect(await attemptsOf(event)).toMatchObject([
        { attempt: 7, outcome: 'failed' },
        { attempt: 8, outcome: 'delivered' },
      ]);
    },
  );
});

describe('what is kept of an attempt', () => {
  const detailsOf = async (event: EventId) => {
    const { rows } = await fixture.pool.query<{
      url: string;
      address: string;
      duration_ms: number;
      answer: Buffer;
    }>(`SELECT url, address, duration_ms, answer FROM webhook_attempts WHERE event_id = $1`, [
      uuidOf('evt', event),
    ]);
    return rows[0];
  };

  it('is where it went, how long it took, and the first 4 KiB of the answer as they came', async () => {
    const event = await makeEvent();
    const said = Buffer.concat([Buffer.from([0, 255, 254]), Buffer.alloc(9_000, 'a')]);
    answer = (response) => void setTimeout(() => response.writeHead(422).end(said), 80);
    await attemptAll();
    const details = await detailsOf(event);
    expect(details).toMatchObject({ url: receiver.url, address: '127.0.0.1' });
    // Timers and clocks round to the millisecond each.
    expect(details?.duration_ms).toBeGreaterThanOrEqual(78);
    expect(details?.answer.equals(said.subarray(0, 4_096))).toBe(true);
  });

  it('is what was asked of whom, where nobody answered', async () => {
    const event = await makeEvent('http://127.0.0.1:9/nobody');
    await attemptAll();
    expect(await detailsOf(event)).toMatchObject({ address: '127.0.0.1', answer: null });
  });
});

/** A pool of which the statements of such names fail. */
function failing(pool: Pool, fails: (name: string | undefined) => boolean): Pool {
  return new Proxy(pool, {
    get(target, name) {
      if (name !== 'query') return Reflect.get(target, name);
      return (query: { name?: string }, values?: unknown[]) => {
        if (fails(query.name)) return Promise.reject(new Error('the process died'));
        return target.query(query as Parameters<Pool['query']>[0], values);
      };
    },
  });
}

it('a slot that is free wakes the relay where an event waits for it, and not where none does', async () => {
  const accountId = await fixture.openAccountAt(receiver.url);
  const log = pino({ level: 'silent' });
  const woken: string[] = [];
  const onFree = (queue: string) => void woken.push(queue);
  const attempts = createWebhookAttempts({ pool: fixture.pool, deliveries: fixture.deliveries, log, onFree });

  // Of an endpoint of which nothing is known, four at once.
  await fixture.makeEvents(accountId, 6);
  await attempts.open();
  await attempts.idle();
  expect(woken).toHaveLength(4);

  await attempts.open();
  await attempts.idle();
  await attempts.open();
  woken.length = 0;
  await fixture.makeEvents(accountId, 1);
  await attempts.open();
  await attempts.idle();
  expect(woken).toEqual([]);
  expect(await fixture.pool.query(`SELECT FROM outbox WHERE queue = 'webhooks'`)).toMatchObject({
    rowCount: 0,
  });
});

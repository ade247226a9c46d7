import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { uuidOf } from '../../../domain/ids.ts';
import {
  type AttemptFixture,
  type AttemptRow,
  createAttemptFixture,
  failing,
  LEASE_MS,
} from '../../support/webhooks/attempts.ts';

let fixture: AttemptFixture;

beforeEach(async () => {
  fixture = await createAttemptFixture();
});
afterEach(() => fixture.close());

describe('a first attempt', () => {
  it('sends the stored body under the event id, and the row of the attempt is committed before it is sent', async () => {
    const event = await fixture.makeEvent();
    let seen: Promise<AttemptRow[]> = Promise.resolve([]);
    fixture.answerWith((response) => {
      seen = fixture.attemptsOf(event);
      void seen.then(() => response.writeHead(204).end());
    });
    await fixture.attemptAll();

    expect(await seen).toEqual([{ attempt: 1, outcome: null, http_status: null, error: null }]);
    expect(await fixture.attemptsOf(event)).toEqual([
      { attempt: 1, outcome: 'delivered', http_status: 204, error: null },
    ]);
    expect(await fixture.stateOf(event)).toEqual({ topics: [], delivered: true });

    const { rows } = await fixture.pool.query<{ body: string }>(`SELECT body FROM events WHERE id = $1`, [
      uuidOf('evt', event),
    ]);
    expect(fixture.receiver.received.map(({ body }) => body.toString('utf8'))).toEqual([rows[0]?.body]);
    expect(JSON.parse(rows[0]?.body ?? '')).toMatchObject({
      id: event,
      object: 'event',
      type: 'purchase.failed',
    });
    expect(fixture.receiver.received[0]?.headers['svc-event-id']).toBe(event);
  });

  it('that fails is recorded and its retries are queued in one commit', async () => {
    const event = await fixture.makeEvent();
    fixture.answerWith((response) => response.writeHead(503).end());
    fixture.woken.clear();
    await fixture.attemptAll();

    expect(await fixture.attemptsOf(event)).toEqual([
      { attempt: 1, outcome: 'failed', http_status: 503, error: 'http_status' },
    ]);
    expect(await fixture.stateOf(event)).toEqual({ topics: ['temporal:retry_event'], delivered: false });
    expect(fixture.woken).toContain('temporal');
    const { rows } = await fixture.pool.query<{ together: boolean }>(
      `SELECT a.xmin = o.xmin AS together FROM webhook_attempts a JOIN outbox o ON o.subject_id = a.event_id
        WHERE a.event_id = $1`,
      [uuidOf('evt', event)],
    );
    expect(rows).toEqual([{ together: true }]);
  });

  it('[events.at_least_once] whose record was lost is made again under the same event id, as the same attempt', async () => {
    const event = await fixture.makeEvent();
    await fixture.attemptAll(
      fixture.deliveriesOver(failing(fixture.pool, (name) => name === 'finish-event-attempts')),
    );
    expect(await fixture.attemptsOf(event)).toMatchObject([{ attempt: 1, outcome: null }]);

    await fixture.attemptAll();
    expect(fixture.receiver.received).toHaveLength(1);
    await fixture.moveClock(LEASE_MS + 1);
    await fixture.attemptAll();
    expect(fixture.receiver.received.map(({ headers }) => headers['svc-event-id'])).toEqual([event, event]);
    expect(await fixture.attemptsOf(event)).toMatchObject([{ attempt: 1, outcome: 'delivered' }]);
    expect(await fixture.stateOf(event)).toEqual({ topics: [], delivered: true });
  });

  it('of an account without an endpoint is not made; the event stays to be read', async () => {
    const event = await fixture.makeEvent(null);
    await fixture.attemptAll();
    expect(await fixture.attemptsOf(event)).toEqual([]);
    expect(await fixture.stateOf(event)).toEqual({ topics: [], delivered: false });
  });

  it('that cannot be signed does not affect others, and is made once the right key is configured', async () => {
    const spoilt = await fixture.openAccountAt(fixture.receiver.url);
    const usual = await fixture.spoilSecret(spoilt);
    const [unsendable] = await fixture.makeEvents(spoilt, 1);
    const good = await fixture.makeEvent();
    await fixture.attemptAll();
    expect(await fixture.stateOf(good)).toEqual({ topics: [], delivered: true });
    if (unsendable === undefined) throw new Error('no event');
    expect(await fixture.attemptsOf(unsendable)).toEqual([]);
    expect(await fixture.stateOf(unsendable)).toEqual({
      topics: ['webhooks:deliver_event'],
      delivered: false,
    });

    await usual();
    await fixture.moveClock(60_001);
    await fixture.attemptAll();
    expect(await fixture.stateOf(unsendable)).toEqual({ topics: [], delivered: true });
    expect(await fixture.attemptsOf(unsendable)).toMatchObject([{ attempt: 1, outcome: 'delivered' }]);
  });

  it('is made once by two relays that claim concurrently', async () => {
    await fixture.makeEvents(await fixture.openAccountAt(fixture.receiver.url), 100);
    await Promise.all([fixture.attemptAll(), fixture.attemptAll(), fixture.attemptAll()]);
    const ids = fixture.receiver.received.map(({ headers }) => headers['svc-event-id']);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe('a later attempt', () => {
  it('is recorded under its number, and goes to the endpoint as it is now', async () => {
    const event = await fixture.makeEvent('http://127.0.0.1:9/old');
    await fixture.attemptAll();
    await fixture.pool.query(`UPDATE webhook_endpoints SET url = $1`, [fixture.receiver.url]);
    fixture.answerWith((response, nth) => response.writeHead(nth === 1 ? 500 : 200).end());

    for (const [attempt, outcome] of [
      [2, 'failed'],
      [3, 'delivered'],
    ] as const) {
      expect(await fixture.deliveries.ask(event, attempt)).toBe('waiting');
      await fixture.attemptAll();
      expect(await fixture.deliveries.ask(event, attempt)).toBe(outcome);
    }
    expect(await fixture.attemptsOf(event)).toMatchObject([
      { attempt: 1, error: 'connect' },
      { attempt: 2, http_status: 500 },
      { attempt: 3, http_status: 200 },
    ]);
    const { rows } = await fixture.pool.query(
      `SELECT url, address, answer FROM webhook_attempts ORDER BY attempt`,
    );
    expect(rows.map(({ url }) => url)).toEqual([
      'http://127.0.0.1:9/old',
      fixture.receiver.url,
      fixture.receiver.url,
    ]);
    const bodies = fixture.receiver.received.map(({ body }) => body.toString('utf8'));
    expect(new Set(bodies).size).toBe(1);
  });

  it('is made once, however often it is requested', async () => {
    const event = await fixture.makeEvent();
    fixture.answerWith((response) => response.writeHead(500).end());
    await fixture.attemptAll();
    await Promise.all(Array.from({ length: 20 }, () => fixture.deliveries.ask(event, 2)));
    await fixture.attemptAll();
    await fixture.attemptAll();
    expect(fixture.receiver.received).toHaveLength(2);
    expect(await fixture.deliveries.ask(event, 2)).toBe('failed');
    await fixture.attemptAll();
    expect(fixture.receiver.received).toHaveLength(2);
  });

  it('is not made after the event was delivered, or if the endpoint is gone', async () => {
    const delivered = await fixture.makeEvent();
    await fixture.attemptAll();
    expect(await fixture.deliveries.ask(delivered, 2)).toBe('delivered');
    await fixture.attemptAll();
    expect(fixture.receiver.received).toHaveLength(1);

    const gone = await fixture.makeEvent();
    await fixture.pool.query(`DELETE FROM webhook_endpoints`);
    expect(await fixture.deliveries.ask(gone, 2)).toBe('no_endpoint');
    expect(await fixture.attemptsOf(gone)).toEqual([]);
  });
});

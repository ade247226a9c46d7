import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type FinishedAttempt, finishAttempts, openAttempts } from '../../../db/webhooks/webhooks.ts';
import { newUuid } from '../../../domain/crypto/new-id.ts';
import { type EventId, uuidOf } from '../../../domain/ids.ts';
import { type AttemptFixture, createAttemptFixture } from '../../support/webhooks/attempts.ts';

let fixture: AttemptFixture;

beforeEach(async () => {
  fixture = await createAttemptFixture();
});
afterEach(() => fixture.close());

describe('the record of an endpoint', () => {
  it('ignores an attempt at the address that the endpoint had before', async () => {
    const event = await fixture.makeEvent();
    fixture.answerWith((response) => {
      const moved = fixture.pool.query(`UPDATE webhook_endpoints SET url = 'http://127.0.0.1:9/new'`);
      void moved.then(() => response.writeHead(500).end());
    });
    await fixture.attemptAll();
    expect(await fixture.attemptsOf(event)).toMatchObject([{ attempt: 1, outcome: 'failed' }]);
    const { rows } = await fixture.pool.query(`SELECT failures FROM webhook_endpoints`);
    expect(rows).toEqual([{ failures: 0 }]);
  });
});

describe('an event', () => {
  it('whose endpoint is gone does not stay pending', async () => {
    const event = await fixture.makeEvent();
    fixture.answerWith((response) => response.writeHead(500).end());
    await fixture.attemptAll();
    await fixture.pool.query(`DELETE FROM webhook_endpoints`);
    expect(await fixture.deliveries.ask(event, 2)).toBe('no_endpoint');
    expect(await fixture.deliveryOf(event)).toBe('not_sent');
  });

  it.each(['first', 'last'])(
    'is delivered when its last attempt fails beside a resend that does not: %s',
    async (at) => {
      const accountId = await fixture.openAccountAt(fixture.receiver.url);
      const [event] = await fixture.makeEvents(accountId, 1);
      if (event === undefined) throw new Error('no event');
      const { url } = fixture.receiver;
      const [subjectUuid, turn] = [uuidOf('evt', event), uuidOf('acc', accountId)];
      await openAttempts(fixture.pool, [
        { subjectUuid, turn, attempt: 7, url },
        { subjectUuid, turn, attempt: 8, url },
      ]);
      const rest = {
        subjectUuid,
        turn,
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
      expect(await fixture.deliveryOf(event)).toBe('delivered');
      expect(await fixture.attemptsOf(event)).toMatchObject([
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
    const event = await fixture.makeEvent();
    const body = Buffer.concat([Buffer.from([0, 255, 254]), Buffer.alloc(9_000, 'a')]);
    fixture.answerWith((response) => void setTimeout(() => response.writeHead(422).end(body), 80));
    await fixture.attemptAll();
    const details = await detailsOf(event);
    expect(details).toMatchObject({ url: fixture.receiver.url, address: '127.0.0.1' });
    // Timers and clocks round to the millisecond each.
    expect(details?.duration_ms).toBeGreaterThanOrEqual(78);
    expect(details?.answer.equals(body.subarray(0, 4_096))).toBe(true);
  });

  it('is where it went, and no answer, where no one answered', async () => {
    const event = await fixture.makeEvent('http://127.0.0.1:9/closed');
    await fixture.attemptAll();
    expect(await detailsOf(event)).toMatchObject({ address: '127.0.0.1', answer: null });
  });
});

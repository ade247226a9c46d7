import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TransactionError } from '../../db/transaction.ts';
import { Overloaded, Withdrawn } from '../../services/lane.ts';
import { type ApiFixture, startApi } from '../support/api/fixture.ts';
import { balanceOf, buy, list, order, purchaseOf } from '../support/api/http.ts';
import { exchange, rawPost } from '../support/api/raw.ts';
import { expectBooksInOrder, refusalOf } from '../support/api/refusal.ts';

let api: ApiFixture;
/** What becomes of the next purchase, in the lane or after it has bought. */
let before: Error | null = null;
let after: Error | null = null;
let full = false;

beforeAll(async () => {
  api = await startApi({
    disturb: (lane) => ({
      idle: () => lane.idle(),
      isFull: (accountId) => full || lane.isFull(accountId),
      async buy(...request) {
        const failure = before;
        before = null;
        if (failure !== null) throw failure;

        const result = await lane.buy(...request);
        const lost = after;
        after = null;
        if (lost !== null) throw lost;
        return result;
      },
    }),
  });
});

afterAll(async () => {
  await expectBooksInOrder(api);
  await api.close();
});

const BUSY = { status: 429, code: 'rate_limited', retryable: true };
const FAILED = { status: 500, code: 'internal_error', retryable: true };

describe('a purchase that its lane could not carry out', () => {
  it.each([
    ['full', new Overloaded(), BUSY],
    ['too slow', new Withdrawn(), BUSY],
    ['rolled back', new TransactionError('rolled_back', new Error('deadlock')), FAILED],
  ])('[owasp.4] is rejected, places no hold and may be sent again: %s', async (_name, failure, refusal) => {
    const body = order();
    const balance = await balanceOf(api);
    before = failure;
    const answer = await buy(api, body);
    expect(refusalOf(answer)).toEqual(refusal);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect(await balanceOf(api)).toEqual(balance);
    expect((await buy(api, body)).status).toBe(201);
  });
});

describe('an account whose lane is full', () => {
  it('must wait: rejected with its rate before the body is read, while reads continue', async () => {
    const body = order();
    full = true;
    const answers = [await buy(api, body), await buy(api, { reference: 'without all else' })];
    const reading = await list(api, { reference: body.reference });
    full = false;
    for (const answer of answers) {
      expect(refusalOf(answer)).toEqual(BUSY);
      expect(answer.headers.get('retry-after')).toBe('1');
      expect(Number(answer.headers.get('ratelimit-limit'))).toBeGreaterThan(0);
    }
    expect(reading.data).toEqual([]);
    expect((await buy(api, body)).status).toBe(201);
  });
});

describe('a purchase whose outcome is unknown', () => {
  it('[purchases.5] [races.dropped] gets no answer; sent again, it is a replay', async () => {
    const body = order();
    after = new TransactionError('unknown', new Error('connection lost'));
    const { received } = await exchange(api, (socket) => socket.write(rawPost(api, JSON.stringify(body))));
    expect(received).toBe('');

    const { data } = await list(api, { reference: body.reference });
    expect(data).toHaveLength(1);
    const again = await buy(api, body);
    expect([again.status, purchaseOf(again).id]).toEqual([200, data[0]?.id]);
  });

  it('is bought when it is sent again, if it was not bought before', async () => {
    const body = order();
    before = new TransactionError('unknown', new Error('connection lost'));
    await expect(buy(api, body)).rejects.toThrow();
    expect((await buy(api, body)).status).toBe(201);
  });
});

describe('a client that disconnects before its answer', () => {
  it('[races.dropped] finds its purchase by reference, and cannot buy it twice', async () => {
    const body = order();
    await exchange(api, (socket) => {
      socket.write(rawPost(api, JSON.stringify(body)));
      setTimeout(() => socket.resetAndDestroy(), 1);
    });
    const answers = [await buy(api, body), await buy(api, body)];
    expect(answers.map(({ status }) => status)[1]).toBe(200);
    expect(new Set(answers.map((answer) => purchaseOf(answer).id)).size).toBe(1);
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readCallHistory } from '../../../db/networks/call-history.ts';
import { addCalls, type CallSum } from '../../../db/networks/gateway-calls.ts';
import { keepHistory } from '../../../services/health/watch.ts';
import { readCallSums } from '../../support/networks/call-sums.ts';
import {
  createLedgerFixture,
  type LedgerFixture,
  NETWORK,
  OTHER_NETWORK,
} from '../../support/purchases/fixture.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

let fixture: LedgerFixture;
beforeAll(async () => {
  fixture = await createLedgerFixture();
});
afterAll(() => fixture.close());
beforeEach(async () => {
  await fixture.pool.query('DELETE FROM gateway_calls; DELETE FROM gateway_call_history');
});

const add = (calls: number, more: Partial<CallSum> = {}) =>
  addCalls(fixture.pool, [
    {
      networkId: NETWORK,
      livemode: true,
      call: 'submit',
      outcome: 'confirmed',
      kind: 'good',
      calls,
      slow: 0,
      completed: 0,
      durationMs: calls * 100,
      ...more,
    },
  ]);
const fail = (calls: number) => add(calls, { kind: 'trouble', outcome: 'unknown:timed_out', slow: calls });

/** Moves the clock to one minute after the next time that divides by five minutes, so that none comes soon. */
function startFiveMinutes() {
  return fixture.pool.query(`
    UPDATE app_clock
       SET offset_ms = offset_ms + 1000 * extract(epoch FROM
             date_bin('5 minutes', app_now(), 'epoch') + interval '6 minutes' - app_now())`);
}

async function callsOf(range: 'day' | 'week', networkId = NETWORK) {
  return (await readCallHistory(fixture.pool, networkId, range)).map(({ at: _at, ...counts }) => counts);
}

describe('the history of a network', () => {
  it('has the calls of a day by five minutes, and of a week by hour, after their measurements are deleted', async () => {
    await startFiveMinutes();
    await fail(2);
    await add(8);
    await keepHistory(fixture.pool);
    await fixture.moveClock(2 * HOUR);
    await add(4);
    await keepHistory(fixture.pool);
    expect(await readCallSums(fixture.pool, 600)).toEqual([expect.objectContaining({ calls: 4 })]);
    const expected = [
      { calls: 10, troubles: 2, slow: 2, meanMs: 100 },
      { calls: 4, troubles: 0, slow: 0, meanMs: 100 },
    ];
    expect(await callsOf('day')).toEqual(expected);
    expect(await callsOf('week')).toEqual(expected);
    const [first] = await readCallHistory(fixture.pool, NETWORK, 'week');
    expect(first?.at.toISOString()).toMatch(/:00:00\.000Z$/);
  });

  it('has what is not added up yet, and counts nothing twice however often it is added up', async () => {
    await add(1);
    expect(await callsOf('day')).toEqual([expect.objectContaining({ calls: 1 })]);
    await keepHistory(fixture.pool);
    await Promise.all([keepHistory(fixture.pool), keepHistory(fixture.pool)]);
    await add(2);
    expect((await callsOf('week')).reduce((sum, { calls }) => sum + calls, 0)).toBe(3);
    await keepHistory(fixture.pool);
    await fixture.moveClock(2 * HOUR);
    expect((await callsOf('week')).reduce((sum, { calls }) => sum + calls, 0)).toBe(3);
  });

  it('keeps a sum of which some measurements are deleted already', async () => {
    await add(5);
    await keepHistory(fixture.pool);
    await fixture.pool.query('DELETE FROM gateway_calls');
    await add(1, { outcome: 'accepted' });
    await keepHistory(fixture.pool);
    const { rows } = await fixture.pool.query<{ most: number }>(
      'SELECT max(calls) AS most FROM gateway_call_history',
    );
    expect(rows).toEqual([{ most: 5 }]);
  });

  it('has no calls in test mode, of other networks, or from before the range', async () => {
    await add(7);
    await keepHistory(fixture.pool);
    await fixture.moveClock(2 * DAY);
    await add(1, { livemode: false });
    await add(2, { networkId: OTHER_NETWORK });
    await keepHistory(fixture.pool);
    expect(await callsOf('day')).toEqual([]);
    expect(await callsOf('day', OTHER_NETWORK)).toEqual([expect.objectContaining({ calls: 2 })]);
    expect(await callsOf('week')).toEqual([expect.objectContaining({ calls: 7 })]);
  });

  it('is deleted after eight days', async () => {
    await add(1);
    await keepHistory(fixture.pool);
    await fixture.moveClock(7 * DAY + HOUR);
    await keepHistory(fixture.pool);
    const count = async () => (await fixture.pool.query('SELECT 1 FROM gateway_call_history')).rowCount;
    expect(await count()).toBe(1);
    await fixture.moveClock(DAY);
    await keepHistory(fixture.pool);
    expect(await count()).toBe(0);
  });
});

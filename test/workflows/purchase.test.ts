import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SIGNALS } from '../../workflows/names.ts';
import { countOf, onTime, type WorkflowFixture } from '../support/workflows/fixture.ts';
import {
  type Answers,
  CONFIRMED,
  createPurchases,
  EXPIRED,
  MINUTE,
  NOT_DUE,
  NOTHING_NEW,
  type Purchases,
  RESOLVE_WITHIN,
  resendable,
  TOO_LATE,
  UNKNOWN,
  WAITS,
} from '../support/workflows/purchases.ts';

let purchases: Purchases;
let fixture: WorkflowFixture;

beforeAll(async () => {
  purchases = await createPurchases();
  fixture = purchases.fixture;
});
afterAll(() => fixture.close());

function expectTimes(actual: readonly number[], expected: readonly number[]): void {
  expect(onTime(actual, expected)).toEqual(expected);
}

describe('a purchase that is confirmed', () => {
  it.each(['local', 'regular'] as const)(
    'in the answer to a %s submit ends immediately',
    async (submitMode) => {
      const purchase = await purchases.start({ submit: () => CONFIRMED }, { submitMode });
      const { result, history } = await fixture.end(purchase.handle);
      expect(result).toBe('settled');
      if (submitMode === 'regular') return;
      const { events, workflowTasks } = countOf(history);
      expect(events).toBeLessThanOrEqual(7);
      expect(workflowTasks).toBe(1);
    },
  );

  it('by callback costs at most 13 events, and no inquiry', async () => {
    const purchase = await purchases.start(WAITS, { inquiryDelaysMs: [10 * MINUTE] });
    await fixture.environment.sleep('1s');
    await purchase.handle.signal(SIGNALS.settled);
    const { result, history } = await fixture.end(purchase.handle);
    expect(result).toBe('settled');
    expect(countOf(history).events).toBeLessThanOrEqual(13);
    expect(purchases.timesOf(purchase, 'inquire')).toEqual([]);
  });

  it('by an inquiry ends with it', async () => {
    const inquire: Answers['inquire'] = (_input, nth) => (nth < 2 ? UNKNOWN : CONFIRMED);
    const purchase = await purchases.start({ ...WAITS, inquire });
    expect((await fixture.end(purchase.handle)).result).toBe('settled');
    expectTimes(purchases.timesOf(purchase, 'inquire'), [3, 7, 15]);
  });
});

describe('a purchase without a confirmation', () => {
  it('[states.timeout] is inquired about at its times, once more shortly before resolve_by, and expires after fifteen minutes', async () => {
    const purchase = await purchases.start(WAITS);
    expect((await fixture.end(purchase.handle)).result).toBe('expired');
    expectTimes(
      purchases.timesOf(purchase, 'inquire'),
      [3, 7, 15, 30, 60, 120, 180, 240, 300, 360, 420, 480, 540, 600, 660, 720, 780, 840, 897],
    );
    expectTimes(purchases.timesOf(purchase, 'expire'), [900]);
    expect(purchases.attemptsOf(purchase)).toEqual([1]);
  });

  it('is still inquired about after an inquiry fails', async () => {
    const inquire: Answers['inquire'] = () => {
      throw new Error('the database is away');
    };
    const purchase = await purchases.start({ ...WAITS, inquire }, { inquiryDelaysMs: [60_000, 360_000] });
    expect((await fixture.end(purchase.handle)).result).toBe('expired');
    expectTimes(purchases.timesOf(purchase, 'inquire'), [60, 360, 660, 897]);
  });

  it('is asked to expire again while PostgreSQL says: not yet', async () => {
    const purchase = await purchases.start(
      { ...WAITS, expire: (_input, nth) => (nth === 3 ? EXPIRED : NOT_DUE) },
      { inquiryDelaysMs: [MINUTE] },
    );
    expect((await fixture.end(purchase.handle)).result).toBe('expired');
    expectTimes(purchases.timesOf(purchase, 'expire'), [900, 901, 902, 903]);
  });
});

describe('a submit', () => {
  it('is made again, as the next attempt, when the order was certainly not submitted', async () => {
    const submit: Answers['submit'] = ({ attempt }) =>
      attempt < 3 ? resendable(attempt * 10_000) : CONFIRMED;
    const purchase = await purchases.start({ submit });
    expect((await fixture.end(purchase.handle)).result).toBe('settled');
    expect(purchases.attemptsOf(purchase)).toEqual([1, 2, 3]);
    expectTimes(purchases.timesOf(purchase, 'submit'), [0, 10, 30]);
  });

  it('is made again after a conclusive "never received" where the gateway deduplicates our key, and only then', async () => {
    const neverReceived = { kind: 'not_received', reply: null } as const;
    const inquire: Answers['inquire'] = (_input, nth) => (nth === 2 ? resendable(0) : neverReceived);
    const submit: Answers['submit'] = ({ attempt }) => (attempt === 1 ? UNKNOWN : CONFIRMED);
    const purchase = await purchases.start({ ...WAITS, submit, inquire });
    expect((await fixture.end(purchase.handle)).result).toBe('settled');
    expectTimes(purchases.timesOf(purchase, 'inquire'), [3, 7, 15]);
    expect(purchases.attemptsOf(purchase)).toEqual([1, 2]);
  });

  it.each(['local', 'regular'] as const)(
    'of mode %s whose activity fails is asked again as the same attempt: its fence knows whether it was sent',
    async (submitMode) => {
      const submit: Answers['submit'] = (_input, nth) => {
        if (nth < 3) throw new Error('the database is away');
        return CONFIRMED;
      };
      const purchase = await purchases.start({ submit }, { submitMode });
      expect((await fixture.end(purchase.handle)).result).toBe('settled');
      expect(purchases.attemptsOf(purchase)).toEqual([1, 1, 1, 1]);
    },
  );

  it('that comes too late leaves the rest to the deadline', async () => {
    const purchase = await purchases.start({ ...NOTHING_NEW, submit: () => TOO_LATE });
    expect((await fixture.end(purchase.handle)).result).toBe('expired');
    expect(purchases.timesOf(purchase, 'inquire')).toEqual([]);
    expectTimes(purchases.timesOf(purchase, 'expire'), [900]);
  });
});

describe('signals', () => {
  it.each<[string, Answers]>([
    ['for the next inquiry', { ...WAITS }],
    ['to send again', { submit: () => resendable(10 * MINUTE) }],
    [
      'to ask a failed attempt again',
      {
        submit: () => {
          throw new Error('the database is away');
        },
      },
    ],
    ['for the deadline', { ...NOTHING_NEW, submit: () => TOO_LATE }],
    ['for PostgreSQL to see the deadline', { ...NOTHING_NEW, submit: () => TOO_LATE, expire: () => NOT_DUE }],
  ])('"settled" ends the wait %s', async (wait, answers) => {
    const purchase = await purchases.start(answers, { inquiryDelaysMs: [10 * MINUTE] });
    await fixture.environment.sleep(wait.startsWith('for PostgreSQL') ? RESOLVE_WITHIN + 5_000 : '1s');
    await purchase.handle.signal(SIGNALS.settled);
    expect((await fixture.end(purchase.handle)).result).toBe('settled');
    expect(purchases.timesOf(purchase, 'inquire')).toEqual([]);
  });

  it('"requery" inquires immediately, and the scheduled inquiries stay due', async () => {
    const purchase = await purchases.start(WAITS, { inquiryDelaysMs: [2 * MINUTE, 4 * MINUTE, 8 * MINUTE] });
    for (const seconds of ['10s', '10s', '10s'] as const) {
      await fixture.environment.sleep(seconds);
      await purchase.handle.signal(SIGNALS.requery);
    }
    expect((await fixture.end(purchase.handle)).result).toBe('expired');
    expectTimes(purchases.timesOf(purchase, 'inquire'), [10, 20, 30, 120, 240, 480, 720, 897]);
  });
});

it('repeats every one of these histories', async () => {
  expect(await fixture.replayAll()).toBeGreaterThan(15);
}, 900_000);

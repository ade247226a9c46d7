import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { replaceSpendingLimits } from '../../../db/rules/limits.ts';
import { type AccountId, type PurchaseId, uuidOf } from '../../../domain/ids.ts';
import type { OutcomeReport } from '../../../domain/purchase/purchase.ts';
import type { SpendingLimits } from '../../../domain/rules/purchase-rules.ts';
import { moveClock } from '../../support/batches/clock.ts';
import {
  createTwoProcesses,
  expectInvariants,
  OFFER,
  openAccount,
  type TwoProcesses,
  wish,
} from '../../support/purchases/lane-fixture.ts';

const NO_LIMITS: SpendingLimits = { campaign: null, day: null, month: null };

const BY = { operator: 'test', reason: 'test' };
const NOON = new Date('2026-11-29T12:00:00Z');
let fixture: TwoProcesses;
let serial = 0;

beforeAll(async () => {
  fixture = await createTwoProcesses();
  // Every commit is judged, not only what the test looks at.
  await fixture.pool.query(`
    ALTER TABLE account_rules ADD CONSTRAINT day_kept CHECK (day_limit IS NULL OR day_spent <= day_limit),
                              ADD CONSTRAINT month_kept CHECK (month_limit IS NULL OR month_spent <= month_limit)`);
});
afterAll(() => fixture.close());
beforeEach(() => moveClock(fixture.pool, NOON));

const limit = (account: AccountId, limits: Partial<SpendingLimits>) =>
  replaceSpendingLimits(fixture.pool, account, { ...NO_LIMITS, ...limits }, BY);

const at = (process: number) => fixture.processes[process % 2 === 0 ? 0 : 1];

function buy(account: AccountId, process: number, price: number) {
  serial += 1;
  return at(process).acceptLane.buy(account, wish(`limits-${serial}`, { offer: { ...OFFER, price } }));
}

const REPORTS: Readonly<Record<'confirmed' | 'refused' | 'reversed', OutcomeReport>> = {
  confirmed: { kind: 'confirmed', delivery: { confirmedAt: NOON, networkReference: 'N' } },
  refused: { kind: 'refused', code: 'number_barred' },
  reversed: {
    kind: 'reversed',
    delivery: { confirmedAt: NOON, networkReference: 'N' },
    reversal: { reversedAt: NOON, reason: 'reversed' },
  },
};

const settle = (account: AccountId, process: number, purchaseId: PurchaseId, as: keyof typeof REPORTS) =>
  at(process).settleLane.settle(account, { purchaseId, report: REPORTS[as], endWorkflow: false });

/** What is counted, and the same added up from the purchases. */
async function readCounts(account: AccountId) {
  const { rows } = await fixture.pool.query<Record<'day' | 'month' | 'day_bought' | 'month_bought', number>>(
    `SELECT r.day_spent AS day, r.month_spent AS month,
            coalesce(sum(p.price) FILTER (WHERE (p.created_at AT TIME ZONE 'UTC')::date = r.counted_on), 0)::bigint AS day_bought,
            coalesce(sum(p.price) FILTER (WHERE to_char(p.created_at AT TIME ZONE 'UTC', 'YYYY-MM')
                                                = to_char(r.counted_on, 'YYYY-MM')), 0)::bigint AS month_bought
       FROM account_rules r
       LEFT JOIN purchases p ON p.account_id = r.account_id AND p.status IN ('pending', 'successful')
      WHERE r.account_id = $1
      GROUP BY r.account_id`,
    [uuidOf('acc', account)],
  );
  if (rows[0] === undefined) throw new Error('no rules');
  return rows[0];
}

const verdictOf = (answer: Awaited<ReturnType<typeof buy>>) =>
  answer.kind === 'refused' && answer.refusal.kind === 'spending_limit'
    ? `over ${answer.refusal.excess.scope}`
    : answer.kind;

const Step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('buy'), price: fc.integer({ min: 1, max: 400 }) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constantFrom('confirmed', 'refused', 'reversed'),
      pick: fc.nat({ max: 1_000 }),
    }),
  },
);

describe('a limit per day and month', () => {
  it('[rules.limits] is never exceeded by one kobo, whatever two processes buy and settle at the same time', async () => {
    const history = fc.array(fc.array(Step, { minLength: 1, maxLength: 30 }), { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(
        history,
        fc.integer({ min: 1, max: 2_000 }),
        fc.integer({ min: 1, max: 2_500 }),
        async (waves, day, month) => {
          await moveClock(fixture.pool, NOON);
          const account = await openAccount(fixture, 10);
          await limit(account, { day, month });
          const bought: PurchaseId[] = [];
          for (const wave of waves) {
            await Promise.all(
              wave.map(async (step, process) => {
                if ('price' in step) {
                  const answer = await buy(account, process, step.price);
                  if (answer.kind === 'accepted') bought.push(answer.purchase.order.id);
                  return;
                }
                const id = bought[step.pick % Math.max(1, bought.length)];
                if (id !== undefined) await settle(account, process, id, step.kind as keyof typeof REPORTS);
              }),
            );
            const counts = await readCounts(account);
            expect([counts.day, counts.month]).toEqual([counts.day_bought, counts.month_bought]);
          }
          // All of the room can be used, and not one kobo more.
          const counts = await readCounts(account);
          const room = Math.min(day - counts.day, month - counts.month);
          expect(verdictOf(await buy(account, 0, room + 1))).toMatch(/^over /);
          if (room > 0) expect(verdictOf(await buy(account, 1, room))).toBe('accepted');
        },
      ),
      { numRuns: 25 },
    );
    await expectInvariants(fixture.pool);
  });

  it('[rules.limits] counts from zero on the next UTC day, and in the next UTC month', async () => {
    const account = await openAccount(fixture, 10);
    await limit(account, { day: 100, month: 150 });
    expect(verdictOf(await buy(account, 0, 100))).toBe('accepted');
    expect(verdictOf(await buy(account, 1, 1))).toBe('over day');
    await moveClock(fixture.pool, new Date('2026-11-30T00:00:00Z'));
    expect(verdictOf(await buy(account, 0, 51))).toBe('over month');
    expect(verdictOf(await buy(account, 0, 50))).toBe('accepted');
    await moveClock(fixture.pool, new Date('2026-12-01T00:00:00Z'));
    expect(verdictOf(await buy(account, 1, 100))).toBe('accepted');
    expect(verdictOf(await buy(account, 1, 1))).toBe('over day');
  });

  it('[rules.limits] returns what failed to the month, and to the day only if it was bought on it', async () => {
    const account = await openAccount(fixture, 10);
    await limit(account, { day: 100, month: 200 });
    const answer = await buy(account, 0, 100);
    if (answer.kind !== 'accepted') throw new Error(answer.kind);
    await moveClock(fixture.pool, new Date('2026-11-30T00:00:01Z'));
    await buy(account, 0, 100);
    await settle(account, 1, answer.purchase.order.id, 'refused');
    expect(await readCounts(account)).toMatchObject({ day: 100, month: 100 });
    expect(verdictOf(await buy(account, 1, 1))).toBe('over day');
  });

  it('[rules.limits] counts what was bought before the limit was set, and nothing that failed', async () => {
    const account = await openAccount(fixture, 10);
    await buy(account, 0, 60);
    const failed = await buy(account, 0, 30);
    if (failed.kind !== 'accepted') throw new Error(failed.kind);
    await settle(account, 0, failed.purchase.order.id, 'refused');
    await limit(account, { day: 100 });
    expect(verdictOf(await buy(account, 1, 41))).toBe('over day');
    expect(verdictOf(await buy(account, 1, 40))).toBe('accepted');
    await limit(account, {});
    expect(verdictOf(await buy(account, 1, 400))).toBe('accepted');
  });

  it('[rules.limits] does not count from zero when the clock steps back over midnight', async () => {
    const account = await openAccount(fixture, 10);
    await limit(account, { day: 100 });
    await buy(account, 0, 100);
    await moveClock(fixture.pool, new Date('2026-11-28T23:59:59Z'));
    expect(verdictOf(await buy(account, 0, 1))).toBe('over day');
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createPool } from '../../../db/pool.ts';
import { countAccountsToClose } from '../../../db/statements/close-days.ts';
import { type AccountId, uuidOf } from '../../../domain/ids.ts';
import type { UtcDay } from '../../../domain/money/statement.ts';
import { closeAccount, closePage, DoesNotAddUp } from '../../../services/statements/close.ts';
import { setClock } from '../../support/invariants/history.ts';
import { holdAccount, untilWaiting } from '../../support/purchases/holding.ts';
import {
  bought,
  createLaneFixture,
  expectInvariants,
  fund,
  type LaneFixture,
  openAccount,
  PRICE,
} from '../../support/purchases/lane-fixture.ts';
import { CONFIRMED, EXPIRED, REFUSED, REVERSED, tell } from '../../support/purchases/outcome-reports.ts';

const DAY: UtcDay = '2026-03-01';
const NEXT: UtcDay = '2026-03-02';

let fixture: LaneFixture;
let account: AccountId;

beforeAll(async () => {
  fixture = await createLaneFixture();
});
beforeEach(async () => {
  await clock('2026-03-01T12:00:00.000Z');
  account = await openAccount(fixture, 10);
});
afterAll(async () => {
  await expectInvariants(fixture.pool);
  await fixture.close();
});

const clock = (at: string) => setClock(fixture.pool, new Date(at));
const close = () => closeAccount(fixture.pool, account);

interface Closed {
  readonly day: string;
  readonly opening: number;
  readonly closing: number;
  readonly successful: number;
  readonly failed: number;
  readonly reversals: number;
}

/** The closed days, money in prices. */
async function closedDays(): Promise<Closed[]> {
  const { rows } = await fixture.pool.query<Closed>({
    text: `
      SELECT day::text, opening_balance / $2::int AS opening, closing_balance / $2::int AS closing,
             (totals -> 'purchases_successful' ->> 'count')::int AS successful,
             (totals -> 'purchases_failed' ->> 'count')::int AS failed, (totals -> 'reversals' ->> 'count')::int AS reversals
        FROM statements
       WHERE account_id = $1
       ORDER BY day`,
    values: [uuidOf('acc', account), PRICE],
  });
  return rows;
}

async function lineDays(): Promise<string[]> {
  const { rows } = await fixture.pool.query<{ day: string }>({
    text: `
      SELECT type || ' ' || (occurred_at AT TIME ZONE 'UTC')::date AS day
        FROM statement_lines
       WHERE account_id = $1
       ORDER BY seq`,
    values: [uuidOf('acc', account)],
  });
  return rows.map(({ day }) => day);
}

describe('closing', () => {
  it('[states.statement] leaves today open', async () => {
    await clock('2026-03-01T23:50:00.000Z');
    expect(await close()).toEqual([]);
    expect(await closedDays()).toEqual([]);
  });

  it('[states.statement] [reconciliation] closes a day that has ended with its balances and totals, and a second time changes nothing', async () => {
    await tell(fixture.settleLane, account, await bought(fixture, account, 'charged'), CONFIRMED);
    await tell(fixture.settleLane, account, await bought(fixture, account, 'refused'), REFUSED);
    await bought(fixture, account, 'pending');
    await clock('2026-03-02T00:00:05.000Z');
    expect(await close()).toEqual([DAY]);
    expect(await close()).toEqual([]);
    expect(await closedDays()).toEqual([
      { day: DAY, opening: 0, closing: 9, successful: 1, failed: 1, reversals: 0 },
    ]);
  });

  it('closes many missed days, including those without lines', async () => {
    await clock('2026-04-10T09:00:00.000Z');
    expect(await close()).toHaveLength(40);
    const days = await closedDays();
    expect([days[0]?.day, days.at(-1)?.day]).toEqual(['2026-03-01', '2026-04-09']);
    expect(
      days.every(({ opening, closing }, index) => opening === (index === 0 ? 0 : 10) && closing === 10),
    ).toBe(true);
  });

  it('by five concurrent calls stores every statement once', async () => {
    await clock('2026-03-05T00:00:01.000Z');
    const closed = await Promise.all(Array.from({ length: 5 }, close));
    expect(closed.flat().toSorted()).toEqual(['2026-03-01', '2026-03-02', '2026-03-03', '2026-03-04']);
  });

  it('closes all accounts page by page, and only one whose books contradict themselves stays open', async () => {
    const others = [
      await openAccount(fixture, 1),
      await openAccount(fixture, 1),
      await openAccount(fixture, 1),
    ];
    await fixture.pool.query('ALTER TABLE statement_lines DISABLE TRIGGER USER');
    const miscount = (by: number) =>
      fixture.pool.query({
        text: `UPDATE statement_lines SET amount = amount + $2 WHERE account_id = $1`,
        values: [uuidOf('acc', account), by],
      });
    await miscount(1);
    await clock('2026-03-02T00:00:10.000Z');
    const unclosed = await countAccountsToClose(fixture.pool);

    let after: AccountId | null = null;
    const failures: unknown[] = [];
    let statements = 0;
    do {
      const page = await closePage(fixture.pool, { after, limit: 2 });
      statements += page.statements;
      failures.push(...page.failures);
      after = page.next;
    } while (after !== null);
    expect(failures).toEqual([{ accountId: account, error: expect.any(DoesNotAddUp) }]);
    expect(statements).toBe(unclosed - 1);
    expect(statements).toBeGreaterThanOrEqual(others.length);
    expect(await countAccountsToClose(fixture.pool)).toBe(1);

    await miscount(-1);
    await fixture.pool.query('ALTER TABLE statement_lines ENABLE TRIGGER USER');
    expect(await close()).toEqual([DAY]);
  });
});

describe('midnight', () => {
  it('[placement.1] puts a purchase created before and charged after it on the day it was charged', async () => {
    await clock('2026-03-01T23:59:59.900Z');
    const charged = await bought(fixture, account, 'charged-after');
    const failed = await bought(fixture, account, 'failed-after');
    await clock('2026-03-02T00:00:00.100Z');
    await tell(fixture.settleLane, account, charged, CONFIRMED);
    await tell(fixture.settleLane, account, failed, REFUSED);
    await clock('2026-03-03T00:00:05.000Z');
    await close();
    expect(await closedDays()).toMatchObject([
      { day: DAY, closing: 10, successful: 0, failed: 0 },
      { day: NEXT, opening: 10, closing: 9, successful: 1, failed: 1 },
    ]);
  });

  it('puts a settlement that waits for the lock over it on the new day', async () => {
    await clock('2026-03-01T23:59:59.000Z');
    const purchase = await bought(fixture, account, 'waits');
    const release = await holdAccount(fixture.pool, account);
    const settling = tell(fixture.settleLane, account, purchase, CONFIRMED);
    await untilWaiting(fixture.pool);
    await clock('2026-03-02T00:00:01.000Z');
    await release();
    await settling;
    expect(await close()).toEqual([DAY]);
    expect(await lineDays()).toEqual([`funding ${DAY}`, `purchase ${NEXT}`]);
    expect(await closedDays()).toMatchObject([{ day: DAY, closing: 10, successful: 0 }]);
  });

  it('is not crossed backwards by a clock that steps back an hour after the day was closed', async () => {
    await clock('2026-03-01T23:59:55.000Z');
    const purchases = [await bought(fixture, account, 'a'), await bought(fixture, account, 'b')] as const;
    await clock('2026-03-02T00:00:10.000Z');
    expect(await close()).toEqual([DAY]);
    await clock('2026-03-01T23:00:10.000Z');
    await tell(fixture.settleLane, account, purchases[0], CONFIRMED);
    await tell(fixture.settleLane, account, purchases[1], REFUSED);
    await fund(fixture.pool, account, PRICE);
    expect(await close()).toEqual([]);
    expect(await lineDays()).toEqual([`funding ${DAY}`, `purchase ${NEXT}`, `funding ${NEXT}`]);

    await clock('2026-03-03T00:00:10.000Z');
    expect(await close()).toEqual([NEXT]);
    expect(await closedDays()).toMatchObject([
      { day: DAY, closing: 10, failed: 0 },
      { day: NEXT, opening: 10, closing: 10, successful: 1, failed: 1 },
    ]);
  });

  it('[placement.2] of the fortieth day after it was charged has the reversal on its own day', async () => {
    const purchase = await bought(fixture, account, 'taken-back-late');
    await tell(fixture.settleLane, account, purchase, CONFIRMED);
    await clock('2026-03-02T00:00:10.000Z');
    await close();
    await clock('2026-04-10T10:00:00.000Z');
    await tell(fixture.settleLane, account, purchase, REVERSED);
    await clock('2026-04-11T00:00:10.000Z');
    expect(await close()).toHaveLength(40);
    const days = await closedDays();
    expect(days[0]).toMatchObject({ day: DAY, closing: 9, successful: 1, reversals: 0 });
    expect(days.at(-1)).toMatchObject({ day: '2026-04-10', opening: 9, closing: 10, reversals: 1 });
  });

  it('[placement.4] closes while settlements and purchases race it, and every movement is on one day', async () => {
    await clock('2026-03-01T23:59:50.000Z');
    const purchases = await Promise.all(
      Array.from({ length: 10 }, (_, n) => bought(fixture, account, `race-${n}`)),
    );
    await fund(fixture.pool, account, 20 * PRICE);
    await clock('2026-03-01T23:59:59.900Z');
    const other = createPool(fixture.databaseUrl, { max: 2, applicationName: 'test-closing' });
    const settling = purchases.map(async (purchase, n) => {
      await tell(fixture.settleLane, account, purchase, n % 3 === 0 ? REFUSED : CONFIRMED);
      await bought(fixture, account, `race-again-${n}`);
      if (n % 3 !== 0) await tell(fixture.settleLane, account, purchase, REVERSED);
      await tell(fixture.settleLane, account, purchase, EXPIRED);
    });
    const closing = Array.from({ length: 30 }, () => closeAccount(other, account));
    await Promise.all([...settling, ...closing]);
    await other.end();
    await clock('2026-03-03T00:00:10.000Z');
    await close();

    const days = await closedDays();
    const sum = (what: 'successful' | 'failed' | 'reversals') =>
      days.reduce((all, day) => all + day[what], 0);
    expect([sum('successful'), sum('failed'), sum('reversals')]).toEqual([6, 4, 6]);
    expect(days.at(-1)?.closing).toBe(30);
    await expectInvariants(fixture.pool);
  });
});

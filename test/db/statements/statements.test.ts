import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readStatement } from '../../../db/statements/statements.ts';
import { newId } from '../../../domain/crypto/new-id.ts';
import { addsUp, toDayBounds } from '../../../domain/money/statement.ts';
import { createHistoryFixture, type HistoryFixture } from '../../support/invariants/fixture.ts';
import { fund, openAccount } from '../../support/invariants/history.ts';
import { sealDay } from '../../support/invariants/sealing.ts';
import { at, EMPTY_DAY, FIRST_DAY, TODAY } from '../../support/invariants/standard-history.ts';

let fixture: HistoryFixture;
beforeAll(async () => {
  fixture = await createHistoryFixture();
});
afterAll(() => fixture.close());

const none = { count: 0, amount: 0 };

describe('the statement of a day', () => {
  it('is open today, with the running balance and no closing balance', async () => {
    const statement = await readStatement(fixture.pool, fixture.history.account, TODAY);
    expect(statement).toEqual({
      status: 'open',
      day: TODAY,
      currency: 'NGN',
      openingBalance: 99_700,
      closingBalance: null,
      runningBalance: 99_250,
      totals: {
        purchases_successful: { count: 1, amount: -700 },
        purchases_failed: { count: 1, amount: 0 },
        reversals: { count: 1, amount: 300 },
        funding: none,
        adjustments: { count: 1, amount: -50 },
      },
    });
    expect(statement !== null && addsUp(statement)).toBe(true);
  });

  it('is closed once it is sealed, with the sealed values', async () => {
    expect(await readStatement(fixture.pool, fixture.history.account, FIRST_DAY)).toEqual({
      status: 'closed',
      day: FIRST_DAY,
      currency: 'NGN',
      openingBalance: 0,
      closingBalance: 99_700,
      totals: {
        purchases_successful: { count: 1, amount: -300 },
        purchases_failed: { count: 2, amount: 0 },
        reversals: none,
        funding: { count: 1, amount: 100_000 },
        adjustments: none,
      },
    });
  });

  it('of a day without movements opens and closes with the same balance', async () => {
    expect(await readStatement(fixture.pool, fixture.history.account, EMPTY_DAY)).toMatchObject({
      openingBalance: 99_700,
      closingBalance: 99_700,
    });
  });

  it('does not exist before the first day, after today, or without the account', async () => {
    expect(await readStatement(fixture.pool, fixture.history.account, '2026-02-28')).toBeNull();
    expect(await readStatement(fixture.pool, fixture.history.account, '2026-03-04')).toBeNull();
    expect(await readStatement(fixture.pool, newId('acc'), TODAY)).toBeNull();
  });
});

describe('a day that is past and not sealed', () => {
  it('is open, and a movement at midnight belongs to the new day', async () => {
    const account = await openAccount(fixture.pool, at(FIRST_DAY, '23:00'));
    const midnight = toDayBounds(FIRST_DAY).end;
    await fund(fixture.pool, account, 10, new Date(midnight.getTime() - 1));
    await fund(fixture.pool, account, 5, midnight);

    expect(await readStatement(fixture.pool, account, FIRST_DAY)).toMatchObject({
      status: 'open',
      openingBalance: 0,
      runningBalance: 10,
      totals: { funding: { count: 1, amount: 10 } },
    });
    expect(await readStatement(fixture.pool, account, EMPTY_DAY)).toMatchObject({
      status: 'open',
      openingBalance: 10,
      runningBalance: 15,
    });
    expect(await readStatement(fixture.pool, account, TODAY)).toMatchObject({
      openingBalance: 15,
      runningBalance: 15,
      totals: { funding: none },
    });

    await sealDay(fixture.pool, account, FIRST_DAY);
    expect(await readStatement(fixture.pool, account, FIRST_DAY)).toMatchObject({
      status: 'closed',
      closingBalance: 10,
    });
  });

  it('starts with its first line, even if the clock stepped back after the account was opened', async () => {
    const account = await openAccount(fixture.pool, at(TODAY, '08:00'));
    await fund(fixture.pool, account, 10, at(EMPTY_DAY, '23:00'));
    expect(await readStatement(fixture.pool, account, EMPTY_DAY)).toMatchObject({ runningBalance: 10 });
    expect(await readStatement(fixture.pool, account, FIRST_DAY)).toBeNull();
  });
});

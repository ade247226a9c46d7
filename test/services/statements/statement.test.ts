import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ApiFixture, addClient, addKey, startApi } from '../../support/api/fixture.ts';
import { call, errorOf } from '../../support/api/http.ts';
import {
  EMPTY_DAY,
  FIRST_DAY,
  TODAY,
  writeStandardHistory,
} from '../../support/invariants/standard-history.ts';
import { statementOf } from '../../support/statements/fixture.ts';

let api: ApiFixture;
let key: string;
let otherKey: string;

beforeAll(async () => {
  api = await startApi();
  const history = await writeStandardHistory(api.pool);
  key = await addKey(api.pool, history.account);
  otherKey = await addKey(api.pool, history.otherAccount);
});

afterAll(() => api.close());

describe('a statement', () => {
  it('[statement.fields] [statements.get] of a closed day has its opening and closing balance and its totals', async () => {
    expect(await statementOf(api, FIRST_DAY, { key })).toEqual({
      object: 'statement',
      date: FIRST_DAY,
      status: 'closed',
      currency: 'NGN',
      opening_balance: 0,
      closing_balance: 99_700,
      totals: {
        purchases_successful: { count: 1, amount: -300 },
        purchases_failed: { count: 2, amount: 0 },
        reversals: { count: 0, amount: 0 },
        funding: { count: 1, amount: 100_000 },
        adjustments: { count: 0, amount: 0 },
      },
    });
  });

  it('of a day without movements closes with what it opened with', async () => {
    const { opening_balance, closing_balance, totals } = await statementOf(api, EMPTY_DAY, { key });
    expect([opening_balance, closing_balance]).toEqual([99_700, 99_700]);
    expect(new Set(Object.values(totals).map(({ count, amount }) => `${count} ${amount}`))).toEqual(
      new Set(['0 0']),
    );
  });

  it('[statement.closing_balance] of today is open and has no closing balance yet', async () => {
    expect(await statementOf(api, TODAY, { key })).toMatchObject({
      status: 'open',
      opening_balance: 99_700,
      closing_balance: null,
      totals: {
        purchases_successful: { count: 1, amount: -700 },
        // One was refused; two have passed their resolve_by and are settled before the day is shown.
        purchases_failed: { count: 3, amount: 0 },
        reversals: { count: 1, amount: 300 },
        adjustments: { count: 1, amount: -50 },
      },
    });
  });

  it('[auth.4] is that of the account alone whose key asks', async () => {
    expect(await statementOf(api, FIRST_DAY, { key: otherKey })).toMatchObject({ closing_balance: 5_000 });
  });

  it.each([
    '2026-02-28',
    '2026-03-04',
    '2026-02-30',
    '2026-13-01',
    '2026-3-1',
    '20260301',
    '2026-03-01T00:00:00Z',
    'today',
    '0000-00-00',
    '0000-01-01',
    '0001-01-01',
    '9999-12-31',
    '%00',
  ])(
    '[statements.404] [bad.query] of %s is not found: no day, before the account, or in the future',
    async (date) => {
      for (const path of [`/v1/statements/${date}`, `/v1/statements/${date}/lines`]) {
        const answer = await call(api, path, { key, headers: { accept: 'text/csv' } });
        expect([answer.status, errorOf(answer).code, errorOf(answer).param]).toEqual([
          404,
          'not_found',
          'date',
        ]);
      }
    },
  );

  it('of an account that was opened today begins today', async () => {
    const client = await addClient(api.pool);
    expect(await statementOf(api, TODAY, { key: client.key })).toMatchObject({
      status: 'open',
      opening_balance: 0,
    });
    expect((await call(api, `/v1/statements/${EMPTY_DAY}`, { key: client.key })).status).toBe(404);
  });
});

import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { STATEMENT_COLUMNS } from '../../../contract/statement-csv.ts';
import { type ApiFixture, addClient, addKey, fund, startApi } from '../../support/api/fixture.ts';
import { call, errorOf } from '../../support/api/http.ts';
import {
  EMPTY_DAY,
  FIRST_DAY,
  type StandardHistory,
  TODAY,
  writeStandardHistory,
} from '../../support/invariants/standard-history.ts';
import { csvOf, linePages, statementOf } from '../../support/statements/fixture.ts';

let api: ApiFixture;
let history: StandardHistory;
let key: string;
let otherKey: string;

beforeAll(async () => {
  api = await startApi();
  history = await writeStandardHistory(api.pool);
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

describe('the lines of a day', () => {
  it('[lines.page] come in order, page by page, with the fields of the contract', async () => {
    const pages = await linePages(api, TODAY, { limit: '2' }, { key });
    expect(pages.map(({ data }) => data.length)).toEqual([2, 1]);
    const lines = pages.flatMap(({ data }) => data);
    expect(lines.map(({ id }) => id)).toEqual(history.lines.slice(2));
    expect(lines.map(({ type, amount, balance_after }) => [type, amount, balance_after])).toEqual([
      ['purchase', -700, 99_000],
      ['reversal', 300, 99_300],
      ['adjustment', -50, 99_250],
    ]);
    expect(lines[0]).toEqual({
      id: history.lines[2],
      object: 'statement_line',
      type: 'purchase',
      occurred_at: `${TODAY}T09:01:00.000Z`,
      amount: -700,
      currency: 'NGN',
      balance_after: 99_000,
      purchase_id: history.successful,
      reference: expect.stringMatching(/^order-/),
      phone_number: '+2348031234567',
      bundle_id: 'bnd_1gb',
    });
  });

  it('[limits.lines] come 25 a page unless asked otherwise', async () => {
    const client = await addClient(api.pool);
    for (let line = 0; line < 26; line++) await fund(api.pool, client.accountId, 100);
    const sizesOf = async (query: Record<string, string>) =>
      (await linePages(api, TODAY, query, { key: client.key })).map(({ data }) => data.length);
    expect(await sizesOf({})).toEqual([25, 1]);
    expect(await sizesOf({ limit: '26' })).toEqual([26]);
  });

  it('are none on a day without movements', async () => {
    expect(await linePages(api, EMPTY_DAY, {}, { key })).toEqual([
      { object: 'list', data: [], has_more: false, next_cursor: null },
    ]);
    const { text } = await csvOf(api, EMPTY_DAY, { key });
    expect(text).toBe(`${STATEMENT_COLUMNS.join(',')}\n`);
  });

  it('[placement.4] lead from the opening balance to the closing balance', async () => {
    for (const day of [FIRST_DAY, EMPTY_DAY] as const) {
      const { opening_balance, closing_balance } = await statementOf(api, day, { key });
      const lines = (await linePages(api, day, {}, { key })).flatMap(({ data }) => data);
      expect(opening_balance + lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(closing_balance);
    }
  });

  it.each(['0', '101', '1e2', '-1', '', 'ten'])('[paging.limit] refuse limit %j', async (limit) => {
    const answer = await call(api, `/v1/statements/${TODAY}/lines?limit=${limit}`, { key });
    expect([answer.status, errorOf(answer).code, errorOf(answer).param]).toEqual([
      400,
      'invalid_request',
      'limit',
    ]);
  });

  it('refuse a cursor that was made up, changed, or belongs to another day or account', async () => {
    const [page] = await linePages(api, TODAY, { limit: '1' }, { key });
    const cursor = page?.next_cursor ?? '';
    const asked = [
      [TODAY, `${cursor}x`, key],
      [TODAY, 'WyIxIl0', key],
      [FIRST_DAY, cursor, key],
      [TODAY, cursor, otherKey],
    ] as const;
    for (const [day, sent, by] of asked) {
      const answer = await call(api, `/v1/statements/${day}/lines?cursor=${sent}`, { key: by });
      expect([answer.status, errorOf(answer).param]).toEqual([400, 'cursor']);
    }
  });
});

describe('the CSV file of a day', () => {
  it('[lines.columns] has the columns of the contract in order, and the very lines of the pages', async () => {
    const answer = await csvOf(api, TODAY, { key });
    expect(answer.headers.get('content-type')).toMatch(/^text\/csv; charset=utf-8/);
    expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="statement-${TODAY}.csv"`);
    const [header, ...rows] = parse(answer.text) as string[][];
    expect(header).toEqual([
      'line_id',
      'type',
      'occurred_at',
      'purchase_id',
      'reference',
      'phone_number',
      'bundle_id',
      'amount',
      'currency',
      'balance_after',
    ]);
    const lines = (await linePages(api, TODAY, {}, { key })).flatMap(({ data }) => data);
    expect(rows).toEqual(
      lines.map((line) => [
        line.id,
        line.type,
        line.occurred_at,
        line.purchase_id ?? '',
        line.reference ?? '',
        line.phone_number ?? '',
        line.bundle_id ?? '',
        String(line.amount),
        line.currency,
        String(line.balance_after),
      ]),
    );
  });

  it('[lines.csv] is one file whatever limit says', async () => {
    const path = `/v1/statements/${TODAY}/lines?limit=1`;
    const { text } = await call(api, path, { key, headers: { accept: 'text/csv' } });
    expect(text).toBe((await csvOf(api, TODAY, { key })).text);
  });

  it.each([
    ['text/csv', 'csv'],
    ['TEXT/CSV', 'csv'],
    ['text/csv; charset=utf-8', 'csv'],
    ['text/*', 'csv'],
    ['text/csv, */*;q=0.1', 'csv'],
    ['application/json;q=0.5, text/csv;q=0.9', 'csv'],
    ['application/json;q=0, text/csv', 'csv'],
    ['text/csv;q=0.4, application/json', 'json'],
    ['text/csv;q=0, */*', 'json'],
    ['*/*', 'json'],
    ['', 'json'],
    ['application/json', 'json'],
    ['text/html', 'json'],
    ['text/csvx', 'json'],
    [';;;,q=,', 'json'],
  ])(
    '[lines.csv] [bad.headers] answers Accept: %s with %s, and says that it varies',
    async (accept, kind) => {
      const answer = await call(api, `/v1/statements/${TODAY}/lines`, { key, headers: { accept } });
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-type')).toContain(kind);
      expect(answer.headers.get('vary')).toBe('Accept');
    },
  );

  it('answers HEAD with its headers and reads nothing', async () => {
    const answer = await csvOf(api, TODAY, { key, method: 'HEAD', headers: { accept: 'text/csv' } });
    expect([answer.status, answer.text]).toEqual([200, '']);
    expect(answer.headers.get('content-type')).toContain('text/csv');
  });
});

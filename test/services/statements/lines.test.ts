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

  it('[limits.lines] come in pages of 25 by default', async () => {
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

  it('reject a cursor that was made up, changed, or belongs to another day or account', async () => {
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

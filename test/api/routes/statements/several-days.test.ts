import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { XLSX_TYPE } from '../../../../services/sheets/write-workbook.ts';
import { type ApiFixture, addKey, startApi } from '../../../support/api/fixture.ts';
import { call } from '../../../support/api/http.ts';
import { invalid, refusalOf } from '../../../support/api/refusal.ts';
import {
  EMPTY_DAY,
  FIRST_DAY,
  type StandardHistory,
  TODAY,
  writeStandardHistory,
} from '../../../support/invariants/standard-history.ts';
import { sheetRows } from '../../../support/sheets/cells.ts';
import { linePages, statementOf } from '../../../support/statements/fixture.ts';

let api: ApiFixture;
let history: StandardHistory;
let key: string;

beforeAll(async () => {
  api = await startApi();
  history = await writeStandardHistory(api.pool);
  key = await addKey(api.pool, history.account);
});
afterAll(() => api.close());

const read = (query: string, headers: Record<string, string> = {}) =>
  call(api, `/v1/statements/${FIRST_DAY}/lines?${query}`, { key, headers });

async function workbook(query: string): Promise<{ readonly name: string | null; readonly file: Buffer }> {
  const answer = await fetch(`http://127.0.0.1:${api.port}/v1/statements/${FIRST_DAY}/lines?${query}`, {
    headers: { authorization: `Bearer ${key}`, accept: XLSX_TYPE },
  });
  expect(answer.status).toBe(200);
  const file = Buffer.from(await answer.arrayBuffer());
  return { name: answer.headers.get('content-disposition'), file };
}

describe('the lines of several days', () => {
  it('are one list, which filters and pages go through', async () => {
    const pages = await linePages(api, FIRST_DAY, { to: TODAY, limit: '2' }, { key });
    expect(pages.length).toBeGreaterThan(1);
    expect(pages.flatMap(({ data }) => data.map(({ id }) => id))).toEqual(history.lines);
    const found = await linePages(api, FIRST_DAY, { to: TODAY, type: 'reversal' }, { key });
    expect(found.flatMap(({ data }) => data)).toMatchObject([{ purchase_id: history.reversed }]);
    const first = pages[0]?.next_cursor ?? '';
    expect(refusalOf(await read(`to=${EMPTY_DAY}&limit=2&cursor=${first}`))).toEqual(invalid('cursor'));
  });

  it('are one CSV file', async () => {
    const answer = await read(`to=${TODAY}`, { accept: 'text/csv' });
    const rows: Record<string, string>[] = parse(answer.text, { columns: true });
    expect(rows.map(({ line_id: id }) => id)).toEqual(history.lines);
    const name = `attachment; filename="statement-${FIRST_DAY}-to-${TODAY}.csv"`;
    expect(answer.headers.get('content-disposition')).toBe(name);
  });

  it('are one workbook, whose second sheet has the books of each day, also of the open one', async () => {
    const { name, file } = await workbook(`to=${TODAY}`);
    expect(name).toBe(`attachment; filename="statement-${FIRST_DAY}-to-${TODAY}.xlsx"`);
    const rows = await sheetRows(file);
    expect(rows.map(({ line_id: id }) => id)).toEqual(history.lines.map((text) => ({ text })));
    const statements = await Promise.all(
      ([FIRST_DAY, EMPTY_DAY, TODAY] as const).map((day) => statementOf(api, day, { key })),
    );
    const number = (amount: number) => ({ number: (amount / 100).toFixed(2) });
    expect(await sheetRows(file, 2)).toEqual(
      statements.map(({ date, status, currency, opening_balance, closing_balance, totals }) => ({
        date: { text: date },
        status: { text: status },
        currency: { text: currency },
        opening_balance_major: number(opening_balance),
        purchases_successful_major: number(totals.purchases_successful.amount),
        reversals_major: number(totals.reversals.amount),
        funding_major: number(totals.funding.amount),
        adjustments_major: number(totals.adjustments.amount),
        ...(closing_balance === null ? {} : { closing_balance_major: number(closing_balance) }),
        purchases_failed_count: { text: String(totals.purchases_failed.count) },
      })),
    );
    expect(statements.map(({ status }) => status)).toEqual(['closed', 'closed', 'open']);
  });

  it('have minor units if they are asked for, and days without a statement are left out', async () => {
    const { file } = await workbook(`to=2026-05-31&amounts=minor`);
    const days = await sheetRows(file, 2);
    expect(days.map(({ date }) => date)).toEqual([FIRST_DAY, EMPTY_DAY, TODAY].map((text) => ({ text })));
    const { opening_balance: opening } = await statementOf(api, EMPTY_DAY, { key });
    expect(days[1]).toMatchObject({ opening_balance: { text: String(opening) } });
  });

  it('of one day are a workbook with one sheet, with `to` and without it', async () => {
    const { name, file } = await workbook(`to=${FIRST_DAY}`);
    expect(name).toBe(`attachment; filename="statement-${FIRST_DAY}.xlsx"`);
    await expect(sheetRows(file, 2)).rejects.toThrow();
  });

  it.each(['2026-02-28', '2026-06-01', 'tomorrow', '2026-03-32'])(
    'do not end on %s: the last day is at most 91 days later',
    async (to) => {
      expect(refusalOf(await read(`to=${to}`))).toEqual(invalid('to'));
      expect(refusalOf(await read(`to=${to}`, { accept: XLSX_TYPE }))).toEqual(invalid('to'));
    },
  );

  it('are on record under both days', async () => {
    await workbook(`to=${TODAY}`);
    const { rows } = await api.pool.query(
      `SELECT DISTINCT subject FROM audit_log WHERE action = 'statement_download' AND subject LIKE '%/%'`,
    );
    expect(rows).toContainEqual({ subject: `${FIRST_DAY}/${TODAY}` });
  });
});

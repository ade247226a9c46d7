import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { XLSX_TYPE } from '../../../services/sheets/write-workbook.ts';
import { type ApiFixture, addKey, startApi } from '../../support/api/fixture.ts';
import { call } from '../../support/api/http.ts';
import { TODAY, writeStandardHistory } from '../../support/invariants/standard-history.ts';
import { sheetRows } from '../../support/sheets/cells.ts';
import { csvOf, linePages } from '../../support/statements/fixture.ts';

let api: ApiFixture;
let key: string;

beforeAll(async () => {
  api = await startApi();
  const history = await writeStandardHistory(api.pool);
  key = await addKey(api.pool, history.account);
});

afterAll(() => api.close());

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

  it('[lines.csv] is one file, and limit is ignored', async () => {
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
    [XLSX_TYPE, XLSX_TYPE],
    [`${XLSX_TYPE}, */*;q=0.1`, XLSX_TYPE],
    [`${XLSX_TYPE};q=0.2, text/csv`, 'csv'],
    ['application/*', 'json'],
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

  it('[lines.xlsx] is a workbook with the same lines for clients that accept one', async () => {
    const url = `http://127.0.0.1:${api.port}/v1/statements/${TODAY}/lines`;
    const headers = { authorization: `Bearer ${key}`, accept: XLSX_TYPE };
    const answer = await fetch(url, { headers });
    expect(answer.headers.get('content-type')).toBe(XLSX_TYPE);
    expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="statement-${TODAY}.xlsx"`);
    const rows = await sheetRows(Buffer.from(await answer.arrayBuffer()));
    const lines = (await linePages(api, TODAY, {}, { key })).flatMap(({ data }) => data);
    expect(lines.length).toBeGreaterThan(0);
    const texts = ['type', 'occurred_at', 'purchase_id', 'reference', 'phone_number', 'currency'] as const;
    expect(rows).toMatchObject(
      lines.map((line) => ({
        line_id: { text: line.id },
        ...Object.fromEntries(
          texts.flatMap((name) => (line[name] === null ? [] : [[name, { text: line[name] }]])),
        ),
        amount_major: { number: (line.amount / 100).toFixed(2) },
        balance_after_major: { number: (line.balance_after / 100).toFixed(2) },
      })),
    );
  });

  it('[lines.amounts] has major units if it is asked for them, under other names', async () => {
    const path = `/v1/statements/${TODAY}/lines?amounts=major&bom=true`;
    const { text } = await call(api, path, { key, headers: { accept: 'text/csv' } });
    // fetch removes the byte order mark from a text.
    const rows: Record<string, string>[] = parse(text, { columns: true, bom: true });
    const lines = (await linePages(api, TODAY, {}, { key })).flatMap(({ data }) => data);
    expect(rows.map((row) => [row.line_id, row.amount_major, row.balance_after_major])).toEqual(
      lines.map(({ id, amount, balance_after }) => [
        id,
        (amount / 100).toFixed(2),
        (balance_after / 100).toFixed(2),
      ]),
    );
    expect(rows[0]).not.toHaveProperty('amount');
  });

  it('answers HEAD with its headers and reads nothing', async () => {
    const answer = await csvOf(api, TODAY, { key, method: 'HEAD', headers: { accept: 'text/csv' } });
    expect([answer.status, answer.text]).toEqual([200, '']);
    expect(answer.headers.get('content-type')).toContain('text/csv');
  });
});

import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { BatchRowResource } from '../../contract/batch.ts';
import {
  authorized,
  type BatchSetting,
  command,
  confirmAll,
  createBatchSetting,
  MTN_BUNDLE,
  phoneNumber,
  releaseOnce,
  uploaded,
} from './setting.ts';

let setting: BatchSetting;
let id: string;
const FORMULAS = ['=1+1', '+cmd|calc', '-2+3', '@SUM(A1)', '\tx', '＝1'];
const HEADER = 'bundle_id,phone_number,metadata.note';
beforeAll(async () => {
  setting = await createBatchSetting(1_000_000);
  const rows = FORMULAS.map((note, index) => `${MTN_BUNDLE},${phoneNumber(index)},"${note}"`);
  const csv = [HEADER, ...rows, `${MTN_BUNDLE},8031000009,"a, ""b"""`, `${MTN_BUNDLE}`].join('\n');
  ({ id } = await uploaded(setting, csv, { reference: 'res:1' }));
  await releaseOnce(setting, id);
  await confirmAll(setting);
});
afterAll(() => setting.close());

async function csvOf(query = ''): Promise<{ text: string; headers: Readonly<Record<string, unknown>> }> {
  const answer = await setting.app.inject({
    url: `/v1/batches/${id}/rows${query}`,
    headers: { ...authorized(setting), accept: 'text/csv' },
  });
  expect(answer.statusCode).toBe(200);
  return { text: answer.body, headers: answer.headers };
}

it('gives the whole file as CSV: its columns first, then the results', async () => {
  const { text, headers } = await csvOf();
  expect(headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="res-1-results.csv"',
    'x-content-type-options': 'nosniff',
  });
  const [header, ...rows] = parse(text);
  expect(header?.slice(0, 5)).toEqual([...HEADER.split(','), 'result.line', 'result.state']);
  expect(rows).toHaveLength(FORMULAS.length + 2);
  expect(rows[0]?.slice(3, 6)).toEqual(['2', 'successful', 'res:1.2']);
  expect(rows[6]?.slice(0, 5)).toEqual([MTN_BUNDLE, '8031000009', 'a, "b"', '8', 'invalid']);
  expect(rows[7]?.slice(0, 5)).toEqual([MTN_BUNDLE, '', '', '9', 'invalid']);
});

it('escapes what a spreadsheet would run, and leaves phone numbers as they are', async () => {
  const [, ...rows] = parse((await csvOf('?state=successful')).text);
  expect(rows.map((row) => row[2])).toEqual(FORMULAS.map((formula) => `'${formula}`));
  expect(rows.map((row) => row[1])).toEqual(FORMULAS.map((_, index) => phoneNumber(index)));
});

it('can be uploaded again as it is: result columns are ignored, escapes taken off', async () => {
  const { text } = await csvOf('?state=successful');
  const again = await uploaded(setting, text, { reference: 'res-2' });
  expect(again.counts).toMatchObject({ valid: FORMULAS.length, invalid: 0 });
  await releaseOnce(setting, again.id);
  const { rows } = await setting.pool.query<{ note: string }>(
    `SELECT metadata ->> 'note' AS note FROM purchases WHERE reference LIKE 'res-2.%' ORDER BY phone_number`,
  );
  expect(rows.map(({ note }) => note)).toEqual(FORMULAS);
  await command(setting, again.id, 'cancel');
});

it('lists rows as JSON by pages, filtered by state', async () => {
  const list = async (query: string) => {
    const answer = await setting.app.inject({
      url: `/v1/batches/${id}/rows?${query}`,
      headers: authorized(setting),
    });
    return answer.json();
  };
  const first = await list('state=successful&limit=4');
  expect(first.has_more).toBe(true);
  const second = await list(`state=successful&limit=4&cursor=${first.next_cursor}`);
  expect([...first.data, ...second.data].map(({ line }: { line: number }) => line)).toEqual([
    2, 3, 4, 5, 6, 7,
  ]);
  expect(second).toMatchObject({ has_more: false, next_cursor: null });
  expect(BatchRowResource.parse(first.data[0])).toMatchObject({
    object: 'batch_row',
    state: 'successful',
    reference: 'res:1.2',
    network_id: 'net_mtn',
    metadata: { note: '=1+1' },
    errors: [],
  });

  const invalid = await list('state=invalid');
  expect(invalid.data).toMatchObject([
    {
      line: 8,
      errors: [{ column: 'phone_number', damage: 'lost_leading_zero' }],
      price: null,
      purchase_id: null,
    },
    { line: 9, errors: [{ code: 'wrong_cell_count' }] },
  ]);
  expect(await list(`limit=4&cursor=${first.next_cursor}`)).toMatchObject({ error: { param: 'cursor' } });
  expect(await list('state=gone')).toMatchObject({ error: { param: 'state' } });
});

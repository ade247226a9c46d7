import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { BatchRowResource } from '../../../contract/batches/batch-row.ts';
import { idFromUuid } from '../../../domain/ids.ts';
import type { OutcomeReport } from '../../../domain/purchase/purchase.ts';
import {
  authorized,
  type BatchFixture,
  command,
  confirmAll,
  createBatchFixture,
  MTN_BUNDLE,
  phoneNumber,
  releaseOnce,
  uploaded,
} from '../../support/batches/fixture.ts';

let fixture: BatchFixture;
let id: string;
const FORMULAS = ['=1+1', '+cmd|calc', '-2+3', '@SUM(A1)', '\tx', '＝1'];
const HEADER = 'bundle_id,phone_number,metadata.note';
beforeAll(async () => {
  fixture = await createBatchFixture(1_000_000);
  const rows = FORMULAS.map((note, index) => `${MTN_BUNDLE},${phoneNumber(index)},"${note}"`);
  const csv = [HEADER, ...rows, `${MTN_BUNDLE},8031000009,"a, ""b"""`, `${MTN_BUNDLE}`].join('\n');
  ({ id } = await uploaded(fixture, csv, { reference: 'res:1' }));
  await releaseOnce(fixture, id);
  await confirmAll(fixture);
});
afterAll(() => fixture.close());

async function csvOf(query = ''): Promise<{ text: string; headers: Readonly<Record<string, unknown>> }> {
  const answer = await fixture.app.inject({
    url: `/v1/batches/${id}/rows${query}`,
    headers: { ...authorized(fixture), accept: 'text/csv' },
  });
  expect(answer.statusCode).toBe(200);
  return { text: answer.body, headers: answer.headers };
}

it('gives the whole file as CSV: its columns first, then the results', async () => {
  const { text, headers } = await csvOf();
  expect(headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': expect.stringMatching(
      /^attachment; filename="res-1-results-\d{4}-\d\d-\d\d\.csv"$/,
    ),
    'x-content-type-options': 'nosniff',
  });
  const [header, ...rows] = parse(text);
  expect(header?.slice(0, 5)).toEqual([...HEADER.split(','), 'result.line', 'result.state']);
  expect(rows).toHaveLength(FORMULAS.length + 2);
  expect(rows[0]?.slice(3, 6)).toEqual(['2', 'successful', 'res:1.2']);
  expect(rows[6]?.slice(0, 5)).toEqual([MTN_BUNDLE, '8031000009', 'a, "b"', '8', 'invalid']);
  expect(rows[7]?.slice(0, 5)).toEqual([MTN_BUNDLE, '', '', '9', 'invalid']);
});

it('escapes cells that a spreadsheet would run, and leaves phone numbers unchanged', async () => {
  const [, ...rows] = parse((await csvOf('?state=successful')).text);
  expect(rows.map((row) => row[2])).toEqual(FORMULAS.map((formula) => `'${formula}`));
  expect(rows.map((row) => row[1])).toEqual(FORMULAS.map((_, index) => phoneNumber(index)));
});

it('can be uploaded again without its states: other result columns are ignored, escapes removed', async () => {
  const { text } = await csvOf('?state=successful');
  const again = await uploaded(fixture, text.replaceAll(',successful,', ',,'), { reference: 'res-2' });
  expect(again.counts).toMatchObject({ valid: FORMULAS.length, invalid: 0 });
  await releaseOnce(fixture, again.id);
  const { rows } = await fixture.pool.query<{ note: string }>(
    `SELECT metadata ->> 'note' AS note FROM purchases WHERE reference LIKE 'res-2.%' ORDER BY phone_number`,
  );
  expect(rows.map(({ note }) => note)).toEqual(FORMULAS);
  await command(fixture, again.id, 'cancel');
});

const INNER = ['x;=HYPERLINK(1)', 'x;"=1', 'x; +1', 'x\t@A', 'x\n=1', 'x|-1', 'x\r＝1', "it's; fine"];

it('escapes formulas behind other separators and line ends, and an upload removes the escapes', async () => {
  const rows = INNER.map(
    (note, index) => `${MTN_BUNDLE},${phoneNumber(20 + index)},"${note.replaceAll('"', '""')}"`,
  );
  const first = await uploaded(fixture, [HEADER, ...rows].join('\n'), {
    reference: 'inner-1',
    start: 'manual',
  });
  const headers = { ...authorized(fixture), accept: 'text/csv' };
  const { body } = await fixture.app.inject({ url: `/v1/batches/${first.id}/rows`, headers });
  const cells = body.split(/[;\t|\r\n]/).map((cell) => cell.replace(/^[\s"]+/, ''));
  expect(cells.filter((cell) => /^[=+\-@＝]/.test(cell))).toEqual([]);

  const again = await uploaded(fixture, body, { reference: 'inner-2', start: 'manual' });
  const listed = await fixture.app.inject({
    url: `/v1/batches/${again.id}/rows`,
    headers: authorized(fixture),
  });
  const notes = listed.json().data.map(({ metadata }: BatchRowResource) => metadata.note);
  expect(notes).toEqual(INNER);
});

it('lists rows as JSON by pages, filtered by state', async () => {
  const list = async (query: string) => {
    const answer = await fixture.app.inject({
      url: `/v1/batches/${id}/rows?${query}`,
      headers: authorized(fixture),
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

it('gives the rows that bought nothing as a file that can be uploaded again, without references', async () => {
  const csv = [
    'Handy,bundle_id,reference',
    `${phoneNumber(1)},${MTN_BUNDLE},u-1`,
    `${phoneNumber(2)},${MTN_BUNDLE},u-2`,
    `${phoneNumber(3)},${MTN_BUNDLE},u-3`,
    `${phoneNumber(4)},${MTN_BUNDLE},u-4`,
    `803,${MTN_BUNDLE},u-5`,
    `${phoneNumber(6)},${MTN_BUNDLE},res:1.2`,
  ].join('\n');
  const batch = await uploaded(fixture, csv, { reference: 'un-1', 'column.phone_number': 'Handy' });
  await releaseOnce(fixture, batch.id);
  await settle('u-1', { kind: 'refused', code: 'number_barred' });
  await settle('u-2', { kind: 'expired' });
  await confirmAll(fixture);

  const linesOf = async (query: string) =>
    parse(await unbought(batch.id, query)).map((row) => row.slice(0, 5));
  expect(await linesOf('?only=unbought')).toEqual([
    ['phone_number', 'bundle_id', 'reference', 'result.line', 'result.state'],
    [phoneNumber(1), MTN_BUNDLE, '', '2', 'failed'],
    ['803', MTN_BUNDLE, '', '6', 'invalid'],
    [phoneNumber(6), MTN_BUNDLE, '', '7', 'refused'],
  ]);
  // It may have been delivered after all: only who asks for it gets it.
  expect((await linesOf('?only=unbought&include=network_timeout')).map((row) => row[3])).toEqual([
    'result.line',
    '2',
    '3',
    '6',
    '7',
  ]);
  const again = await uploaded(fixture, await unbought(batch.id, '?only=unbought'), { reference: 'un-2' });
  expect(again.counts).toMatchObject({ rows: 3, valid: 2, invalid: 1 });
});

it('lists waiting rows as unbought once the batch is cancelled, and never those that were bought', async () => {
  const csv = `${HEADER},reference\n${MTN_BUNDLE},${phoneNumber(0)},"${FORMULAS[0]}",res:1.2\n${MTN_BUNDLE},${phoneNumber(50)},,`;
  const batch = await uploaded(fixture, csv, { reference: 'un-3', start: 'manual' });
  expect(parse(await unbought(batch.id, '?only=unbought'))).toHaveLength(1);
  await command(fixture, batch.id, 'cancel');
  expect(parse(await unbought(batch.id, '?only=unbought'))).toHaveLength(3);
  expect(parse(await unbought(batch.id, '?include=network_timeout'))).toHaveLength(3);
});

async function unbought(batchId: string, query: string): Promise<string> {
  const headers = { ...authorized(fixture), accept: 'text/csv' };
  return (await fixture.app.inject({ url: `/v1/batches/${batchId}/rows${query}`, headers })).body;
}

async function settle(reference: string, report: OutcomeReport): Promise<void> {
  if (report.kind === 'expired') {
    await fixture.pool.query(`UPDATE purchases SET resolve_by = app_now() WHERE reference = $1`, [reference]);
  }
  const { rows } = await fixture.pool.query<{ id: string }>('SELECT id FROM purchases WHERE reference = $1', [
    reference,
  ]);
  const purchaseId = idFromUuid('pur', rows[0]?.id ?? '');
  await fixture.settleLane.settle(fixture.client.accountId, { purchaseId, report, endWorkflow: false });
}

import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { idFromUuid } from '../../../../domain/ids.ts';
import { XLSX_TYPE } from '../../../../services/sheets/write-workbook.ts';
import {
  authorized,
  type BatchFixture,
  command,
  confirmAll,
  createBatchFixture,
  getBatch,
  MTN_BUNDLE,
  PRICE,
  phoneNumber,
  releaseOnce,
  uploaded,
} from '../../../support/batches/fixture.ts';
import { sheetRows } from '../../../support/sheets/cells.ts';

let fixture: BatchFixture;
let id: string;
let day: string;
const CELLS = ['=1+1', "'=1+1", '0008', 'a\u0001b', '<&">', '_x0041_'];

/** One row that is reversed, one that fails, four that are delivered, and one that cannot be bought. */
beforeAll(async () => {
  fixture = await createBatchFixture(100 * PRICE);
  const rows = CELLS.map((note, at) => `${phoneNumber(at)},${MTN_BUNDLE},"${note.replaceAll('"', '""')}"`);
  const csv = ['phone_number,bundle_id,metadata.note', ...rows, `8031000009,${MTN_BUNDLE},lost`].join('\n');
  const batch = await uploaded(fixture, csv, { reference: 'money:1' });
  ({ id } = batch);
  day = batch.created_at.slice(0, 10);
  await releaseOnce(fixture, id);
  await settle(3, { kind: 'refused', code: 'number_barred' });
  await confirmAll(fixture);
  const delivery = { confirmedAt: new Date(), networkReference: 'N-1' };
  await settle(2, {
    kind: 'reversed',
    delivery,
    reversal: { reversedAt: new Date(), reason: 'Reversed.' },
  });
});
afterAll(() => fixture.close());

type Report = Parameters<BatchFixture['settleLane']['settle']>[1]['report'];

async function settle(line: number, report: Report): Promise<void> {
  const { rows } = await fixture.pool.query<{ id: string }>(
    `SELECT id FROM purchases WHERE reference = 'money:1.${line}'`,
  );
  const purchaseId = idFromUuid('pur', rows[0]?.id ?? '');
  await fixture.settleLane.settle(fixture.client.accountId, { purchaseId, report, endWorkflow: false });
}

async function fileOf(query: string, accept: string) {
  const url = `/v1/batches/${id}/rows${query}`;
  const answer = await fixture.app.inject({ url, headers: { ...authorized(fixture), accept } });
  expect(answer.statusCode).toBe(200);
  return answer;
}

it('[results.xlsx] gives the results as a workbook whose cells are text, and amounts in major units', async () => {
  const answer = await fileOf('', XLSX_TYPE);
  expect(answer.headers).toMatchObject({
    'content-type': XLSX_TYPE,
    'content-disposition': `attachment; filename="money-1-results-${day}.xlsx"`,
    'x-content-type-options': 'nosniff',
  });
  const rows = await sheetRows(answer.rawPayload);
  expect(rows.map((row) => row['result.state'])).toEqual(
    ['reversed', 'failed', 'successful', 'successful', 'successful', 'successful', 'invalid'].map((text) => ({
      text,
    })),
  );
  expect(rows[0]).toMatchObject({
    phone_number: { text: phoneNumber(0) },
    // An apostrophe is how a CSV file writes a text that begins with a formula sign.
    'metadata.note': { text: '=1+1' },
    'result.price_major': { number: '10.00' },
    'result.charged_major': { number: '10.00' },
    'result.refunded_major': { number: '10.00' },
    'result.currency': { text: 'NGN' },
  });
  expect(rows.map((row) => row['metadata.note'])).toMatchObject([
    { text: '=1+1' },
    { text: '=1+1' },
    { text: '0008' },
    { text: 'a_x0001_b' },
    { text: '<&">' },
    { text: '_x005F_x0041_' },
    { text: 'lost' },
  ]);
});

it('[results.amounts] charged is empty where nothing was, and adds up to what the batch was charged', async () => {
  const rows = await sheetRows((await fileOf('', XLSX_TYPE)).rawPayload);
  const kobo = (name: string) =>
    rows.map((row) => {
      const cell = row[name];
      return cell !== undefined && 'number' in cell ? Number(cell.number.replace('.', '')) : null;
    });
  const charged = kobo('result.charged_major');
  expect(charged).toEqual([PRICE, null, PRICE, PRICE, PRICE, PRICE, null]);
  expect(kobo('result.refunded_major')).toEqual([PRICE, null, null, null, null, null, null]);
  const batch = await getBatch(fixture, id);
  expect(charged.reduce<number>((sum, each) => sum + (each ?? 0), 0)).toBe(batch.charged.amount);
});

it('[results.amounts] a CSV file has major units only if it is asked for them', async () => {
  const [header = [], first = []] = parse((await fileOf('', 'text/csv')).body) as string[][];
  expect(first[header.indexOf('result.price')]).toBe(String(PRICE));
  expect(header.filter((name) => name.endsWith('_major'))).toEqual([]);
  const readable = parse((await fileOf('?amounts=major', 'text/csv')).body, { columns: true });
  expect(readable[0]).toMatchObject({
    'result.price_major': '10.00',
    'result.charged_major': '10.00',
    'result.refunded_major': '10.00',
    'result.currency': 'NGN',
  });
  expect(readable[0]).not.toHaveProperty('result.price');
  expect(readable[1]).toMatchObject({ 'result.price_major': '10.00', 'result.charged_major': '' });
  const minor = await sheetRows((await fileOf('?amounts=minor', XLSX_TYPE)).rawPayload);
  expect(minor[0]).toMatchObject({ 'result.price': { text: String(PRICE) } });
});

it('[results.bom] begins with a byte order mark only if it is asked for one', async () => {
  expect((await fileOf('?bom=true', 'text/csv')).rawPayload.subarray(0, 4).toString()).toBe('\uFEFFp');
  expect((await fileOf('', 'text/csv')).body.startsWith('phone_number')).toBe(true);
  expect((await fileOf('?bom=true', XLSX_TYPE)).rawPayload.subarray(0, 2).toString()).toBe('PK');
});

it('[results.xlsx] rows to correct are uploaded again as they are saved', async () => {
  const answer = await fileOf('?only=unbought', XLSX_TYPE);
  expect(answer.headers['content-disposition']).toBe(`attachment; filename="money-1-unbought-${day}.xlsx"`);
  const options = { reference: 'again', start: 'manual', repair: 'accept', default_country: 'NG' };
  const again = await uploaded(fixture, answer.rawPayload, options);
  expect([again.status, again.sheet, again.counts.rows, again.counts.valid]).toEqual([
    'ready',
    'To correct',
    2,
    2,
  ]);
  await command(fixture, again.id, 'cancel');
});

it('a page of rows is the same with and without the parameters of files', async () => {
  const list = async (query: string) => (await fileOf(`?limit=2${query}`, 'application/json')).json();
  const first = await list('');
  expect(await list('&amounts=major&bom=true')).toMatchObject({ data: first.data });
  // A cursor of one is good for the other.
  const second = await list(`&amounts=major&cursor=${first.next_cursor}`);
  expect(second.data.map(({ line }: { line: number }) => line)).toEqual([4, 5]);
});

it('answers HEAD with the headers of the workbook', async () => {
  const url = `/v1/batches/${id}/rows`;
  const headers = { ...authorized(fixture), accept: XLSX_TYPE };
  const answer = await fixture.app.inject({ method: 'HEAD', url, headers });
  expect([answer.statusCode, answer.body, answer.headers['content-type']]).toEqual([200, '', XLSX_TYPE]);
});

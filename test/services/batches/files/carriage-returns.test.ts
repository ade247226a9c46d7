import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  authorized,
  type BatchFixture,
  createBatchFixture,
  MTN_BUNDLE,
  PRICE,
  phoneNumber,
  upload,
  uploaded,
} from '../../../support/batches/fixture.ts';
import { partsOf } from '../../../support/sheets/parts.ts';

let fixture: BatchFixture;
beforeAll(async () => {
  fixture = await createBatchFixture(1_000 * PRICE);
});
afterAll(() => fixture.close());

const NAMES = ['Ada\rObi', 'Bola\r\nAde', '\rChidi', 'Dayo\r', 'Efe\r,Set-Cookie: a=b'];
const FILE = [
  'phone_number,bundle_id,"Full\rname"',
  ...NAMES.map((name, index) => `${phoneNumber(index)},${MTN_BUNDLE},"${name}"`),
].join('\r\n');

async function results(id: string, accept: string) {
  const answer = await fixture.app.inject({
    url: `/v1/batches/${id}/rows`,
    headers: { ...authorized(fixture), accept },
  });
  expect(answer.statusCode).toBe(200);
  return answer;
}

it('carriage returns in the names of people and of a column stay in their cells, from file to file', async () => {
  const kept = { on_unknown_columns: 'keep', start: 'manual' };
  const first = await uploaded(fixture, FILE, { reference: 'names-1', ...kept });
  expect(first).toMatchObject({ status: 'ready', counts: { rows: 5, valid: 5, invalid: 0 } });
  const csv = (await results(first.id, 'text/csv')).body;

  const second = await uploaded(fixture, csv, { reference: 'names-2', duplicate_window_hours: '0', ...kept });
  expect(second).toMatchObject({ status: 'ready', counts: { rows: 5, valid: 5, invalid: 0 } });
  const again = (await results(second.id, 'text/csv')).body;
  for (const name of NAMES) expect([name, again.includes(name)]).toEqual([name, true]);
});

it('carriage returns do not add rows to a workbook of results', async () => {
  const batch = await uploaded(fixture, FILE, {
    reference: 'names-3',
    on_unknown_columns: 'keep',
    start: 'manual',
  });
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
  const parts = await partsOf((await results(batch.id, type)).rawPayload);
  const sheet = parts.get('xl/worksheets/sheet1.xml') ?? '';
  expect(sheet.match(/<row /g)?.length).toBe(1 + NAMES.length);
  // XML turns a bare carriage return into a line feed, so it is written as Excel writes it.
  expect(sheet).toContain('Ada_x000D_Obi');
});

it('a reference with a carriage return is refused', async () => {
  const answer = await upload(fixture, FILE, { reference: 'spring\rSet-Cookie: a=b' });
  expect(answer.status).toBe(400);
  expect(answer.headers).not.toHaveProperty('set-cookie');
});

it('a column whose mapped name has a carriage return is found only where the file has it', async () => {
  const mapped = { 'column.metadata.name': 'Full\rname', start: 'manual' };
  expect(await uploaded(fixture, FILE, { reference: 'mapped-1', ...mapped })).toMatchObject({
    status: 'ready',
    counts: { rows: 5, valid: 5 },
  });
  const other = { ...mapped, 'column.metadata.name': 'Full\r\nname' };
  expect(await uploaded(fixture, FILE, { reference: 'mapped-2', ...other })).toMatchObject({
    status: 'rejected',
  });
});

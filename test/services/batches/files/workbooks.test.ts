import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  authorized,
  type BatchFixture,
  createBatchFixture,
  PRICE,
  upload,
  uploaded,
} from '../../../support/batches/fixture.ts';

let fixture: BatchFixture;
beforeAll(async () => {
  fixture = await createBatchFixture(1_000 * PRICE);
});
afterAll(() => fixture.close());

const FILES = new URL('../../../support/batches/spreadsheets/', import.meta.url);
const paths = new Map(
  readdirSync(FILES, { recursive: true, encoding: 'utf8' }).map((path) => [basename(path), path]),
);
const names = [...paths.keys()];
const fileOf = (name: string) => readFileSync(new URL(paths.get(name) ?? name, FILES));

/** The rows of a batch: phone number, bundle and the first customer column. */
async function rowsOf(id: string) {
  const url = `/v1/batches/${id}/rows?limit=100`;
  const answer = await fixture.app.inject({ url, headers: authorized(fixture) });
  return answer.json().data as {
    line: number;
    state: string;
    phone_number: string;
    bundle_id: string;
    metadata: Record<string, string>;
    errors: { column: string | null; code: string }[];
  }[];
}

async function read(name: string, parameters: Record<string, string> = {}) {
  const reference = [name, ...Object.values(parameters)]
    .join('-')
    .replaceAll(/[^a-z0-9.-]/gi, '')
    .slice(0, 55);
  const batch = await uploaded(fixture, fileOf(name), { reference, start: 'manual', ...parameters });
  return { batch, rows: await rowsOf(batch.id), codes: batch.notices.map(({ code }) => code) };
}

const PEOPLE = [
  ['+2348030000001', 'bnd_mtn_small', 'André Nzé', 'Libreville'],
  ['+2348030000002', 'bnd_mtn_small', 'Chloé Bâ', 'Saint-Louis'],
  ['+2348030000003', 'bnd_mtn_small', 'José Muñoz', 'São Tomé'],
  ['+2348030000004', 'bnd_mtn_small', 'Zoë & Çelik', 'Cotonou'],
  ['+2348050000001', 'bnd_glo_small', 'Amina <Yusuf>', 'Lagos'],
];
const PLAIN = names.filter((name) =>
  /^(?:openpyxl|openpyxl-streamed|xlsxwriter|xlsxwriter-inline|exceljs|exceljs-streamed|odfpy|libreoffice|libreoffice-(?:utf|win|mac|iso).*)\.(?:xlsx|ods|csv)$/.test(
    name,
  ),
);

describe('files of real programs', () => {
  it.each(PLAIN)('%s gives the five rows that were saved', async (name) => {
    const { batch, rows } = await read(name);
    expect(batch.rejection).toBeNull();
    expect(batch.status).toBe('ready');
    expect(
      rows.map((row) => [row.phone_number, row.bundle_id, row.metadata.name, row.metadata.city]),
    ).toEqual(PEOPLE);
    expect(rows.map(({ line }) => line)).toEqual([2, 3, 4, 5, 6]);
  });

  it.each([
    ['libreoffice.xls', 'an old Excel workbook (.xls)'],
    ['libreoffice.pdf', 'a PDF document'],
    ['libreoffice-html-named.xls', 'a web page (HTML)'],
  ])('%s is named: %s', async (name, what) => {
    const { batch } = await read(name);
    expect(batch.rejection).toMatchObject({ code: 'not_csv', line: null });
    expect(batch.rejection?.message).toContain(`The file is ${what}, which cannot be read.`);
  });

  it.each([
    ['libreoffice-windows-1252.csv', 'windows_1252'],
    ['libreoffice-iso-8859-1.csv', 'windows_1252'],
    ['libreoffice-mac-roman.csv', 'mac_roman'],
    ['libreoffice-utf-16.csv', 'utf_16'],
  ])('the encoding of %s is reported: %s', async (name, code) => {
    expect((await read(name, { on_invalid: 'reject' })).codes).toEqual([code]);
  });
});

describe('sheets', () => {
  const titled = names.filter((name) => /openpyxl-titles\./.test(name));

  it.each(titled)(
    '%s has its header below titles, and the only sheet with a header is read',
    async (name) => {
      const { batch, rows, codes } = await read(name);
      expect(batch.rejection).toBeNull();
      expect([batch.sheet, batch.sheets]).toEqual(['December', ['December', 'Notes']]);
      expect(codes.sort()).toEqual(['other_sheets', 'title_rows']);
      expect(rows.map(({ line }) => line)).toEqual([4, 5, 6, 7, 8]);
      expect(rows.map((row) => row.phone_number)).toEqual(PEOPLE.map(([number]) => number));
    },
  );

  it('reads a hidden sheet only if it is named', async () => {
    const { batch, rows } = await read('openpyxl-titles.xlsx', { sheet: 'Secret' });
    expect(batch.sheet).toBe('Secret');
    expect(rows[0]?.line).toBe(2);
  });

  it('never chooses between two sheets that could be the campaign', async () => {
    const { batch } = await read('openpyxl-two-sheets.xlsx');
    expect(batch.rejection?.code).toBe('several_sheets');
    expect(batch.rejection?.message).toContain('"Lagos", "Abuja"');
    expect([batch.sheet, batch.sheets]).toEqual([null, ['Lagos', 'Abuja']]);
  });

  it('reads the sheet that is named, and says which sheets there are if there is no such one', async () => {
    expect((await read('openpyxl-two-sheets.xlsx', { sheet: 'Lagos' })).batch.counts.rows).toBe(1);
    expect((await read('openpyxl-two-sheets.xlsx', { sheet: ' abuja' })).batch.counts.rows).toBe(5);
    const { batch } = await read('openpyxl-two-sheets.xlsx', { sheet: 'Kano' });
    expect(batch.rejection).toMatchObject({ code: 'unknown_sheet' });
    expect(batch.rejection?.message).toContain('"Lagos", "Abuja"');
    const text = await read('libreoffice-utf-8.csv', { sheet: 'Lagos' });
    expect(text.batch.rejection?.code).toBe('unknown_sheet');
  });

  it('another sheet of the same file is another campaign', async () => {
    const file = fileOf('openpyxl-two-sheets.xlsx');
    const send = (sheet: string | null) =>
      upload(fixture, file, {
        reference: 'same-file',
        start: 'manual',
        ...(sheet === null ? {} : { sheet }),
      });
    expect((await send('Lagos')).status).toBe(201);
    expect((await send('Lagos')).status).toBe(200);
    expect((await send('Abuja')).status).toBe(409);
    expect((await send(null)).status).toBe(409);
  });

  it('the only sheet is the same with its name and without', async () => {
    const send = (parameters: Record<string, string>) =>
      upload(fixture, fileOf('xlsxwriter.xlsx'), { reference: 'one-sheet', start: 'manual', ...parameters });
    expect((await send({})).status).toBe(201);
    expect((await send({ sheet: 'Customers' })).status).toBe(200);
    expect((await send({ sheet: 'Other' })).status).toBe(409);
  });
});

describe('cells', () => {
  it('a formula without a value is an error of its row, with its sheet', async () => {
    const { batch, rows } = await read('openpyxl-formulas.xlsx');
    expect(rows.map(({ errors }) => errors.map(({ column, code }) => `${column} ${code}`))).toEqual(
      rows.map(({ line }) => [
        'phone_number formula_without_value',
        'metadata.name formula_without_value',
        ...(line === 6 ? ['metadata.city formula_without_value'] : []),
      ]),
    );
    expect(batch.errors[0]).toMatchObject({ line: 2, sheet: 'Sheet' });
  });

  it.each(['xlsx', 'ods'])('a formula that LibreOffice computed counts as its value (%s)', async (suffix) => {
    const { rows } = await read(`libreoffice-of-openpyxl-formulas.${suffix}`);
    expect(rows.map((row) => row.phone_number)).toEqual(PEOPLE.map(([number]) => number));
    expect(rows[2]?.metadata.name).toBe('Customer 2');
    expect(rows[4]?.errors).toMatchObject([{ column: 'metadata.city', code: 'error_value' }]);
    expect(rows.slice(0, 4).map(({ state }) => state)).toEqual(Array(4).fill('waiting'));
  });

  const formatted = names.filter((name) => /openpyxl-formats\./.test(name));
  it.each(formatted)('numbers and dates of %s are read as a person sees them, without loss', async (name) => {
    const { rows } = await read(name);
    expect(rows.map((row) => row.phone_number)).toEqual([
      '+2348030000001',
      '+2348030000002',
      '2348030000003',
      '2348030000004',
      '2348050000001',
      expect.stringMatching(/^2\.?34803123456789/),
    ]);
    expect(rows[5]?.errors).toMatchObject([{ column: 'phone_number', code: 'digits_lost' }]);
    expect(rows.map(({ metadata }) => metadata.day)).toEqual([
      '2026-12-01',
      '2026-12-01T14:30:00',
      undefined,
      '0.3',
      '0.0000001',
      undefined,
    ]);
    expect(rows.map(({ metadata }) => metadata.amount)).toEqual([
      '0',
      '1234.5',
      '2469',
      '3703.5',
      '4938',
      '2',
    ]);
    expect(rows[0]?.metadata.paid).toBe('TRUE');
  });

  it('reads days from 1904, cached formulas, rich text, and no sheets of charts', async () => {
    const { batch, rows } = await read('xlsxwriter-1904.xlsx');
    expect([batch.sheet, batch.sheets]).toEqual(['Sheet1', ['Sheet1']]);
    expect(rows.map((row) => [row.phone_number, row.metadata.day])).toEqual([
      ['+2348030000001', '2026-12-01'],
      ['+2348030000002', 'two runs'],
    ]);
  });

  it.each(['xlsx', 'ods'])('a lost plus is an error that says what to write (%s)', async (suffix) => {
    const { rows } = await read(`libreoffice-numbers.${suffix}`);
    expect(rows.map((row) => row.phone_number)).toEqual(PEOPLE.map(([number]) => number?.slice(1)));
  });
});

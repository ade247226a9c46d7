import { randomBytes } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import { XMLParser } from 'fast-xml-parser';
import { expect, it } from 'vitest';
import { createTurns } from '../../../services/batches/turns.ts';
import { readWorkbook } from '../../../services/batches/workbook/read-workbook.ts';
import { SHEET_CELL_CHARS_MAX } from '../../../services/sheets/cell-text.ts';
import { type NewSheet, type SheetColumn, TEXT } from '../../../services/sheets/sheet.ts';
import { writeWorkbook } from '../../../services/sheets/write-workbook.ts';
import { partsOf } from '../../support/sheets/parts.ts';

const column = (name: string): SheetColumn => ({ name, width: 20, format: TEXT });
const AMOUNT: SheetColumn = { name: 'price', width: 12, format: { kind: 'amount', decimals: 2 } };

async function* pages(...rows: (readonly (readonly string[])[])[]) {
  yield* rows;
}

async function written(sheets: readonly NewSheet[], rowsMax?: number): Promise<Buffer> {
  return Buffer.concat(await Array.fromAsync(writeWorkbook(sheets, rowsMax)));
}

/** The rows that an upload reads. */
async function readBack(workbook: Buffer, sheet: string): Promise<(readonly string[])[]> {
  async function* bytes() {
    yield workbook;
  }
  const options = { readSign: () => 'header' as const, sheet, charsMax: 1_000_000 };
  const rows: (readonly string[])[] = [];
  for await (const part of readWorkbook(bytes(), createTurns(), options)) {
    if (part.kind === 'unusable') throw new Error(part.rejection.message);
    if (part.kind === 'records') rows.push(...part.records.map(({ cells }) => cells));
  }
  return rows;
}

it.each([
  ['a formula', '=1+1'],
  ['a plus', '+2348031234567'],
  ['leading zeros', '0008'],
  ['signs of XML', `<a href="x">&amp;</a>'`],
  ['a NUL and other control characters', 'a\u0000b\u0001\u001F\u007F\u0085'],
  ['line ends', 'a\r\nb\nc\rd\te'],
  ['what looks like an escape', '_x0041_ _x005F_x0041_'],
  ['half a character', 'a\uD800b\uFFFE'],
  ['blanks at its ends', '  a '],
  ['right-to-left text and emoji', '\u202Eمرحبا 👩‍👩‍👧'],
])('keeps a cell with %s as text', async (_name, text) => {
  const rows = [['first', text]];
  const workbook = await written([{ name: 'S', columns: [column('a'), column('b')], rows: pages(rows) }]);
  expect(await readBack(workbook, 'S')).toEqual([['a', 'b'], ...rows]);
  const sheet = (await partsOf(workbook)).get('xl/worksheets/sheet1.xml') ?? '';
  expect(sheet).not.toContain('<f>');
  expect(new XMLParser({ ignoreAttributes: false }).parse(sheet, true)).toHaveProperty('worksheet');
});

it('writes amounts as numbers with the decimals of their currency, and leaves empty cells out', async () => {
  const columns = [column('a'), AMOUNT, column('c')];
  const rows = [
    ['x', '-500.00', 'NGN'],
    ['y', '', ''],
    ['', '9007199254740.99', 'NGN'],
  ];
  const workbook = await written([{ name: 'S', columns, rows: pages(rows) }]);
  const sheet = (await partsOf(workbook)).get('xl/worksheets/sheet1.xml') ?? '';
  expect(sheet).toContain('<c r="B2" s="5"><v>-500.00</v></c>');
  expect(sheet).toContain('<row r="3"><c r="A3" s="1" t="inlineStr"><is><t>y</t></is></c></row>');
  expect(sheet).toContain('<c r="B4" s="5"><v>9007199254740.99</v></c>');
});

it('continues rows that do not fit on a further sheet with the same header', async () => {
  const rows = Array.from({ length: 7 }, (_, index) => [`row ${index}`]);
  const source = () => pages(rows.slice(0, 2), [], rows.slice(2, 6), rows.slice(6));
  const workbook = await written([{ name: 'Lines', columns: [column('a')], rows: source() }], 3);
  expect([...(await partsOf(workbook)).keys()].filter((name) => name.includes('worksheets/'))).toHaveLength(
    3,
  );
  expect(await readBack(workbook, 'Lines')).toEqual([['a'], ...rows.slice(0, 3)]);
  expect(await readBack(workbook, 'Lines 2')).toEqual([['a'], ...rows.slice(3, 6)]);
  expect(await readBack(workbook, 'Lines 3')).toEqual([['a'], ...rows.slice(6)]);
});

it.each([[0], [3], [6]])('adds no empty sheet after %i rows with three to a sheet', async (count) => {
  const rows = Array.from({ length: count }, (_, index) => [String(index)]);
  const workbook = await written([{ name: 'S', columns: [column('a')], rows: pages(rows) }], 3);
  const sheets = [...(await partsOf(workbook)).keys()].filter((name) => name.includes('worksheets/'));
  expect(sheets).toHaveLength(Math.max(1, count / 3));
});

it('says where it cut a cell that is longer than Excel keeps', async () => {
  const long = '😀'.repeat(SHEET_CELL_CHARS_MAX);
  const workbook = await written([{ name: 'S', columns: [column('a')], rows: pages([[long]]) }]);
  const [, [cell = ''] = []] = await readBack(workbook, 'S');
  expect(cell.length).toBeLessThanOrEqual(SHEET_CELL_CHARS_MAX);
  expect(cell).toMatch(/^😀+\uFFFD?… \(cut: the CSV file has the whole text\)$/u);
});

it('breaks off with the error of its rows', async () => {
  async function* broken() {
    yield [['a']];
    throw new RangeError('lines are missing');
  }
  const sheets = [{ name: 'S', columns: [column('a')], rows: broken() }];
  await expect(written(sheets)).rejects.toThrow('lines are missing');
});

it('closes its rows when its reader leaves, and reads only a few pages ahead', async () => {
  let read = 0;
  let isClosed = false;
  async function* endless() {
    try {
      for (;;) {
        read += 1;
        await turn();
        // Hardly compressible, so that few pages fill the buffers.
        yield [[randomBytes(16_000).toString('hex')]];
      }
    } finally {
      isClosed = true;
    }
  }
  const sheets = [{ name: 'S', columns: [column('a')], rows: endless() }];
  for await (const chunk of writeWorkbook(sheets)) {
    expect(chunk.length).toBeGreaterThan(0);
    const before = read;
    for (let quiet = 0, last = before; quiet < 20; last = read) {
      await turn();
      quiet = read === last ? quiet + 1 : 0;
    }
    expect(read - before).toBeLessThan(40);
    if (read > 5) break;
  }
  expect(isClosed).toBe(true);
});

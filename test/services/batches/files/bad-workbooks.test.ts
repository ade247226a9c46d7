import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createReadSign } from '../../../../services/batches/files/header-sign.ts';
import { readFile } from '../../../../services/batches/files/read-file.ts';
import { createTurns } from '../../../../services/batches/turns.ts';
import { makeXlsx, makeZip, xlsxRow } from '../../../support/batches/zip.ts';

const HEADER = xlsxRow(1, ['phone_number', 'bundle_id']);
const GOOD = xlsxRow(2, ['+2348030000001', 'b']);

/** Reads a workbook, and returns its rows and why it was rejected. */
async function read(file: Buffer) {
  async function* chunks() {
    for (let at = 0; at < file.length; at += 16_384) yield file.subarray(at, at + 16_384);
  }
  const options = { readSign: createReadSign(() => new Map()), sheet: null, charsMax: 1024 ** 2 };
  let rows = 0;
  let last: readonly string[] = [];
  for await (const part of readFile(chunks(), createTurns(), options)) {
    if (part.kind === 'unusable') return { rows, last, rejection: part.rejection };
    if (part.kind !== 'records') continue;
    rows += part.records.length;
    last = part.records.at(-1)?.cells ?? last;
  }
  return { rows, last, rejection: null };
}

/** Tests that run beside this one have temporary files too. */
const folder = mkdtempSync(join(tmpdir(), 'bundlewire-bad-'));
beforeAll(() => void vi.stubEnv('TMPDIR', folder));
afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

describe('a workbook made to do damage is rejected with what is wrong', () => {
  it.each([
    [
      'a bomb',
      makeXlsx(Buffer.alloc(64 * 1024 ** 2, ' ')),
      'workbook_too_large',
      /compressed more than 250 times/,
    ],
    ['a part larger than stated', makeXlsx(HEADER + GOOD, [], 60), 'workbook_damaged', /sheet1/],
    [
      'a row of a million columns',
      makeXlsx(`${HEADER}<row r="2">${'<c><v>1</v></c>'.repeat(100_000)}</row>`),
      'too_many_columns',
      /Row 2 of the sheet "Lagos"/,
    ],
    [
      'a cell of 20 MB',
      makeXlsx(
        [HEADER, '<row r="2"><c r="B2" t="str"><v>', noise(20 * 1024 ** 2), '</v></c></row>'].join(''),
      ),
      'row_too_long',
      /row of the sheet "Lagos".*cell B2/,
    ],
    ['a row that comes twice', makeXlsx(HEADER + GOOD + GOOD), 'workbook_damaged', /sheet1/],
    ['tags inside tags', makeXlsx(`${'<a>'.repeat(200)}`), 'workbook_damaged', /sheet1/],
    ['entities', makeXlsx('<row r="1"><c t="str"><v>&bomb;</v></c></row>'), 'workbook_damaged', /sheet1/],
    [
      'a shared text that is missing',
      makeXlsx('<row r="1"><c t="s"><v>7</v></c></row>'),
      'workbook_damaged',
      /sharedStrings/,
    ],
    [
      'more text than a file may have',
      makeXlsx(
        HEADER + Array.from({ length: 40 }, (_, index) => xlsxRow(index + 2, [noise(30_000), 'b'])).join(''),
      ),
      'workbook_too_large',
      /1 MiB of text/,
    ],
    [
      'an archive of a workbook',
      makeZip([{ name: 'campaign.xlsx', bytes: makeXlsx(HEADER + GOOD) }]),
      'not_csv',
      /a ZIP archive with other files in it/,
    ],
    ['half a file', makeXlsx(HEADER + GOOD).subarray(0, 400), 'workbook_damaged', /the archive/],
    [
      'a document',
      makeZip([
        { name: '[Content_Types].xml', bytes: '<Types/>' },
        { name: 'word/document.xml', bytes: '<a/>' },
      ]),
      'not_csv',
      /a Word document/,
    ],
    [
      'a workbook with a password',
      makeZip([
        { name: 'mimetype', bytes: 'application/vnd.oasis.opendocument.spreadsheet' },
        { name: 'META-INF/manifest.xml', bytes: '<manifest:encryption-data/>' },
      ]),
      'not_csv',
      /a workbook with a password/,
    ],
  ])('%s', async (_what, file, code, message) => {
    const { rejection } = await read(file);
    expect(rejection?.code).toBe(code);
    expect(rejection?.message).toMatch(message);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('a repeated row of an OpenDocument is counted, and never more than the file may have', async () => {
    const row = (repeated: number) =>
      `<table:table-row table:number-rows-repeated="${repeated}"><table:table-cell table:number-columns-repeated="3" office:value-type="string"><text:p>phone_number</text:p></table:table-cell></table:table-row>`;
    const ods = (repeated: number) =>
      makeZip([
        { name: 'mimetype', bytes: 'application/vnd.oasis.opendocument.spreadsheet' },
        {
          name: 'content.xml',
          bytes: `<office:document-content><table:table table:name="A">${row(repeated)}</table:table></office:document-content>`,
        },
      ]);
    expect(await read(ods(1_200))).toMatchObject({ rows: 1_200, rejection: null });
    expect((await read(ods(1_000_000))).rejection?.code).toBe('workbook_too_large');
  });

  it('right-to-left marks and control characters stay in their cells', async () => {
    const { last } = await read(makeXlsx(HEADER + xlsxRow(2, ['\u202e+2348030000001', 'b_x0000_c'])));
    expect(last).toEqual(['\u202e+2348030000001', 'b\0c']);
  });
});

/** Text that does not shrink much, so that only its own limit applies. */
function noise(length: number): string {
  let state = 1;
  const block = Array.from({ length: 65_536 }, () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return String.fromCharCode(97 + ((state >> 16) % 26));
  }).join('');
  return block.repeat(Math.ceil(length / block.length)).slice(0, length);
}

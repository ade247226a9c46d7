import { describe, expect, it } from 'vitest';
import { previewFile } from '../../../../services/batches/files/preview.ts';
import { createTurns } from '../../../../services/batches/turns.ts';
import { makeXlsx, makeZip, xlsxRow } from '../../../support/batches/zip.ts';

async function noticesOf(file: Buffer) {
  async function* chunks() {
    yield file;
  }
  const rules = { columnMap: () => new Map(), sheet: null, bytesMax: 1024 ** 2 };
  return (await previewFile(createTurns(), rules, chunks())).notices;
}

const HEADER = ['phone_number', 'bundle_id', 'reference'];
const person = (index: number) => [`+234803000000${index}`, 'b', `r-${index}`];
const hiddenRow = (line: number, cells: readonly string[], value = '1') =>
  xlsxRow(line, cells).replace('<row ', `<row hidden="${value}" `);
const column = (first: number, last: number, hidden: string) =>
  `<col min="${first}" max="${last}" hidden="${hidden}"/>`;

const HIDDEN_3 = {
  code: 'hidden_rows',
  message: expect.stringMatching(
    /^3 hidden rows are included, the first is row 3\. .*delete them from the sheet/,
  ),
};
const HIDDEN_1 = {
  code: 'hidden_rows',
  message: expect.stringMatching(/^1 hidden row is included: row 2\. /),
};
const COLUMNS = {
  code: 'hidden_columns',
  message: expect.stringMatching(
    /^Columns that the spreadsheet hides were read too: "bundle_id", "reference"\. /,
  ),
};

describe('an Excel workbook', () => {
  it('says how many of its rows are hidden, below the header and not empty', async () => {
    const rows = [
      hiddenRow(1, ['A title']),
      xlsxRow(2, HEADER),
      hiddenRow(3, person(1)),
      xlsxRow(4, person(2)),
      hiddenRow(5, person(3), 'true'),
      hiddenRow(6, person(4)),
      '<row r="7" hidden="1"/>',
      hiddenRow(8, person(5), '0'),
    ];
    const found = await noticesOf(makeXlsx(rows.join('')));
    expect(found).toEqual([expect.objectContaining({ code: 'title_rows' }), HIDDEN_3]);
    const one = xlsxRow(1, HEADER) + hiddenRow(2, person(1)) + xlsxRow(3, person(2));
    expect(await noticesOf(makeXlsx(one))).toEqual([HIDDEN_1]);
  });

  it('names the hidden columns that have a name', async () => {
    const rows = xlsxRow(1, HEADER) + xlsxRow(2, person(1));
    const cols = (...all: readonly string[]) => `<cols>${all.join('')}</cols>`;
    const hidden = cols(column(1, 1, '0'), column(2, 16_384, '1'));
    expect(await noticesOf(makeXlsx(rows, [], undefined, hidden))).toEqual([COLUMNS]);
    expect(await noticesOf(makeXlsx(rows, [], undefined, cols(column(4, 9, '1'))))).toEqual([]);
    expect(await noticesOf(makeXlsx(rows))).toEqual([]);
  });
});

describe('an OpenDocument', () => {
  const cells = (texts: readonly string[]) =>
    texts.map(
      (text) => `<table:table-cell office:value-type="string"><text:p>${text}</text:p></table:table-cell>`,
    );
  const row = (texts: readonly string[], attributes = '') =>
    `<table:table-row ${attributes}>${cells(texts).join('')}</table:table-row>`;
  const ods = (columns: string, rows: readonly string[]) =>
    makeZip([
      { name: 'mimetype', bytes: 'application/vnd.oasis.opendocument.spreadsheet' },
      {
        name: 'content.xml',
        bytes: `<office:document-content><table:table table:name="A">${columns}${rows.join('')}</table:table></office:document-content>`,
      },
    ]);

  it('says the same of collapsed and filtered rows, and of collapsed columns', async () => {
    const rows = [
      row(HEADER),
      row(person(1)),
      row(person(2), 'table:visibility="filter"'),
      row(person(3), 'table:visibility="visible"'),
      row(person(4), 'table:visibility="collapse" table:number-rows-repeated="2"'),
    ];
    const columns =
      '<table:table-column/><table:table-column table:visibility="collapse" table:number-columns-repeated="2"/>';
    expect(await noticesOf(ods(columns, rows))).toEqual([HIDDEN_3, COLUMNS]);
    expect(await noticesOf(ods('', rows.slice(0, 2)))).toEqual([]);
  });
});

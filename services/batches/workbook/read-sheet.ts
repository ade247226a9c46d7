import { titleNotice } from '../files/file-head.ts';
import { type ReadSign, TITLE_ROWS_MAX } from '../files/header-sign.ts';
import type { CsvPart } from '../read-csv.ts';
import type { CsvRecord } from '../rows.ts';
import { countHidden, marksNotices, otherSheetsNotice } from './sheet-notices.ts';
import type { Sheet, SheetRow, Workbook } from './workbook.ts';
import { tooLarge } from './workbook-fault.ts';

/** Reads a sheet as records, from its header on: each has at least as many cells as the header. */
export async function* readSheet(
  workbook: Workbook,
  sheet: Sheet,
  filled: readonly string[],
  readSign: ReadSign,
  charsMax: number,
): AsyncGenerator<CsvPart> {
  let start: SheetRow[] | null = [];
  let header: SheetRow | null = null;
  let chars = 0;
  const hidden = countHidden();
  yield { kind: 'sheet', sheet: sheet.name, sheets: filled };
  if (filled.some((name) => name !== sheet.name))
    yield { kind: 'head', notices: [otherSheetsNotice(sheet.name)] };

  for await (const rows of workbook.rows(sheet)) {
    for (const { cells } of rows) for (const cell of cells) chars += cell.length + 1;
    if (chars > charsMax)
      throw tooLarge(`one sheet has more than ${Math.floor(charsMax / 1024 ** 2)} MiB of text`);
    if (start === null) {
      hidden.note(rows);
      yield toRecords(rows, header);
      continue;
    }
    start.push(...rows);
    const at = findHeader(start, readSign, false);
    if (at === null) continue;
    header = start[at] ?? null;
    hidden.note(start.slice(at + 1));
    yield* fromHeader(start, at);
    start = null;
  }
  if (start !== null && start.length > 0) {
    const at = findHeader(start, readSign, true) ?? 0;
    header = start[at] ?? null;
    hidden.note(start.slice(at + 1));
    yield* fromHeader(start, at);
  }
  yield { kind: 'head', notices: marksNotices(workbook.marks(), header, hidden.found()) };
}

/** Position of the row that names columns, below titles; the first row if there is none, null if it may still come. */
function findHeader(rows: readonly SheetRow[], readSign: ReadSign, isAll: boolean): number | null {
  for (const [at, { cells }] of rows.slice(0, TITLE_ROWS_MAX).entries()) {
    const sign = readSign(cells);
    if (sign === 'header') return at;
    if (sign === 'row') return 0;
  }
  return isAll || rows.length >= TITLE_ROWS_MAX ? 0 : null;
}

function* fromHeader(rows: readonly SheetRow[], at: number): Generator<CsvPart> {
  const [first] = rows;
  if (at > 0 && first !== undefined) yield { kind: 'head', notices: [titleNotice(first.cells.join(' '))] };
  yield toRecords(rows.slice(at), rows[at] ?? null);
}

function toRecords(rows: readonly SheetRow[], header: SheetRow | null): CsvPart {
  const width = header?.cells.length ?? 0;
  const records = rows.map(({ line, cells, faults }): CsvRecord => {
    while (cells.length < width) cells.push('');
    return faults.length === 0 ? { line, endLine: line, cells } : { line, endLine: line, cells, faults };
  });
  return { kind: 'records', records };
}

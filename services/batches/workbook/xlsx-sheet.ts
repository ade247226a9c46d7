import type { Turns } from '../turns.ts';
import type { Archive } from './archive.ts';
import type { NumberFormat } from './number-text.ts';
import {
  CELL_CHARS_MAX,
  type CellFault,
  cellTooLong,
  columnsMany,
  noteHiddenColumns,
  SHEET_COLUMNS_MAX,
  SHEET_ROWS_MAX,
  type SheetMarks,
  type SheetRow,
} from './workbook.ts';
import { damaged } from './workbook-fault.ts';
import { type RawCell, readCell } from './xlsx-cells.ts';
import type { XlsxParts, XlsxSheet } from './xlsx-parts.ts';
import { type Attributes, localName, parseXml } from './xml.ts';

/** A row whose shared texts are not looked up yet. */
interface OpenRow {
  readonly line: number;
  readonly isHidden: boolean;
  readonly cells: string[];
  readonly faults: CellFault[];
  readonly shared: { readonly index: number; readonly text: number }[];
}

/** Where the parser is. */
interface Position {
  line: number;
  column: number;
  /** Characters of the row so far, without shared texts. */
  chars: number;
  row: OpenRow | null;
  cell: Omit<RawCell, 'value'> | null;
  value: string | null;
  /** Inside `v`, or `t` of `is`. */
  isText: boolean;
  phonetic: number;
  isInData: boolean;
}

const PLAIN: NumberFormat = { kind: 'plain' };

/** Reads the rows of a sheet of an .xlsx workbook. @param marks get what the sheet has besides rows. */
export async function* readXlsxSheet(
  archive: Archive,
  parts: XlsxParts,
  sheet: XlsxSheet,
  turns: Turns,
  marks: SheetMarks,
): AsyncGenerator<readonly SheetRow[]> {
  let rows: OpenRow[] = [];
  const handlers = createHandlers(parts, sheet, (row) => rows.push(row), marks);
  for await (const _slice of parseXml(sheet.part, archive.open(sheet.part), handlers, turns)) {
    if (rows.length === 0) continue;
    const taken = rows;
    rows = [];
    yield await lookUp(taken, parts, sheet);
  }
}

async function lookUp(
  rows: readonly OpenRow[],
  { strings }: XlsxParts,
  sheet: XlsxSheet,
): Promise<SheetRow[]> {
  const found: SheetRow[] = [];
  for (const { line, isHidden, cells, faults, shared } of rows) {
    let chars = cells.reduce((total, cell) => total + cell.length + 1, 0);
    for (const { index, text } of shared) {
      const value = await strings.get(text);
      chars += value.length;
      if (chars > CELL_CHARS_MAX) throw cellTooLong(sheet.name, line, index);
      cells[index] = value;
    }
    while (cells.length > 0 && cells.at(-1) === '' && !faults.some(({ index }) => index === cells.length - 1))
      cells.pop();
    if (cells.length > 0) found.push({ line, isHidden, cells, faults });
  }
  return found;
}

function createHandlers(
  { formats, is1904 }: XlsxParts,
  sheet: XlsxSheet,
  onRow: (row: OpenRow) => void,
  marks: SheetMarks,
) {
  const at: Position = {
    line: 0,
    column: -1,
    chars: 0,
    row: null,
    cell: null,
    value: null,
    isText: false,
    phonetic: 0,
    isInData: false,
  };
  const open = (tag: string, attributes: Attributes) => {
    const name = localName(tag);
    at.isText = false;
    if (name === 'sheetData') at.isInData = true;
    else if (name === 'mergeCell') noteMerged(marks, attributes);
    else if (name === 'col') noteColumns(marks, attributes);
    else if (!at.isInData) return;
    else if (name === 'row') openRow(at, sheet, attributes);
    else if (name === 'c') openCell(at, sheet, attributes, formats);
    else if (name === 'f' && at.cell !== null) at.cell = { ...at.cell, hasFormula: true };
    else if (name === 'rPh') at.phonetic += 1;
    else if (at.cell !== null && (name === 'v' || (name === 't' && at.phonetic === 0))) {
      at.isText = true;
      at.value ??= '';
    }
  };
  const close = (tag: string) => {
    const name = localName(tag);
    at.isText = false;
    if (name === 'sheetData') at.isInData = false;
    else if (name === 'rPh') at.phonetic -= 1;
    else if (name === 'c' && at.cell !== null) closeCell(at, sheet, is1904);
    else if (name === 'row' && at.row !== null) {
      if (at.row.cells.length > 0) onRow(at.row);
      at.row = null;
    }
  };
  return {
    open,
    close,
    text(more: string) {
      if (at.isText) at.value += more;
    },
    overlong(): never {
      if (at.row === null) throw damaged(sheet.part);
      throw cellTooLong(sheet.name, at.line, at.column);
    },
  };
}

function noteMerged(marks: SheetMarks, { ref = '' }: Attributes): void {
  marks.mergedUntil = Math.max(marks.mergedUntil, Number(/[0-9]+$/.exec(ref)?.[0] ?? 0));
}

/** Columns come before the rows. */
function noteColumns(marks: SheetMarks, { min, max = min, hidden }: Attributes): void {
  if (isTrue(hidden)) noteHiddenColumns(marks, Number(min) - 1, Number(max) - 1);
}

function isTrue(text: string | undefined): boolean {
  return text === '1' || text === 'true';
}

/** Rows and cells come in order. Their addresses may be left out. */
function openRow(at: Position, sheet: XlsxSheet, { r: address, hidden }: Attributes): void {
  const line = address === undefined ? at.line + 1 : Number(address);
  if (!Number.isInteger(line) || line <= at.line || line > SHEET_ROWS_MAX) throw damaged(sheet.part);
  at.line = line;
  at.column = -1;
  at.chars = 0;
  at.row = { line, isHidden: isTrue(hidden), cells: [], faults: [], shared: [] };
}

function openCell(at: Position, sheet: XlsxSheet, attributes: Attributes, formats: readonly NumberFormat[]) {
  const { r: address, s: style = '0', t: type = 'n' } = attributes;
  const column = address === undefined ? at.column + 1 : readColumn(address);
  if (at.row === null || column <= at.column) throw damaged(sheet.part);
  if (column >= SHEET_COLUMNS_MAX) throw columnsMany(sheet.name, at.line);
  at.column = column;
  at.cell = { type, format: formats[Number(style)] ?? PLAIN, hasFormula: false };
  at.value = null;
}

function closeCell(at: Position, sheet: XlsxSheet, is1904: boolean): void {
  const { cell, row, value, column } = at;
  at.cell = null;
  if (cell === null || row === null) return;
  at.chars += (value?.length ?? 0) + 1;
  if (at.chars > CELL_CHARS_MAX) throw cellTooLong(sheet.name, at.line, column);
  const read = readCell({ ...cell, value }, is1904);
  if (read.kind === 'damaged') throw damaged(sheet.part);
  if (read.kind === 'text' && read.text === '') return;
  while (row.cells.length < column) row.cells.push('');
  row.cells.push(read.kind === 'shared' ? '' : read.text);
  if (read.kind === 'shared') row.shared.push({ index: column, text: read.index });
  if (read.kind === 'fault') row.faults.push({ index: column, kind: read.fault });
}

/** The column of an address such as AB12, from 0. */
function readColumn(address: string): number {
  let column = 0;
  for (const sign of address) {
    const letter = sign.charCodeAt(0) - 64;
    if (letter < 1 || letter > 26) break;
    column = column * 26 + letter;
    if (column > SHEET_COLUMNS_MAX) break;
  }
  return column - 1;
}

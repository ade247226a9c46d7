import { rejectFile } from '../../../domain/batch/findings.ts';
import { shownCell } from '../../../domain/batch/phone-number.ts';
import { WorkbookFault } from './workbook-fault.ts';

/** A sheet of a workbook. */
export interface Sheet {
  readonly name: string;
  readonly isHidden: boolean;
}

/** Why the text of a cell cannot be used. */
export type CellFaultKind = 'formula_unknown' | 'digits_lost' | 'error_value';

export interface CellFault {
  /** Column, from 0. */
  readonly index: number;
  readonly kind: CellFaultKind;
}

/** A row of a sheet that is not empty. */
export interface SheetRow {
  /** As the spreadsheet counts it: the first row is 1. */
  readonly line: number;
  /** Without empty cells at the end. */
  readonly cells: string[];
  readonly faults: readonly CellFault[];
  /** Whether the spreadsheet does not show it: it is hidden or filtered out. */
  readonly isHidden: boolean;
}

/** What a sheet has besides its rows. */
export interface SheetMarks {
  /** Last row with merged cells; 0 if it has none. */
  mergedUntil: number;
  /** Columns that the spreadsheet does not show, from 0. */
  readonly hiddenColumns: Set<number>;
}

export function noMarks(): SheetMarks {
  return { mergedUntil: 0, hiddenColumns: new Set() };
}

/** Notes hidden columns, from 0 and both included: no more than a header may have. */
export function noteHiddenColumns({ hiddenColumns }: SheetMarks, first: number, last: number): void {
  for (let at = Math.max(0, first); at <= Math.min(last, HEADER_COLUMNS_MAX - 1); at++) hiddenColumns.add(at);
}

/** What the first rows of a sheet are; with a header they name phone numbers or bundles. */
export type Look = 'empty' | 'filled' | 'header';

/** What is read from a workbook, whatever its format. */
export interface Workbook {
  readonly sheets: readonly Sheet[];
  peek(sheet: Sheet): Promise<Look>;
  /** The rows of a sheet that are not empty, in their order, as they are read. */
  rows(sheet: Sheet): AsyncGenerator<readonly SheetRow[]>;
  /** Of the sheet that was read last, as far as it was read. */
  marks(): SheetMarks;
  close(): Promise<void>;
}

/** Content types of the workbooks that are read. */
export const WORKBOOK_TYPES = [
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/vnd.oasis.opendocument.spreadsheet',
] as const;

/** Columns of a header; a file with more is rejected. */
const HEADER_COLUMNS_MAX = 100;
/** Sheets of a workbook. */
export const SHEETS_MAX = 200;
/** Columns of a sheet, as in Excel and LibreOffice. */
export const SHEET_COLUMNS_MAX = 16_384;
/** Rows of a sheet, as in Excel and LibreOffice. */
export const SHEET_ROWS_MAX = 1_048_576;
/** Longest text of a cell, and of all cells of a row together, in characters. A row of a CSV file has no more either. */
export const CELL_CHARS_MAX = 64 * 1024;

/** The name of a column, from 0: A, B, … Z, AA. */
export function columnLetters(index: number): string {
  const rest = Math.floor(index / 26);
  return `${rest === 0 ? '' : columnLetters(rest - 1)}${String.fromCharCode(65 + (index % 26))}`;
}

/** The error for a cell that is too long, or with which its row is. Row and column count from 1 and 0. */
export function cellTooLong(sheet: string, line: number, column: number): WorkbookFault {
  const values = {
    cell: `${columnLetters(column)}${line}`,
    sheet: shownCell(sheet),
    most: CELL_CHARS_MAX.toLocaleString('en'),
  };
  return new WorkbookFault(rejectFile('cell_long', values, line));
}

/** The error for a cell to the right of where spreadsheets end. */
export function columnsMany(sheet: string, line: number): WorkbookFault {
  const values = { sheet: shownCell(sheet), line, most: SHEET_COLUMNS_MAX.toLocaleString('en') };
  return new WorkbookFault(rejectFile('sheet_columns_many', values, line));
}

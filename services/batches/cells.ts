import { type BatchColumn, type ColumnTarget, OWN_COLUMN } from '../../domain/batch/batch.ts';
import type { RowChoice } from '../../domain/batch/rows/row.ts';

/** Where each meaning stands in a row. */
export interface RowLayout {
  /** Cells that a row must have. */
  readonly width: number;
  readonly phoneNumber: number;
  /** Null if rows say data and validity instead. */
  readonly bundleId: number | null;
  readonly dataMb: number | null;
  readonly validityHours: number | null;
  readonly reference: number | null;
  readonly networkId: number | null;
  readonly metadata: readonly { readonly index: number; readonly key: string }[];
  /** Columns of the customer's own. */
  readonly own: readonly number[];
  /** Columns of an earlier results file that say whether a row was bought. */
  readonly resultStates: readonly number[];
  /** Columns without a name: nothing may stand in them. */
  readonly unnamed: readonly number[];
  /** Header names, for error messages. */
  readonly names: readonly string[];
}

/** The fields of a row. Texts are as in the file; their format is not checked yet. */
export interface RowFields {
  readonly phoneNumber: string;
  readonly bundleId: string;
  /** Null where the cell is empty or there is no such column. */
  readonly reference: string | null;
  readonly networkId: string | null;
  /** Empty cells are left out. */
  readonly metadata: Readonly<Record<string, string>>;
}

const METADATA = 'metadata.';
/** The column of our result files with the outcome of each row. */
const RESULT_STATE = 'result.state';
/** What the result file puts before a cell that a spreadsheet would run as a formula. */
const ESCAPED = /^'(?=[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20])/;
const FORMULA = /^[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/;
/** A separator other than a comma, or a line end, after which a spreadsheet may start a cell. */
const SEPARATOR = /[;|\t\r\n]/;
/**
 * A run of separators, blanks and quotes, followed by the apostrophe of an escape. It matches whole runs, so that a long run is
 * read once. A lookahead after the run would start again at each of its characters.
 */
const RUN = /[\s";|]+'?/g;

/**
 * Prepares a usable header for reading rows.
 * @throws TypeError if a required column is missing; the check of the header rejects that first.
 */
export function toRowLayout(columns: readonly BatchColumn[]): RowLayout {
  const phoneNumber = findColumn(columns, 'phone_number');
  if (phoneNumber === null) throw new TypeError('a header without its required column');
  return {
    width: columns.length,
    phoneNumber,
    bundleId: findColumn(columns, 'bundle_id'),
    dataMb: findColumn(columns, 'data_mb'),
    validityHours: findColumn(columns, 'validity_hours'),
    reference: findColumn(columns, 'reference'),
    networkId: findColumn(columns, 'network_id'),
    metadata: columns.flatMap(({ target }, index) =>
      target?.startsWith(METADATA) === true ? [{ index, key: target.slice(METADATA.length) }] : [],
    ),
    own: columns.flatMap(({ target }, index) => (target === OWN_COLUMN ? [index] : [])),
    resultStates: columns.flatMap(({ name, target }, index) =>
      target === null && name.toLowerCase() === RESULT_STATE ? [index] : [],
    ),
    unnamed: columns.flatMap(({ name }, index) => (name === '' ? [index] : [])),
    names: columns.map(({ name }) => name),
  };
}

/**
 * Reads one row by its layout. Validation and release both use this, so the row that is bought is the row that was checked.
 * @param chosen what the check chose in place of the cells.
 */
export function readFields(
  layout: RowLayout,
  cells: readonly string[],
  chosen: RowChoice | null = null,
): RowFields {
  const text = (index: number | null) => (index === null ? '' : unescapeCell(cells[index] ?? '').trim());
  const metadata: Record<string, string> = {};
  for (const { index, key } of layout.metadata) {
    const value = unescapeCell(cells[index] ?? '');
    if (value !== '') metadata[key] = value;
  }
  return {
    phoneNumber: chosen?.phoneNumber ?? text(layout.phoneNumber),
    bundleId: chosen?.bundleId ?? text(layout.bundleId),
    reference: text(layout.reference) || null,
    networkId: text(layout.networkId) || null,
    metadata,
  };
}

/** Reads only the phone number of a row, as `readFields` does. */
export function readPhoneNumber({ phoneNumber }: RowLayout, cells: readonly string[]): string {
  return unescapeCell(cells[phoneNumber] ?? '').trim();
}

/**
 * Puts an apostrophe before formulas inside a cell. A spreadsheet set to semicolons splits `a,b,"x;=1"` at the semicolon,
 * since the quote is not at the beginning of its cell, and runs what follows.
 */
export function escapeInnerFormulas(cell: string): string {
  return cell.replace(RUN, (run, at: number) => {
    const isFormula = FORMULA.test(cell.charAt(at + run.length));
    return isFormula && SEPARATOR.test(run) && !run.endsWith("'") ? `${run}'` : run;
  });
}

/** Removes the escapes of a result file, so that you can correct it and upload it as it is. */
export function unescapeCell(cell: string): string {
  if (!cell.includes("'")) return cell;
  const text = cell.replace(ESCAPED, '');
  return text.replace(RUN, (run, at: number) => {
    const isEscape = run.endsWith("'") && FORMULA.test(text.charAt(at + run.length));
    return isEscape && SEPARATOR.test(run) ? run.slice(0, -1) : run;
  });
}

/** The reference of a row whose file gives none. */
export function defaultReference(batchReference: string, line: number): string {
  return `${batchReference}.${line}`;
}

function findColumn(columns: readonly BatchColumn[], target: ColumnTarget): number | null {
  const index = columns.findIndex((column) => column.target === target);
  return index === -1 ? null : index;
}

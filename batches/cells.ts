import type { BatchColumn, ColumnTarget } from '../domain/batch.ts';

/** Where each meaning stands in a row. */
export interface RowLayout {
  /** Cells that a row must have. */
  readonly width: number;
  readonly phoneNumber: number;
  readonly bundleId: number;
  readonly reference: number | null;
  readonly networkId: number | null;
  readonly metadata: readonly { readonly index: number; readonly key: string }[];
  /** Columns without a name: nothing may stand in them. */
  readonly unnamed: readonly number[];
  /** Header names, for error messages. */
  readonly names: readonly string[];
}

/** What a row asks for; texts are as they stand in the file, their shape not yet judged. */
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
/** What the result file puts before a cell that a spreadsheet would run as a formula. */
const ESCAPED = /^'(?=[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20])/;

/**
 * Prepares a usable header for reading rows.
 * @throws TypeError when a required column is missing, which the header's own check refuses first.
 */
export function layoutOf(columns: readonly BatchColumn[]): RowLayout {
  const phoneNumber = indexOf(columns, 'phone_number');
  const bundleId = indexOf(columns, 'bundle_id');
  if (phoneNumber === null || bundleId === null) throw new TypeError('a header without its required columns');
  return {
    width: columns.length,
    phoneNumber,
    bundleId,
    reference: indexOf(columns, 'reference'),
    networkId: indexOf(columns, 'network_id'),
    metadata: columns.flatMap(({ target }, index) =>
      target?.startsWith(METADATA) === true ? [{ index, key: target.slice(METADATA.length) }] : [],
    ),
    unnamed: columns.flatMap(({ name }, index) => (name === '' ? [index] : [])),
    names: columns.map(({ name }) => name),
  };
}

/** Reads one row by its layout. The same for validation and for release: what was judged is what is bought. */
export function readFields(layout: RowLayout, cells: readonly string[]): RowFields {
  const text = (index: number | null) => (index === null ? '' : unescapeCell(cells[index] ?? '').trim());
  const metadata: Record<string, string> = {};
  for (const { index, key } of layout.metadata) {
    const value = unescapeCell(cells[index] ?? '');
    if (value !== '') metadata[key] = value;
  }
  return {
    phoneNumber: text(layout.phoneNumber),
    bundleId: text(layout.bundleId),
    reference: text(layout.reference) || null,
    networkId: text(layout.networkId) || null,
    metadata,
  };
}

/** Reads of a row its phone number alone, as `readFields` does. */
export function readPhoneNumber({ phoneNumber }: RowLayout, cells: readonly string[]): string {
  return unescapeCell(cells[phoneNumber] ?? '').trim();
}

/** Takes back the escape of a result file, so that it can be mended and uploaded as it is. */
export function unescapeCell(cell: string): string {
  return cell.startsWith("'") ? cell.replace(ESCAPED, '') : cell;
}

/** Reference of a row that has none of its own. */
export function defaultReference(batchReference: string, line: number): string {
  return `${batchReference}.${line}`;
}

function indexOf(columns: readonly BatchColumn[], target: ColumnTarget): number | null {
  const index = columns.findIndex((column) => column.target === target);
  return index === -1 ? null : index;
}

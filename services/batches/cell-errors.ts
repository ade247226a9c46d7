import { METADATA_KEYS_MAX, Metadata, Reference } from '../../contract/common.ts';
import { rowError } from '../../domain/batch/findings.ts';
import { shownCell } from '../../domain/batch/phone-number.ts';
import type { RowError } from '../../domain/batch/rows/row.ts';
import type { RowFields, RowLayout } from './cells.ts';
import { OWN_CHARS_MAX } from './header.ts';
import { columnName } from './row-errors.ts';
import type { CsvRecord } from './rows.ts';

/** A row whose cells do not match the header: nothing else in it can be judged. */
export function brokenRow({ cells, line, endLine }: CsvRecord, layout: RowLayout): RowError | null {
  if (endLine > line && cells.some((cell) => cell.startsWith('"') && /[\r\n]/.test(cell))) {
    return rowError('quote_unclosed', null, { line, last: endLine });
  }
  const stray = layout.unnamed.some((index) => (cells[index] ?? '').trim() !== '');
  if (stray) return rowError('cell_without_column', null, {});
  if (cells.length === layout.width) return null;
  return rowError('cells_uneven', null, { cells: cells.length, columns: layout.width });
}

/** Shared instance: nearly every row has no errors. */
export const NO_ERRORS: readonly RowError[] = [];

/** The reader puts U+FFFD in place of bytes that are not UTF-8. */
export function unreadableCells({ cells }: CsvRecord, { names }: RowLayout): readonly RowError[] {
  if (!cells.some((cell) => cell.includes('\uFFFD'))) return NO_ERRORS;
  return cells.flatMap((cell, index) =>
    cell.includes('\uFFFD')
      ? [rowError('text_unreadable', names[index] ?? null, { cell: shownCell(cell) })]
      : [],
  );
}

export function referenceErrors({ reference }: RowFields, layout: RowLayout): readonly RowError[] {
  if (reference === null) return NO_ERRORS;
  if (Reference.safeParse(reference).success) return NO_ERRORS;
  const column = columnName(layout, layout.reference);
  return [rowError('reference_invalid', column, { cell: shownCell(reference) })];
}

export function ownErrors({ cells }: CsvRecord, { own, names }: RowLayout): readonly RowError[] {
  const long = own.filter((index) => (cells[index] ?? '').length > OWN_CHARS_MAX);
  if (long.length === 0) return NO_ERRORS;
  return long.map((index) => {
    const column = names[index] ?? null;
    return rowError('own_value_long', column, { column: shownCell(column ?? ''), most: OWN_CHARS_MAX });
  });
}

/** Keys were checked with the header. Short and plain values, as most are, pass without the schema. */
function isPlain(metadata: Readonly<Record<string, string>>, { metadata: columns }: RowLayout): boolean {
  if (columns.length > METADATA_KEYS_MAX) return false;
  for (const { key } of columns) {
    const value = metadata[key];
    if (value !== undefined && !PLAIN.test(value)) return false;
  }
  return true;
}

const PLAIN = /^[\x20-\x7e]{0,500}$/;

export function metadataErrors({ metadata }: RowFields, layout: RowLayout): readonly RowError[] {
  if (isPlain(metadata, layout)) return NO_ERRORS;
  // Before the schema, which would check every value first.
  if (Object.keys(metadata).length > METADATA_KEYS_MAX)
    return [rowError('metadata_many', null, { most: METADATA_KEYS_MAX })];
  const issues = Metadata.safeParse(metadata).error?.issues ?? [];
  return issues.map(({ path, message }) => {
    const found = layout.metadata.find((entry) => entry.key === path[0]);
    const column = columnName(layout, found?.index ?? null);
    return rowError('metadata_invalid', column, { column: column ?? 'metadata', rule: message });
  });
}

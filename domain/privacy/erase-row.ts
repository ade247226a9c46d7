import type { BatchColumn } from '../batch/batch.ts';
import type { RowChoice } from '../batch/rows/row.ts';
import type { RowEdit } from '../batch/rows/row-edit.ts';
import { type ReplaceNumber, replaceInJson } from './mentions.ts';

/** The texts of a row of a campaign. */
export interface RowTexts {
  readonly line: number;
  readonly cells: readonly string[];
  readonly number: string | null;
  readonly chosen: RowChoice | null;
  readonly edit: RowEdit | null;
  readonly errors: readonly object[] | null;
  readonly warnings: readonly object[] | null;
}

/** A number, its pseudonym, and how it is replaced in texts. */
export interface ErasedNumber {
  readonly phoneNumber: string;
  readonly pseudonym: string;
  readonly replace: ReplaceNumber;
}

/** Columns that say what is bought. All others of a row for the number are about the person. */
const ABOUT_THE_BUNDLE: ReadonlySet<string> = new Set([
  'bundle_id',
  'network_id',
  'data_mb',
  'validity_hours',
  'reference',
]);

/**
 * A row without the number; null where nothing is to be changed. A row for the number keeps what it bought and its reference, and
 * loses all other cells. In a row for another number, only the mention is replaced.
 */
export function eraseRow(
  row: RowTexts,
  columns: readonly BatchColumn[],
  number: ErasedNumber,
): RowTexts | null {
  const isOfNumber = buysForNumber(row, columns, number);
  const cells = row.cells.map((cell, index) => {
    const target = columns[index]?.target ?? null;
    if (target === 'reference') return cell;
    if (!isOfNumber) return number.replace(cell);
    if (target === 'phone_number') return number.pseudonym;
    return target !== null && ABOUT_THE_BUNDLE.has(target) ? number.replace(cell) : '';
  });
  const erased: RowTexts = {
    line: row.line,
    cells,
    number: isOfNumber ? number.pseudonym : row.number,
    chosen: replaceInJson(row.chosen, number.replace),
    edit: replaceInJson(row.edit, number.replace),
    errors: replaceInJson(row.errors, number.replace),
    warnings: replaceInJson(row.warnings, number.replace),
  };
  return isSame(row, erased) ? null : erased;
}

/** Whether a row is for the number, in its file, as corrected, or as the client changed it. */
export function buysForNumber(
  { cells, number, chosen, edit }: RowTexts,
  columns: readonly BatchColumn[],
  { phoneNumber, replace }: ErasedNumber,
): boolean {
  if ([number, chosen?.phoneNumber, edit?.phoneNumber].includes(phoneNumber)) return true;
  const cell = cells[columns.findIndex(({ target }) => target === 'phone_number')] ?? '';
  return replace(cell) !== cell;
}

function isSame(before: RowTexts, after: RowTexts): boolean {
  return (
    before.number === after.number &&
    before.chosen === after.chosen &&
    before.edit === after.edit &&
    before.errors === after.errors &&
    before.warnings === after.warnings &&
    before.cells.every((cell, index) => cell === after.cells[index])
  );
}

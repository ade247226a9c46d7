import { guessColumn } from '../../../domain/batch/column-names.ts';
import { looksLikeNumber } from '../../../domain/batch/phone-number.ts';
import { type ColumnMap, readTarget } from '../header.ts';

/** What a row above the first phone number looks like. */
export type HeaderSign = 'header' | 'row' | 'other';

/** Judges whether the cells of a row name columns. */
export type ReadSign = (cells: readonly string[]) => HeaderSign;

/** Rows from the start of a table among which its header is searched. */
export const TITLE_ROWS_MAX = 30;

/**
 * A header has the phone number or the bundle under a name that is recognised or mapped.
 * @param readMap called for the first row: in a form, the map comes before the file.
 */
export function createReadSign(readMap: () => ColumnMap): ReadSign {
  let mapped: ReadonlySet<string> | null = null;
  return (cells) => {
    mapped ??= new Set(
      [...readMap()].flatMap(([target, name]) => (isKey(target) && name.trim() !== '' ? [name.trim()] : [])),
    );
    const known = mapped;
    const names = cells.map((cell) => cell.trim());
    if (names.some((name) => known.has(name) || isKey(readTarget(name) ?? guessColumn(name))))
      return 'header';
    return names.some(looksLikeNumber) ? 'row' : 'other';
  };
}

function isKey(target: string | null): boolean {
  return target === 'phone_number' || target === 'bundle_id';
}

import { Metadata } from '../../contract/common.ts';
import type { BatchColumn, ColumnTarget, Rejection } from '../../domain/batch/batch.ts';
import { rejectFile } from '../../domain/batch/findings.ts';
import { shownCell } from '../../domain/batch/phone-number.ts';
import { isE164 } from '../../domain/network/number-plan.ts';

/** Maps our column names to the names in the file, from the parameters of the upload. */
export type ColumnMap = ReadonlyMap<ColumnTarget, string>;

export type HeaderReading =
  | { readonly kind: 'usable'; readonly columns: readonly BatchColumn[] }
  | { readonly kind: 'unusable'; readonly rejection: Rejection };

const REQUIRED = ['phone_number', 'bundle_id'] as const;
const OPTIONAL = ['reference', 'network_id'] as const;
const KNOWN = [...REQUIRED, ...OPTIONAL];
const METADATA = 'metadata.';
/** Columns of a result file: ignored, so that it can be corrected and uploaded again. */
const RESULT = 'result.';
export const COLUMNS_MAX = 100;
/** As long as a parameter that maps a column; an error repeats it for each row. */
export const NAME_CHARS_MAX = 200;
const NAMES_SHOWN = 12;

/** Reads the header: the meaning of each column, or why no row of the file can be read. */
export function readHeader(cells: readonly string[], line: number, map: ColumnMap): HeaderReading {
  const names = cells.map((cell) => cell.trim());
  const unusable = (rejection: Rejection): HeaderReading => ({ kind: 'unusable', rejection });

  if (names.length > COLUMNS_MAX) {
    return unusable(rejectFile('columns_many', { columns: names.length, most: COLUMNS_MAX }, line));
  }
  if (names.some((name) => isE164(name) || /^[0-9]{7,15}$/.test(name))) {
    return unusable(rejectFile('header_missing', {}, line));
  }
  const long = names.find((name) => name.length > NAME_CHARS_MAX);
  if (long !== undefined) {
    return unusable(rejectFile('column_name_long', { name: shownCell(long), most: NAME_CHARS_MAX }, line));
  }
  const columns: BatchColumn[] = [];
  for (const name of names) {
    const target = findTarget(name, map);
    if (target === undefined) return unusable(rejectUnknown(name, line));
    if (target !== null && columns.some((column) => column.target === target)) {
      return unusable(rejectFile('column_repeated', { column: target }, line));
    }
    if (target?.startsWith(METADATA) && !isMetadataKey(target.slice(METADATA.length))) {
      return unusable(rejectFile('metadata_key_invalid', { name: shownCell(name) }, line));
    }
    columns.push({ name, target });
  }
  for (const [target, name] of map) {
    if (!columns.some((column) => column.target === target)) {
      const values = { column: target, name: shownCell(name), names: formatList(names) };
      return unusable(rejectFile('mapped_column_missing', values, line));
    }
  }
  const missing = REQUIRED.find((target) => !columns.some((column) => column.target === target));
  if (missing !== undefined) {
    return unusable(rejectFile('column_missing', { column: missing, names: formatList(names) }, line));
  }
  return { kind: 'usable', columns };
}

/** Reads the name of one of our columns; null when we have no such column. */
export function readTarget(name: string): ColumnTarget | null {
  const plain = name.toLowerCase().replaceAll(/[\s-]+/g, '_');
  const known = KNOWN.find((target) => target === plain);
  if (known !== undefined) return known;
  return name.toLowerCase().startsWith(METADATA) ? `metadata.${name.slice(METADATA.length)}` : null;
}

/** The target of a column, null if it is ignored, undefined if its name is not recognised. */
function findTarget(name: string, map: ColumnMap): ColumnTarget | null | undefined {
  for (const [target, mapped] of map) {
    if (mapped.trim() === name) return target;
  }
  if (name === '' || name.toLowerCase().startsWith(RESULT)) return null;
  return readTarget(name) ?? undefined;
}

/** `__proto__` would not survive as a key of an object. */
function isMetadataKey(key: string): boolean {
  return key !== '__proto__' && Metadata.safeParse(Object.fromEntries([[key, 'x']])).success;
}

function rejectUnknown(name: string, line: number): Rejection {
  const mapped = encodeURIComponent(name.slice(0, 40).toWellFormed());
  return rejectFile('column_unknown', { name: shownCell(name), known: KNOWN.join(', '), mapped }, line);
}

function formatList(names: readonly string[]): string {
  const shown = names.slice(0, NAMES_SHOWN).map(shownCell).join(', ');
  const more = names.length > NAMES_SHOWN ? ` and ${names.length - NAMES_SHOWN} more` : '';
  return `${shown}${more}`;
}

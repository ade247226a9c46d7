import { Metadata } from '../../contract/common.ts';
import type { BatchColumn, ColumnTarget, Rejection } from '../../domain/batch/batch.ts';
import type { RejectionCode } from '../../domain/batch/codes.ts';
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
  const unusable = (code: RejectionCode, message: string): HeaderReading => ({
    kind: 'unusable',
    rejection: { code, message, line },
  });

  if (names.length > COLUMNS_MAX) {
    return unusable(
      'too_many_columns',
      `The header has ${names.length} columns. Remove some: at most ${COLUMNS_MAX} are allowed.`,
    );
  }
  if (names.some((name) => isE164(name) || /^[0-9]{7,15}$/.test(name))) {
    return unusable(
      'missing_header',
      'The first line is a row, not a header. Add a line above it with the column names, such as phone_number,bundle_id.',
    );
  }
  const long = names.find((name) => name.length > NAME_CHARS_MAX);
  if (long !== undefined) {
    return unusable(
      'invalid_column',
      `The name of column ${shownCell(long)} is longer than ${NAME_CHARS_MAX} characters. Shorten it.`,
    );
  }
  const columns: BatchColumn[] = [];
  for (const name of names) {
    const target = findTarget(name, map);
    if (target === undefined) return unusable('unknown_column', explainUnknown(name));
    if (target !== null && columns.some((column) => column.target === target)) {
      return unusable('duplicate_column', `Two columns are ${target}. Remove or rename one of them.`);
    }
    if (target?.startsWith(METADATA) && !isMetadataKey(target.slice(METADATA.length))) {
      return unusable(
        'invalid_column',
        `${shownCell(name)}: a metadata key has 1 to 40 letters, digits, underscores, dots or hyphens.`,
      );
    }
    columns.push({ name, target });
  }
  for (const [target, name] of map) {
    if (!columns.some((column) => column.target === target)) {
      return unusable(
        'missing_column',
        `column.${target} names ${shownCell(name)}, but ${formatList(names)}.`,
      );
    }
  }
  const missing = REQUIRED.find((target) => !columns.some((column) => column.target === target));
  if (missing !== undefined) {
    return unusable(
      'missing_column',
      `There is no column ${missing}: ${formatList(names)}. Rename the column, or name it with the parameter column.${missing}.`,
    );
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

function explainUnknown(name: string): string {
  return (
    `The column ${shownCell(name)} is not recognised. Use ${KNOWN.join(', ')} and metadata.<key>. ` +
    `Rename it, remove it, or map it, for example with column.phone_number=${encodeURIComponent(name.slice(0, 40).toWellFormed())}.`
  );
}

function formatList(names: readonly string[]): string {
  const shown = names.slice(0, NAMES_SHOWN).map(shownCell).join(', ');
  const more = names.length > NAMES_SHOWN ? ` and ${names.length - NAMES_SHOWN} more` : '';
  return `the columns of the file are ${shown}${more}`;
}

import { Metadata } from '../../contract/common.ts';
import {
  type BatchColumn,
  type ColumnTarget,
  type FileNotice,
  type ON_UNKNOWN_COLUMNS,
  OWN_COLUMN,
  type Rejection,
} from '../../domain/batch/batch.ts';
import { guessColumn, KNOWN_COLUMNS, type KnownColumn } from '../../domain/batch/column-names.ts';
import { rejectFile } from '../../domain/batch/findings.ts';
import { looksLikeNumber, shownCell } from '../../domain/batch/phone-number.ts';
import { unescapeCell } from './cells.ts';
import { type CampaignWish, NO_WISH } from './wish.ts';

/**
 * Maps our column names to the names in the file, from the parameters of the upload. An empty name says that no column of the
 * file has this meaning: one that would have it is the customer's own.
 */
export type ColumnMap = ReadonlyMap<ColumnTarget, string>;

/** What happens to a column that has no meaning: it is kept as the customer's own, or the file is rejected. */
export type OnUnknownColumns = (typeof ON_UNKNOWN_COLUMNS)[number];

export type HeaderReading =
  | {
      readonly kind: 'usable';
      readonly columns: readonly BatchColumn[];
      /** Columns whose meaning was guessed from a synonym. */
      readonly notices: readonly FileNotice[];
    }
  | { readonly kind: 'unusable'; readonly rejection: Rejection };

const METADATA = 'metadata.';
/** Columns of a result file: ignored, so that it can be corrected and uploaded again. */
const RESULT = 'result.';
export const COLUMNS_MAX = 100;
/** As long as a parameter that maps a column; an error repeats it for each row. */
export const NAME_CHARS_MAX = 200;
/** Columns of the customer's own, and the length of a value in them: they come back with every row. */
const OWN_COLUMNS_MAX = 50;
export const OWN_CHARS_MAX = 1_000;
const NAMES_SHOWN = 12;

/** Reads the header: the meaning of each column, or why no row of the file can be read. */
export function readHeader(
  cells: readonly string[],
  line: number,
  map: ColumnMap,
  onUnknown: OnUnknownColumns = 'reject',
  wish: CampaignWish = NO_WISH,
): HeaderReading {
  // A results file has escaped names of the customer's own columns.
  const names = cells.map((cell) => unescapeCell(cell).trim());
  const unusable = (rejection: Rejection): HeaderReading => ({ kind: 'unusable', rejection });

  if (names.length > COLUMNS_MAX) {
    return unusable(rejectFile('columns_many', { columns: names.length, most: COLUMNS_MAX }, line));
  }
  if (names.some(looksLikeNumber)) {
    return unusable(rejectFile('header_missing', {}, line));
  }
  const long = names.find((name) => name.length > NAME_CHARS_MAX);
  if (long !== undefined) {
    return unusable(rejectFile('column_name_long', { name: shownCell(long), most: NAME_CHARS_MAX }, line));
  }
  const guesses = guessTargets(names, map);
  if (guesses.kind === 'ambiguous') {
    const { target, names: rivals } = guesses;
    const values = { column: target, names: formatList(rivals), mapped: parameterValue(rivals[0] ?? '') };
    return unusable(rejectFile('columns_ambiguous', values, line));
  }
  const columns: BatchColumn[] = [];
  for (const name of names) {
    const found = guesses.targets.get(name) ?? findTarget(name, map, onUnknown);
    if (found === undefined && onUnknown === 'reject') return unusable(rejectUnknown(name, line));
    const target = found === undefined ? OWN_COLUMN : found;
    if (target !== null && target !== OWN_COLUMN && columns.some((column) => column.target === target)) {
      return unusable(rejectFile('column_repeated', { column: target }, line));
    }
    if (target?.startsWith(METADATA) && !isMetadataKey(target.slice(METADATA.length))) {
      return unusable(rejectFile('metadata_key_invalid', { name: shownCell(name) }, line));
    }
    columns.push({ name, target });
  }
  const own = columns.filter(({ target }) => target === OWN_COLUMN).map(({ name }) => name);
  if (own.length > OWN_COLUMNS_MAX) {
    return unusable(rejectFile('own_columns_many', { columns: own.length, most: OWN_COLUMNS_MAX }, line));
  }
  for (const [target, name] of map) {
    // Also if another column has the target by its own name: the client wants a different one.
    if (
      name.trim() !== '' &&
      !columns.some((column) => column.target === target && column.name === name.trim())
    ) {
      const values = { column: target, name: shownCell(name), names: formatList(names) };
      return unusable(rejectFile('mapped_column_missing', values, line));
    }
  }
  const missing = findMissing(columns, wish);
  if (missing !== null) {
    return unusable(rejectFile('column_missing', { column: missing, names: formatList(names) }, line));
  }
  return { kind: 'usable', columns, notices: [...[...guesses.targets].map(noticeGuess), ...noticeOwn(own)] };
}

/** Reads the name of one of our columns; null when we have no such column. */
export function readTarget(name: string): ColumnTarget | null {
  const plain = name.toLowerCase().replaceAll(/[\s-]+/g, '_');
  const known = KNOWN_COLUMNS.find((target) => target === plain);
  if (known !== undefined) return known;
  return name.toLowerCase().startsWith(METADATA) ? `metadata.${name.slice(METADATA.length)}` : null;
}

/** The target of a column, null if it is ignored, undefined if its name is not recognised. */
function findTarget(
  name: string,
  map: ColumnMap,
  onUnknown: OnUnknownColumns,
): ColumnTarget | typeof OWN_COLUMN | null | undefined {
  if (name === '') return null;
  for (const [target, mapped] of map) {
    if (mapped.trim() === name) return target;
  }
  if (name.toLowerCase().startsWith(RESULT)) return null;
  const exact = readTarget(name);
  const meaning = exact ?? guessColumn(name);
  if (meaning !== null && map.get(meaning)?.trim() === '') return OWN_COLUMN;
  // Where own columns are kept, a mapping to another column counts before a name.
  if (exact !== null && onUnknown === 'keep' && map.has(exact)) return OWN_COLUMN;
  return exact ?? undefined;
}

/** `__proto__` would not survive as a key of an object. */
function isMetadataKey(key: string): boolean {
  return key !== '__proto__' && Metadata.safeParse(Object.fromEntries([[key, 'x']])).success;
}

/** The required column that a header lacks; null for none. Data and validity, from columns or the upload, stand for a bundle. */
function findMissing(columns: readonly BatchColumn[], wish: CampaignWish): KnownColumn | null {
  const has = (target: KnownColumn) => columns.some((column) => column.target === target);
  if (!has('phone_number')) return 'phone_number';
  if (has('bundle_id')) return null;
  const hasData = has('data_mb') || wish.dataMb !== null;
  const hasValidity = has('validity_hours') || wish.validityHours !== null;
  if (!hasData) return hasValidity ? 'data_mb' : 'bundle_id';
  return hasValidity ? null : 'validity_hours';
}

type Guesses =
  /** Names of columns whose meaning is known only from a synonym. */
  | { readonly kind: 'clear'; readonly targets: ReadonlyMap<string, ColumnTarget> }
  | { readonly kind: 'ambiguous'; readonly target: ColumnTarget; readonly names: readonly string[] };

/** Synonyms count only for a column that no name and no mapping of the upload already gives. */
function guessTargets(names: readonly string[], map: ColumnMap): Guesses {
  const given = new Set([...map.keys(), ...names.map(readTarget)]);
  const mapped = new Set([...map.values()].map((name) => name.trim()));
  const targets = new Map<string, ColumnTarget>();
  for (const target of KNOWN_COLUMNS.filter((known) => !given.has(known))) {
    const rivals = names.filter((name) => !mapped.has(name) && guessColumn(name) === target);
    if (rivals.length > 1) return { kind: 'ambiguous', target, names: rivals };
    for (const name of rivals) targets.set(name, target);
  }
  return { kind: 'clear', targets };
}

function noticeGuess([name, target]: readonly [string, ColumnTarget]): FileNotice {
  return { code: 'column_guessed', message: `The column ${shownCell(name)} was read as ${target}.` };
}

function noticeOwn(names: readonly string[]): FileNotice[] {
  if (names.length === 0) return [];
  const message = `These columns are your own, and come back in the results: ${formatList(names)}.`;
  return [{ code: 'columns_kept', message }];
}

/** A name as a parameter of the address. */
function parameterValue(name: string): string {
  return encodeURIComponent(name.slice(0, 40).toWellFormed());
}

function rejectUnknown(name: string, line: number): Rejection {
  const mapped = parameterValue(name);
  return rejectFile(
    'column_unknown',
    { name: shownCell(name), known: KNOWN_COLUMNS.join(', '), mapped },
    line,
  );
}

function formatList(names: readonly string[]): string {
  const shown = names.slice(0, NAMES_SHOWN).map(shownCell).join(', ');
  const more = names.length > NAMES_SHOWN ? ` and ${names.length - NAMES_SHOWN} more` : '';
  return `${shown}${more}`;
}

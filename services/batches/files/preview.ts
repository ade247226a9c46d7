import { type FileNotice, OWN_COLUMN, type Rejection } from '../../../domain/batch/batch.ts';
import { guessColumn } from '../../../domain/batch/column-names.ts';
import { rejectFile } from '../../../domain/batch/findings.ts';
import type { FilePreview, PreviewColumn } from '../../../domain/batch/upload/preview.ts';
import { unescapeCell } from '../cells.ts';
import { type ColumnMap, readHeader, readTarget } from '../header.ts';
import type { CsvRecord } from '../rows.ts';
import { tally } from '../tally.ts';
import type { Turns } from '../turns.ts';
import { createReadSign } from './header-sign.ts';
import { readFile } from './read-file.ts';

export interface PreviewRules {
  readonly columnMap: () => ColumnMap;
  /** The sheet to read; null if none was named. */
  readonly sheet: string | null;
  /** Longest file, in bytes. */
  readonly bytesMax: number;
}

/** Records that are looked at, with the header. */
const RECORDS = 50;
const SAMPLES = 5;
const SAMPLE_CHARS = 100;
/** As many as a file may have. */
const COLUMNS_SHOWN = 100;
const NAME_CHARS = 200;

/**
 * Reads a file to its last byte, and keeps only its header and its first values.
 * @throws FileTooLarge, and what `source` throws when the client goes away
 */
export async function previewFile(
  turns: Turns,
  rules: PreviewRules,
  source: AsyncIterable<Buffer>,
): Promise<FilePreview> {
  const { chunks } = tally(source, rules.bytesMax, turns);
  const options = {
    readSign: createReadSign(rules.columnMap),
    sheet: rules.sheet,
    charsMax: rules.bytesMax,
  };
  const records: CsvRecord[] = [];
  const notices = new Map<string, FileNotice>();
  let found: { sheet: string | null; sheets: readonly string[] } = { sheet: null, sheets: [] };
  let rejection: Rejection | null = null;
  for await (const part of readFile(chunks, turns, options)) {
    if (part.kind === 'records') records.push(...part.records.slice(0, RECORDS - records.length));
    else if (part.kind === 'head') for (const notice of part.notices) notices.set(notice.code, notice);
    else if (part.kind === 'sheet') found = { sheet: part.sheet, sheets: part.sheets };
    else rejection = part.rejection;
  }
  const [header, ...rows] = records;
  return {
    ...found,
    headerLine: header?.line ?? null,
    columns: header === undefined ? [] : describe(header, rows, rules.columnMap()),
    notices: [...notices.values()],
    rejection:
      rejection ?? (header === undefined ? rejectFile('empty', {}) : judge(header, rules.columnMap())),
  };
}

function judge({ cells, line }: CsvRecord, map: ColumnMap): Rejection | null {
  const reading = readHeader(cells, line, map, 'keep');
  return reading.kind === 'unusable' ? reading.rejection : null;
}

function describe(
  { cells }: CsvRecord,
  rows: readonly CsvRecord[],
  map: ColumnMap,
): readonly PreviewColumn[] {
  const names = cells.slice(0, COLUMNS_SHOWN).map((cell) => unescapeCell(cell).trim());
  const mapped = new Map([...map].map(([target, name]) => [name.trim(), target] as const));
  const given = new Set([...map.keys(), ...names.map(readTarget)]);
  return names.map((name, at) => {
    const samples = rows
      .map((row) => unescapeCell(row.cells[at] ?? '').trim())
      .filter((value) => value !== '')
      .slice(0, SAMPLES)
      .map((value) => value.slice(0, SAMPLE_CHARS).toWellFormed());
    const shown = name.slice(0, NAME_CHARS).toWellFormed();
    return { name: shown, ...readMeaning(name, mapped.get(name), given, map), samples };
  });
}

function readMeaning(
  name: string,
  mapped: PreviewColumn['target'] | undefined,
  given: ReadonlySet<string | null>,
  map: ColumnMap,
): Pick<PreviewColumn, 'target' | 'isGuess'> {
  if (name === '') return { target: null, isGuess: false };
  if (mapped !== undefined) return { target: mapped, isGuess: false };
  if (name.toLowerCase().startsWith('result.')) return { target: null, isGuess: false };
  const exact = readTarget(name);
  if (exact !== null) return { target: map.has(exact) ? OWN_COLUMN : exact, isGuess: false };
  const guess = guessColumn(name);
  return guess === null || given.has(guess)
    ? { target: OWN_COLUMN, isGuess: false }
    : { target: guess, isGuess: true };
}

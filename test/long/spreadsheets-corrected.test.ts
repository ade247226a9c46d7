import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { BatchResource } from '../../contract/batches/batch.ts';
import type { BatchRowResource } from '../../contract/batches/batch-row.ts';
import {
  authorized,
  type BatchFixture,
  createBatchFixture,
  PRICE,
  uploaded,
} from '../support/batches/fixture.ts';
import { type Correction, correctInLibreOffice } from '../support/batches/libreoffice.ts';
import { needsProgram } from '../support/installed.ts';

/** A file of a real program: what is in it, and what must be found. */
interface Listed {
  readonly file: string;
  readonly program: string;
  readonly version: string;
  readonly contains: string;
  /** Names of its columns, in order. */
  readonly columns: readonly string[];
  /** Of the first row below the header. */
  readonly firstLine: number;
  /** The phone number of each row, as a person meant it. */
  readonly numbers: readonly string[];
  /** Lines whose errors must be named. */
  readonly mustName: readonly number[];
  /** How many numbers must be corrected. */
  readonly repaired: number;
  readonly sheet?: string;
  /** Why it cannot be read as it is; another program saves it as .xlsx first. */
  readonly rejected?: string;
}

const FILES = fileURLToPath(new URL('../support/batches/spreadsheets/', import.meta.url));
const LISTED: readonly Listed[] = JSON.parse(readFileSync(join(FILES, 'manifest.json'), 'utf8'));
const CSV = 'Text - txt - csv (StarCalc)';
const FILTERS: Readonly<Record<string, string>> = { '.xlsx': 'Calc MS Excel 2007 XML', '.ods': 'calc8' };
/** LibreOffice's numbers of encodings and separators. */
const ENCODINGS = { 'utf-16': 65_535, 'windows-1252': 1, 'mac-roman': 2, 'iso-8859-1': 12, unicode: 65_535 };
const SEPARATORS = { semicolon: 59, tabs: 9, unicode: 9 };

let fixture: BatchFixture;
let folder: string;
beforeAll(async () => {
  fixture = await createBatchFixture(1_000 * PRICE);
  folder = mkdtempSync(join(tmpdir(), 'bundlewire-sheets-'));
  mkdirSync(join(folder, 'saved'));
});
afterAll(async () => {
  await fixture.close();
  rmSync(folder, { recursive: true, force: true });
});

it('lists at least 60 files of real programs, each once', () => {
  expect(new Set(LISTED.map(({ file }) => file)).size).toBe(LISTED.length);
  expect(LISTED.length).toBeGreaterThanOrEqual(60);
});

it('names what is wrong in each file, and buys every row after LibreOffice corrected and saved it', async (context) => {
  needsProgram(context, 'soffice', 'libreoffice-calc');
  const problems: string[] = [];
  const corrections: (Correction & { readonly listed: Listed })[] = [];
  for (const listed of LISTED) {
    const { batch, rows } = await read(listed, join(FILES, listed.file), 'as-it-is');
    const problem = compare(listed, batch, rows);
    if (problem !== null) problems.push(`${listed.file}: ${problem}`);
    if (listed.numbers.length > 0) corrections.push({ listed, ...toCorrection(listed, rows) });
  }
  expect(problems).toEqual([]);

  await correctInLibreOffice(folder, corrections);
  for (const { listed, to } of corrections) {
    const { batch, rows } = await read(listed, to, 'saved');
    const bought = rows.map(
      ({ phone_number: asInFile, corrected_number: corrected }) => corrected ?? asInFile,
    );
    const invalid = rows.flatMap(({ line, errors }) => errors.map(({ code }) => `line ${line}: ${code}`));
    if (batch.rejection !== null) problems.push(`${listed.file}, saved: ${batch.rejection.message}`);
    else if (invalid.length > 0 || bought.join() !== listed.numbers.join()) {
      problems.push(`${listed.file}, saved: ${bought.join()} ${invalid.join(', ')}`);
    }
  }
  expect(problems).toEqual([]);
});

/** What of a file is not found as it must be; null if all is. */
function compare(
  listed: Listed,
  { rejection, corrections }: BatchResource,
  rows: readonly BatchRowResource[],
) {
  const { rejected, numbers, mustName, repaired, firstLine } = listed;
  if (rejected !== undefined) return rejection?.code === rejected ? null : `rejected with ${rejection?.code}`;
  if (rejection !== null) return `rejected: ${rejection.message}`;
  const named = rows.filter(({ errors }) => errors.length > 0).map(({ line }) => line);
  if (named.join() !== mustName.join()) return `errors in lines ${named.join()}, expected ${mustName.join()}`;
  if (corrections?.count !== repaired) return `${corrections?.count} numbers corrected, expected ${repaired}`;
  const wrong = rows.filter(
    ({ line, errors, phone_number: asInFile, corrected_number: corrected }) =>
      errors.length === 0 && (corrected ?? asInFile) !== numbers[line - firstLine],
  );
  return wrong.length === 0 ? null : `wrong numbers in lines ${wrong.map(({ line }) => line).join()}`;
}

/** Types what a person would: the right value into every cell that has an error. */
function toCorrection(listed: Listed, rows: readonly BatchRowResource[]): Correction {
  const { file, columns, numbers, firstLine } = listed;
  const suffix = listed.rejected === undefined ? extname(file) : '.xlsx';
  const options = csvOptions(file);
  const filter = FILTERS[suffix] ?? CSV;
  return {
    from: join(FILES, file),
    to: join(folder, 'saved', `${basename(file, extname(file))}${suffix}`),
    opens: extname(file) === '.csv' ? [CSV, options] : [file.includes('html') ? 'HTML (StarCalc)' : '', ''],
    saves: [filter, filter === CSV ? options : ''],
    sheet: listed.sheet ?? (file.includes('titles') ? 'December' : ''),
    cells: rows.flatMap(({ line, errors }) =>
      errors.map(({ column }) => {
        const at = columns.indexOf(column ?? '');
        const right = ['Town', 'corrected', 'corrected', 'corrected', 'corrected'];
        const text = at === 0 ? numbers[line - firstLine] : at === 1 ? 'bnd_mtn_small' : right[at];
        return { column: at, line, text: text ?? '' };
      }),
    ),
  };
}

function csvOptions(file: string): string {
  const of = (codes: Readonly<Record<string, number>>) =>
    Object.entries(codes).find(([name]) => basename(file).includes(name))?.[1];
  return `${of(SEPARATORS) ?? 44},34,${of(ENCODINGS) ?? 76},1,,0,false,true`;
}

async function read({ file, sheet }: Listed, path: string, step: string) {
  const reference = `${step}-${basename(file)}`.replaceAll(/[^a-z0-9.-]/gi, '').slice(0, 55);
  const batch = await uploaded(fixture, readFileSync(path), {
    reference,
    start: 'manual',
    repair: 'accept',
    default_country: 'NG',
    on_unknown_columns: 'keep',
    ...(sheet === undefined ? {} : { sheet }),
  });
  const url = `/v1/batches/${batch.id}/rows?limit=100`;
  const answer = await fixture.app.inject({ url, headers: authorized(fixture) });
  const rows: readonly BatchRowResource[] = answer.json().data ?? [];
  return { batch, rows };
}

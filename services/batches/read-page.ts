import type { Pool, PoolClient } from 'pg';
import { readPorted } from '../../db/batches/upload.ts';
import { isE164 } from '../../domain/network/number-plan.ts';
import { NO_ROW_RULES } from '../../domain/rules/purchase-rules.ts';
import { type RowLayout, readPhoneNumber } from './cells.ts';
import { type Criteria, judgeRows } from './judge-rows.ts';
import type { NumberReader } from './read-number.ts';
import type { CsvRecord, JudgedRow } from './rows.ts';
import type { Turns } from './turns.ts';

/** Rows that one transaction stores. */
const PAGE_ROWS = 2_000;
/** The limit in characters, for wide rows: an upload holds three pages, and a row as JSON takes up to seven times its text. */
const PAGE_CHARS = 256 * 1024;
/** The cost of a cell besides its text, in characters. */
const CELL_CHARS = 16;
/** Rows judged without a break: with twenty bad cells each they take a few milliseconds. */
const ROWS_AT_ONCE = 32;

/** Records on their way from the file into one transaction. */
export interface GrowingPage {
  readonly records: CsvRecord[];
  chars: number;
}

export function emptyPage(): GrowingPage {
  return { records: [], chars: 0 };
}

export function addRecord(page: GrowingPage, record: CsvRecord): void {
  page.records.push(record);
  for (const cell of record.cells) page.chars += cell.length + CELL_CHARS;
}

export function isFull({ records, chars }: GrowingPage): boolean {
  return records.length >= PAGE_ROWS || chars >= PAGE_CHARS;
}

/** Records that were read, and which of their numbers were ported or are blocked. */
export interface ReadPage {
  readonly records: readonly CsvRecord[];
  readonly ported: Promise<ReadonlyMap<string, string>>;
  readonly blocked: Promise<ReadonlySet<string>>;
}

/** Finds which of these numbers the account has blocked. */
export type FindBlocked = (phoneNumbers: readonly string[]) => Promise<ReadonlySet<string>>;

/** Looks up the numbers of a page while the next page is read. */
export function beginPage(
  db: Pool | PoolClient,
  records: readonly CsvRecord[],
  layout: RowLayout,
  readNumber: NumberReader,
  findBlocked: FindBlocked,
): ReadPage {
  const numbers = records.flatMap(({ cells, edit }) => {
    const text = edit?.phoneNumber ?? readPhoneNumber(layout, cells);
    if (isE164(text)) return [text];
    const reading = readNumber(text);
    return reading.kind === 'corrected' ? [reading.number] : [];
  });
  const ported = readPorted(db, numbers);
  const blocked = findBlocked(numbers);
  for (const looking of [ported, blocked]) looking.catch(() => {});
  return { records, ported, blocked };
}

/** Judges a page a few rows at a time. */
export async function judgePage(
  page: ReadPage,
  criteria: Omit<Criteria, 'ported'>,
  turns: Turns,
): Promise<JudgedRow[]> {
  const ported = await page.ported;
  const rules = { ...NO_ROW_RULES, ...criteria.terms.rules, blockedNumbers: await page.blocked };
  const ofPage = { ...criteria, ported, terms: { ...criteria.terms, rules } };
  const judged: JudgedRow[] = [];
  for (let at = 0; at < page.records.length; at += ROWS_AT_ONCE) {
    await turns.take();
    judged.push(...judgeRows(page.records.slice(at, at + ROWS_AT_ONCE), ofPage));
  }
  return judged;
}

import { stringify } from 'csv-stringify/sync';
import type { Reader } from '../../../db/account-reads.ts';
import {
  type BatchFile,
  type BatchRow,
  listBatchRows,
  type RowFilter,
  type RowPage,
} from '../../../db/batches/rows.ts';
import type { AccountId, BatchId } from '../../../domain/ids.ts';
import { isE164 } from '../../../domain/network/number-plan.ts';
import type { NewSheet } from '../../sheets/sheet.ts';
import { escapeInnerFormulas, unescapeCell } from '../cells.ts';
import type { Turns } from '../turns.ts';
import { type Amounts, type ResultColumn, resultColumns } from './result-columns.ts';

/** Bytes of rows held at a time while a result file is written; a row has up to 256 KiB. */
const PAGE_BYTES = 128 * 1024;
/** Rows that the first page may read; the limit doubles after each page that its bytes did not end. */
const PAGE_ROWS_FIRST = 64;
/** Rows rendered without a break: they take a few milliseconds. */
const PAGE_ROWS_MAX = 128;

/** What happens around each page of a file. */
export interface ResultSteps {
  /** Shared by all files of the process: a page is written when its turn comes. */
  readonly turns: Turns;
  /** Reads each page once the rows that it shows are up to date. */
  readonly readPage: (read: () => Promise<RowPage>) => Promise<RowPage>;
}

/** The rows that a file has, and how it writes their amounts. */
export interface ResultRequest {
  readonly accountId: AccountId;
  readonly batchId: BatchId;
  readonly file: BatchFile;
  readonly filter: RowFilter;
  readonly amounts: Amounts;
}

/**
 * The whole file with its results as CSV, page by page: first the columns of the input in their order, then ours. A cell
 * that a spreadsheet would run as a formula gets an apostrophe, which an upload removes.
 */
export async function* resultCsv(
  reads: Reader,
  request: ResultRequest,
  steps: ResultSteps,
): AsyncGenerator<string> {
  const columns = resultColumns(request.file, request.filter, request.amounts);
  yield toCsv([columns.map(({ name }) => name)], columns);
  for await (const rows of resultPages(reads, request, steps)) {
    yield toCsv(
      rows.map((row) => columns.map(({ cell }) => cell(row))),
      columns,
    );
  }
}

/** The same as a sheet. Its text cells need no apostrophes. */
export function resultSheet(reads: Reader, request: ResultRequest, steps: ResultSteps): NewSheet {
  const columns = resultColumns(request.file, request.filter, request.amounts);
  async function* rows() {
    for await (const page of resultPages(reads, request, steps)) {
      yield page.map((row) =>
        columns.map(({ cell, format }) => {
          const text = cell(row);
          return format.kind === 'text' ? unescapeCell(text) : text;
        }),
      );
    }
  }
  return { name: request.filter.unbought ? 'To correct' : 'Results', columns, rows: rows() };
}

async function* resultPages(
  reads: Reader,
  { accountId, batchId, filter }: ResultRequest,
  { turns, readPage }: ResultSteps,
): AsyncGenerator<readonly BatchRow[]> {
  for (let line = 0, limit = PAGE_ROWS_FIRST; ; ) {
    const page = { rows: limit, bytes: PAGE_BYTES };
    const after = line;
    const { rows, isCut } = await readPage(() =>
      listBatchRows(reads, accountId, batchId, filter, after, page),
    );
    const last = rows.at(-1);
    if (last === undefined) return;
    line = last.line;
    await turns.take();
    // PostgreSQL reads the rows that it then leaves out, so the limit is not much above what a page holds.
    limit = isCut ? 2 * rows.length : Math.min(2 * limit, PAGE_ROWS_MAX);
    yield rows;
  }
}

function toCsv(records: readonly string[][], columns: readonly ResultColumn[]): string {
  return stringify(
    records.map((record) => [...record]),
    {
      escape_formulas: true,
      cast: {
        // Phone numbers and amounts are not formulas, and programs read them.
        string: (value, { index }) =>
          isE164(value) || columns[index]?.format.kind === 'amount'
            ? { value, escape_formulas: false }
            : escapeInnerFormulas(value),
      },
    },
  );
}

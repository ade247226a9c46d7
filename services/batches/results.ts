import { stringify } from 'csv-stringify/sync';
import type { Pool } from 'pg';
import { renderRowError, renderRowWarning } from '../../contract/batch-findings.ts';
import type { BatchRowResource } from '../../contract/batch-row.ts';
import {
  type BatchFile,
  type BatchRow,
  listBatchRows,
  type RowFilter,
  type RowPage,
} from '../../db/batches/rows.ts';
import { type BatchColumn, OWN_COLUMN, type RowChoice, type RowError } from '../../domain/batch/batch.ts';
import { rowError } from '../../domain/batch/findings.ts';
import type { AccountId, BatchId } from '../../domain/ids.ts';
import { isE164 } from '../../domain/network/number-plan.ts';
import { failureMessage, isFailureCode } from '../../domain/purchase/failure-codes.ts';
import { escapeInnerFormulas, readFields, toRowLayout, unescapeCell } from './cells.ts';
import type { Turns } from './turns.ts';

/** Bytes of rows held at a time while a result file is written; a row has up to 256 KiB. */
const PAGE_BYTES = 128 * 1024;
/** Rows that the first page may read; the limit doubles after each page that its bytes did not end. */
const PAGE_ROWS_FIRST = 64;
/** Rows rendered without a break: they take a few milliseconds. */
const PAGE_ROWS_MAX = 128;

/** Columns after those of the file. An upload ignores columns that begin with `result.`. */
const RESULT_COLUMNS = [
  'result.line',
  'result.state',
  'result.reference',
  'result.purchase_id',
  'result.network_id',
  'result.price',
  'result.currency',
  'result.completed_at',
  'result.network_reference',
  'result.error_code',
  'result.error_column',
  'result.error_message',
  'result.warning',
  'result.corrected_number',
  'result.bundle_id',
] as const;

/** Rows as clients see them. */
export function renderRows(file: BatchFile, rows: readonly BatchRow[]): BatchRowResource[] {
  // A file without a usable header has no rows, and no layout either.
  if (rows.length === 0) return [];

  const layout = toRowLayout(file.columns);
  return rows.map((row) => {
    const { phoneNumber, bundleId, metadata } = readFields(layout, row.cells, withoutNumber(row.chosen));
    return {
      object: 'batch_row',
      line: row.line,
      state: row.state,
      reference: row.reference,
      phone_number: phoneNumber,
      corrected_number: row.chosen?.phoneNumber ?? null,
      bundle_id: bundleId,
      network_id: row.networkId,
      price: row.price === null ? null : { amount: row.price, currency: file.currency },
      metadata,
      own_columns: layout.own.map((index) => ({
        name: layout.names[index] ?? '',
        value: unescapeCell(row.cells[index] ?? ''),
      })),
      purchase_id: row.purchaseId,
      completed_at: row.completedAt?.toISOString() ?? null,
      failure: readFailure(row),
      errors: listErrors(row, file).map(renderRowError),
      warnings: row.warnings.map(renderRowWarning),
    };
  });
}

/** What happens around each page of a file. */
export interface ResultSteps {
  /** Shared by all files of the process: a page is written when its turn comes. */
  readonly turns: Turns;
  /** Reads each page once the rows that it shows are up to date. */
  readonly readPage: (read: () => Promise<RowPage>) => Promise<RowPage>;
}

/**
 * The whole file with its results as CSV, page by page: first the columns of the input in their order, then ours. A cell
 * that a spreadsheet would run as a formula gets an apostrophe, which an upload removes. Rows that bought nothing come with our
 * column names and without their references, so that the corrected file can be uploaded as a new batch.
 */
export async function* resultFile(
  pool: Pool,
  accountId: AccountId,
  batchId: BatchId,
  file: BatchFile,
  filter: RowFilter,
  { turns, readPage }: ResultSteps,
): AsyncGenerator<string> {
  const inputs = file.columns.flatMap((column, index) => (column.target === null ? [] : [{ column, index }]));
  yield toCsv([[...inputs.map(({ column }) => formatColumnName(column, filter)), ...RESULT_COLUMNS]]);

  for (let line = 0, limit = PAGE_ROWS_FIRST; ; ) {
    const page = { rows: limit, bytes: PAGE_BYTES };
    const after = line;
    const { rows, isCut } = await readPage(() =>
      listBatchRows(pool, accountId, batchId, filter, after, page),
    );
    const last = rows.at(-1);
    if (last === undefined) return;
    line = last.line;
    await turns.take();
    // PostgreSQL reads the rows that it then leaves out, so the limit is not much above what a page holds.
    limit = isCut ? 2 * rows.length : Math.min(2 * limit, PAGE_ROWS_MAX);
    yield toCsv(
      rows.map((row) => [
        ...inputs.map(({ column, index }) => formatCell(row, column, index, filter)),
        ...resultCells(row, file),
      ]),
    );
  }
}

/** The number of a row is shown as it is in the file. */
function withoutNumber(chosen: RowChoice | null): RowChoice | null {
  return chosen?.bundleId === undefined ? null : { bundleId: chosen.bundleId };
}

/** A column that the upload's parameters mapped would have to be mapped again. */
function formatColumnName({ name, target }: BatchColumn, { unbought }: RowFilter): string {
  return unbought && target !== null && target !== OWN_COLUMN ? target : name;
}

function formatCell(
  { cells, chosen }: BatchRow,
  { target }: BatchColumn,
  index: number,
  { unbought }: RowFilter,
): string {
  if (unbought && target === 'phone_number' && chosen?.phoneNumber !== undefined) return chosen.phoneNumber;
  return unbought && target === 'reference' ? '' : (cells[index] ?? '');
}

function resultCells(row: BatchRow, file: BatchFile): string[] {
  const errors = listErrors(row, file);
  const failure = readFailure(row);
  return [
    String(row.line),
    row.state,
    row.reference ?? '',
    row.purchaseId ?? '',
    row.networkId ?? '',
    row.price === null ? '' : String(row.price),
    row.price === null ? '' : file.currency,
    row.completedAt?.toISOString() ?? '',
    row.networkReference ?? '',
    failure?.code ?? errors.map(({ code }) => code).join(' '),
    errors
      .map(({ column }) => column ?? '')
      .join(' ')
      .trim(),
    failure?.message ?? errors.map(({ message }) => message).join(' '),
    row.warnings.map(({ message }) => message).join(' '),
    row.chosen?.phoneNumber ?? '',
    row.chosen?.bundleId ?? '',
  ];
}

/** A waiting row of a cancelled batch gets an error: its state alone would look as if it will still be bought. */
function listErrors(row: BatchRow, file: BatchFile): readonly RowError[] {
  if (row.state !== 'waiting' || file.status !== 'canceled') return row.errors;
  return [rowError('canceled', null, {})];
}

function readFailure({ failureCode }: BatchRow): { code: string; message: string } | null {
  if (failureCode === null) return null;
  return { code: failureCode, message: isFailureCode(failureCode) ? failureMessage(failureCode) : '' };
}

function toCsv(records: readonly (readonly string[])[]): string {
  return stringify(
    records.map((record) => [...record]),
    {
      escape_formulas: true,
      cast: {
        // A phone number is not a formula, and programs match rows by it.
        string: (value) => (isE164(value) ? { value, escape_formulas: false } : escapeInnerFormulas(value)),
      },
    },
  );
}

import { stringify } from 'csv-stringify/sync';
import type { Pool } from 'pg';
import { type BatchRowResource, renderRowError, renderRowWarning } from '../contract/batch.ts';
import { type BatchFile, type BatchRow, listBatchRows, type RowFilter } from '../db/batch-rows.ts';
import type { BatchColumn, RowError } from '../domain/batch.ts';
import { FAILURE_CODES, isFailureCode } from '../domain/failure-codes.ts';
import type { AccountId, BatchId } from '../domain/ids.ts';
import { isE164 } from '../domain/number-plan.ts';
import { layoutOf, readFields } from './cells.ts';

/** Rows that are held at a time while a result file is written. */
const PAGE_ROWS = 1_000;

/** Columns after those of the file. An upload ignores whatever begins with `result.`. */
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
] as const;

/** Rows as clients see them. */
export function renderRows(file: BatchFile, rows: readonly BatchRow[]): BatchRowResource[] {
  // A file without a usable header has no rows, and no layout either.
  if (rows.length === 0) return [];

  const layout = layoutOf(file.columns);
  return rows.map((row) => {
    const { phoneNumber, bundleId, metadata } = readFields(layout, row.cells);
    return {
      object: 'batch_row',
      line: row.line,
      state: row.state,
      reference: row.reference,
      phone_number: phoneNumber,
      bundle_id: bundleId,
      network_id: row.networkId,
      price: row.price === null ? null : { amount: row.price, currency: file.currency },
      metadata,
      purchase_id: row.purchaseId,
      completed_at: row.completedAt?.toISOString() ?? null,
      failure: failureOf(row),
      errors: errorsOf(row, file).map(renderRowError),
      warnings: row.warnings.map(renderRowWarning),
    };
  });
}

/**
 * The whole file with its results as CSV, page by page: the columns of the input first, in their order, then ours. A cell
 * that a spreadsheet would run as a formula gets an apostrophe before it, which an upload takes off again. Rows that bought
 * nothing come with our names of the columns and without their references: corrected, the file is a new batch as it is.
 */
export async function* resultFile(
  pool: Pool,
  accountId: AccountId,
  batchId: BatchId,
  file: BatchFile,
  filter: RowFilter,
): AsyncGenerator<string> {
  const inputs = file.columns.flatMap((column, index) => (column.target === null ? [] : [{ column, index }]));
  yield toCsv([[...inputs.map(({ column }) => nameOf(column, filter)), ...RESULT_COLUMNS]]);

  for (let line = 0; ; ) {
    const rows = await listBatchRows(pool, accountId, batchId, filter, line, PAGE_ROWS);
    const last = rows.at(-1);
    if (last === undefined) return;
    line = last.line;
    yield toCsv(
      rows.map((row) => [
        ...inputs.map(({ column, index }) => cellOf(row, column, index, filter)),
        ...resultCells(row, file),
      ]),
    );
  }
}

/** A column that the upload's parameters mapped would have to be mapped again. */
function nameOf({ name, target }: BatchColumn, { unbought }: RowFilter): string {
  return unbought ? (target ?? name) : name;
}

function cellOf(
  { cells }: BatchRow,
  { target }: BatchColumn,
  index: number,
  { unbought }: RowFilter,
): string {
  return unbought && target === 'reference' ? '' : (cells[index] ?? '');
}

function resultCells(row: BatchRow, file: BatchFile): string[] {
  const errors = errorsOf(row, file);
  const failure = failureOf(row);
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
  ];
}

/** A row that waits in a batch that was canceled says so itself: its state alone would promise more. */
function errorsOf(row: BatchRow, file: BatchFile): readonly RowError[] {
  if (row.state !== 'waiting' || file.status !== 'canceled') return row.errors;
  const message = 'The batch was canceled before its turn came. Nothing was bought.';
  return [{ column: null, code: 'canceled', message }];
}

function failureOf({ failureCode }: BatchRow): { code: string; message: string } | null {
  if (failureCode === null) return null;
  return { code: failureCode, message: isFailureCode(failureCode) ? FAILURE_CODES[failureCode].message : '' };
}

function toCsv(records: readonly (readonly string[])[]): string {
  return stringify(
    records.map((record) => [...record]),
    {
      escape_formulas: true,
      cast: {
        // A phone number is no formula, and programs match rows by it.
        string: (value) => (isE164(value) ? { value, escape_formulas: false } : value),
      },
    },
  );
}

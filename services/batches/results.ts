import { renderRowError, renderRowWarning } from '../../contract/batches/batch-findings.ts';
import type { BatchRowResource } from '../../contract/batches/batch-row.ts';
import type { BatchFile, BatchRow } from '../../db/batches/rows.ts';
import { rowError } from '../../domain/batch/findings.ts';
import type { RowChoice, RowError } from '../../domain/batch/rows/row.ts';
import type { RowEdit } from '../../domain/batch/rows/row-edit.ts';
import { failureMessage, isFailureCode } from '../../domain/purchase/failure-codes.ts';
import { readFields, toRowLayout, unescapeCell } from './cells.ts';

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
      changes: renderChanges(row.edit),
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

function renderChanges(edit: RowEdit | null): BatchRowResource['changes'] {
  if (edit === null) return null;
  return {
    phone_number: edit.phoneNumber ?? null,
    bundle_id: edit.bundleId ?? null,
    data_mb: edit.dataMb ?? null,
    validity_hours: edit.validityHours ?? null,
    dropped: edit.dropped === true,
  };
}

/** The number of a row is shown as it is in the file. */
function withoutNumber(chosen: RowChoice | null): RowChoice | null {
  return chosen?.bundleId === undefined ? null : { bundleId: chosen.bundleId };
}

/** A waiting row of a cancelled batch gets an error: its state alone would look as if it will still be bought. */
export function listErrors(row: BatchRow, file: BatchFile): readonly RowError[] {
  if (row.state !== 'waiting' || file.status !== 'canceled') return row.errors;
  return [rowError('canceled', null, {})];
}

/** Why its purchase failed; null if it did not. */
export function readFailure({ failureCode }: BatchRow): { code: string; message: string } | null {
  if (failureCode === null) return null;
  return { code: failureCode, message: isFailureCode(failureCode) ? failureMessage(failureCode) : '' };
}

import { assertNever } from '../../../domain/assert-never.ts';
import { rowError } from '../../../domain/batch/findings.ts';
import { shownCell } from '../../../domain/batch/phone-number.ts';
import type { RowError } from '../../../domain/batch/rows/row.ts';
import type { RowLayout } from '../cells.ts';
import type { CsvRecord } from '../rows.ts';
import type { CellFault } from './workbook.ts';

/** Errors of the cells of a workbook that have no usable text, in columns that are read. */
export function faultErrors({ cells, faults = [] }: CsvRecord, layout: RowLayout): readonly RowError[] {
  const read = new Set([
    layout.phoneNumber,
    layout.bundleId,
    layout.reference,
    layout.networkId,
    ...layout.metadata.map(({ index }) => index),
  ]);
  return faults
    .filter(({ index }) => read.has(index))
    .map((fault) => toError(fault, layout.names[fault.index] ?? '', shownCell(cells[fault.index] ?? '')));
}

/** Adds the errors of faulty cells, and removes what else was found in these cells: it only follows. */
export function withFaults(faulty: readonly RowError[], errors: readonly RowError[]): readonly RowError[] {
  if (faulty.length === 0) return errors;
  const columns = new Set(faulty.map(({ column }) => column));
  return [...faulty, ...errors.filter(({ column }) => column === null || !columns.has(column))];
}

function toError({ kind }: CellFault, column: string, cell: string): RowError {
  switch (kind) {
    case 'formula_unknown':
      return rowError('cell_formula', column, { column });
    case 'error_value':
      return rowError('cell_error_value', column, { column, cell });
    case 'digits_lost':
      return rowError('cell_digits_lost', column, { cell });
    default:
      return assertNever(kind);
  }
}

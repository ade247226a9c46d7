import type { BatchFile, BatchRow, RowFilter } from '../../../db/batches/rows.ts';
import { type BatchColumn, OWN_COLUMN } from '../../../domain/batch/batch.ts';
import { decimalsOf, majorUnits } from '../../../domain/money/amount.ts';
import { type SheetColumn, TEXT } from '../../sheets/sheet.ts';
import { listErrors, readFailure } from '../results.ts';

/** How a file writes amounts: as whole minor units, or as people write them. */
export type Amounts = 'minor' | 'major';

/** A column of a result file. */
export interface ResultColumn extends SheetColumn {
  readonly cell: (row: BatchRow) => string;
}

const WIDE = 40;

/**
 * The columns of the input in their order, then ours. An upload ignores columns that begin with `result.`. Rows that bought
 * nothing come with our column names and without their references, so that the corrected file can be uploaded as a new batch.
 */
export function resultColumns(file: BatchFile, filter: RowFilter, amounts: Amounts): ResultColumn[] {
  const inputs = file.columns.flatMap((column, index) =>
    column.target === null ? [] : [inputColumn(column, index, filter)],
  );
  return [...inputs, ...outcomeColumns(), ...moneyColumns(file, amounts), ...detailColumns(file)];
}

function inputColumn(column: BatchColumn, index: number, { unbought }: RowFilter): ResultColumn {
  const { name, target } = column;
  const isOurs = target !== OWN_COLUMN;
  return {
    // A column that the upload's parameters mapped would have to be mapped again.
    ...textColumn(unbought && isOurs && target !== null ? target : name, 24, (row) => {
      if (unbought && target === 'reference') return '';
      if (unbought && target === 'bundle_id' && row.edit?.bundleId !== undefined) return row.edit.bundleId;
      const corrected = unbought && target === 'phone_number' ? row.chosen?.phoneNumber : undefined;
      return corrected ?? row.cells[index] ?? '';
    }),
  };
}

function outcomeColumns(): ResultColumn[] {
  return [
    textColumn('result.line', 11, ({ line }) => String(line)),
    textColumn('result.state', 13, ({ state }) => state),
    textColumn('result.reference', 24, ({ reference }) => reference ?? ''),
    textColumn('result.purchase_id', 32, ({ purchaseId }) => purchaseId ?? ''),
    textColumn('result.network_id', 16, ({ networkId }) => networkId ?? ''),
  ];
}

/** In major units, what was charged and refunded stands beside the price, and is empty where it is nothing. */
function moneyColumns({ currency }: BatchFile, amounts: Amounts): ResultColumn[] {
  const currencyColumn = textColumn('result.currency', 15, ({ price }) => (price === null ? '' : currency));
  if (amounts === 'minor')
    return [
      textColumn('result.price', 14, ({ price }) => (price === null ? '' : String(price))),
      currencyColumn,
    ];
  const decimals = decimalsOf(currency);
  const amountColumn = (name: string, isShown: (row: BatchRow) => boolean): ResultColumn => ({
    name,
    width: 20,
    format: { kind: 'amount', decimals },
    cell: (row) => (row.price === null || !isShown(row) ? '' : majorUnits(row.price, decimals)),
  });
  return [
    amountColumn('result.price_major', () => true),
    amountColumn('result.charged_major', ({ state }) => state === 'successful' || state === 'reversed'),
    amountColumn('result.refunded_major', ({ state }) => state === 'reversed'),
    currencyColumn,
  ];
}

function detailColumns(file: BatchFile): ResultColumn[] {
  const errors = (row: BatchRow) => listErrors(row, file);
  return [
    textColumn('result.completed_at', 25, ({ completedAt }) => completedAt?.toISOString() ?? ''),
    textColumn('result.network_reference', 24, ({ networkReference }) => networkReference ?? ''),
    textColumn('result.error_code', 24, (row) => readFailure(row)?.code ?? join(errors(row), 'code')),
    textColumn('result.error_column', 20, (row) => join(errors(row), 'column').trim()),
    textColumn(
      'result.error_message',
      WIDE,
      (row) => readFailure(row)?.message ?? join(errors(row), 'message'),
    ),
    textColumn('result.warning', WIDE, ({ warnings }) => join(warnings, 'message')),
    textColumn('result.corrected_number', 22, ({ chosen }) => chosen?.phoneNumber ?? ''),
    textColumn('result.bundle_id', 24, ({ chosen }) => chosen?.bundleId ?? ''),
  ];
}

function join<Key extends string>(found: readonly Readonly<Record<Key, string | null>>[], key: Key): string {
  return found.map((each) => each[key] ?? '').join(' ');
}

function textColumn(name: string, width: number, cell: ResultColumn['cell']): ResultColumn {
  return { name, width, format: TEXT, cell };
}

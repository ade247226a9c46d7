import type { Pool, PoolClient } from 'pg';
import { readRecentPurchases } from '../../db/purchases/recent.ts';
import {
  refuseBoughtResult,
  refuseRecent,
  refuseRepeatedRow,
  warnOfRecent,
  warnOfRepeatedRow,
} from '../../domain/batch/duplicate-findings.ts';
import type { DuplicateOptions } from '../../domain/batch/duplicates.ts';
import type { RowError } from '../../domain/batch/rows/row.ts';
import type { AccountId } from '../../domain/ids.ts';
import {
  type EarlierPurchase,
  findRepeat,
  type RecentPurchases,
  repeatKey,
} from '../../domain/purchase/repeat.ts';
import type { RowLayout } from './cells.ts';
import type { CsvRecord, JudgedRow } from './rows.ts';
import type { SeenPurchases } from './seen-purchases.ts';

/** Whether the results in a row say that it was bought: why it is left out, or null. */
export function findBoughtResult({ cells }: CsvRecord, { resultStates, names }: RowLayout): RowError | null {
  for (const index of resultStates) {
    const bought = refuseBoughtResult(cells[index] ?? '', names[index] ?? '');
    if (bought !== null) return bought;
  }
  return null;
}

/** Holds a row back that repeats an earlier row of its file, or warns of it. The row can be bought and is noted as seen. */
export function judgeRepeated(
  row: JudgedRow,
  buys: NonNullable<JudgedRow['buys']>,
  seen: SeenPurchases,
  on: DuplicateOptions['on'],
  column: string | null,
): JudgedRow {
  const first = seen.note(buys.phoneNumber, buys.bundleId, row.line);
  if (first === null) return row;
  switch (on) {
    case 'skip':
      return { ...row, state: 'refused', errors: [refuseRepeatedRow(column, first)] };
    case 'buy':
      return { ...row, warnings: [warnOfRepeatedRow(column, first)] };
  }
}

/**
 * Compares the rows that can be bought with what the account has bought within the window: duplicates are held back, or marked
 * with a warning. This is for the check of the file; the account's lane decides again when a row is bought.
 * @param column the column of phone numbers.
 */
export async function judgeRecent(
  db: Pool | PoolClient,
  accountId: AccountId,
  rows: readonly JudgedRow[],
  options: DuplicateOptions,
  column: string | null,
): Promise<readonly JudgedRow[]> {
  const wanted = rows.flatMap(({ state, buys }) => (state === 'waiting' && buys !== null ? [buys] : []));
  if (options.windowHours === 0 || wanted.length === 0) return rows;

  return markRecent(
    rows,
    await readRecentPurchases(db, accountId, wanted, options.windowHours),
    options,
    column,
  );
}

/** Marks the rows that can be bought and repeat a recent purchase. */
export function markRecent(
  rows: readonly JudgedRow[],
  { now, latest }: RecentPurchases,
  options: DuplicateOptions,
  column: string | null,
): readonly JudgedRow[] {
  if (latest.size === 0) return rows;
  return rows.map((row) => {
    if (row.state !== 'waiting' || row.buys === null) return row;
    const earlier = findRepeat(latest.get(repeatKey(row.buys)), now, options.windowHours);
    return earlier === null ? row : judgeRecentRow(row, earlier, options.on, column);
  });
}

function judgeRecentRow(
  row: JudgedRow,
  earlier: EarlierPurchase,
  on: DuplicateOptions['on'],
  column: string | null,
): JudgedRow {
  switch (on) {
    case 'skip':
      return { ...row, state: 'refused', errors: [refuseRecent(column, earlier)], warnings: [] };
    case 'buy':
      return { ...row, warnings: [...row.warnings, warnOfRecent(column, earlier)] };
  }
}

import type { Pool, PoolClient } from 'pg';
import type { FailedRow } from '../../../db/batches/retries.ts';
import { readRecentPurchases } from '../../../db/purchases/recent.ts';
import { refuseRecent } from '../../../domain/batch/duplicate-findings.ts';
import { DUPLICATE_WINDOW_HOURS_MAX } from '../../../domain/batch/duplicates.ts';
import type { AccountId } from '../../../domain/ids.ts';
import { type RecentPurchases, repeatKey } from '../../../domain/purchase/repeat.ts';
import type { RowLayout } from '../cells.ts';
import { columnName } from '../row-errors.ts';
import type { JudgedRow } from '../rows.ts';

/** Holds back the rows of a retry whose number got the bundle in another way since they failed. */
export interface HoldBack {
  /** Adds rows with the time since when they are without a bundle. */
  note(rows: readonly Pick<FailedRow, 'line' | 'since'>[]): void;
  check(rows: readonly JudgedRow[]): Promise<readonly JudgedRow[]>;
}

export function createHoldBack(db: Pool | PoolClient, accountId: AccountId, layout: RowLayout): HoldBack {
  const since = new Map<number, Date>();
  const column = columnName(layout, layout.phoneNumber);
  return {
    note(rows) {
      for (const row of rows) since.set(row.line, row.since);
    },
    async check(rows) {
      const wanted = rows.flatMap(({ state, buys }) => (state === 'waiting' && buys !== null ? [buys] : []));
      if (wanted.length === 0) return rows;
      const { latest } = await readRecentPurchases(db, accountId, wanted, DUPLICATE_WINDOW_HOURS_MAX);
      const checked = holdBackBought(rows, latest, since, column);
      for (const { line } of rows) since.delete(line);
      return checked;
    },
  };
}

/**
 * Holds back the rows whose number got the bundle after they had failed.
 * @param since when each line failed.
 * @param column the column of phone numbers.
 */
export function holdBackBought(
  rows: readonly JudgedRow[],
  latest: RecentPurchases['latest'],
  since: ReadonlyMap<number, Date>,
  column: string | null,
): readonly JudgedRow[] {
  return rows.map((row): JudgedRow => {
    const earlier = row.buys === null ? undefined : latest.get(repeatKey(row.buys));
    const failedAt = since.get(row.line);
    const isOpen = row.state !== 'waiting' || earlier === undefined || failedAt === undefined;
    if (isOpen || earlier.at <= failedAt) return row;
    return { ...row, state: 'refused', errors: [refuseRecent(column, earlier)], warnings: [] };
  });
}

import type { MinorUnits } from '../money/money.ts';
import { isDuplicate } from './duplicate-findings.ts';
import type { StoredRow } from './rows/stored-row.ts';

/** What rows of a batch that is not started add to its counts and cost. */
export interface CheckTotals {
  readonly invalid: number;
  readonly refused: number;
  readonly duplicates: number;
  readonly warned: number;
  readonly cost: MinorUnits;
  /** Rows that can be bought, with a number that was repaired. */
  readonly corrected: number;
  /** Rows that can be bought, by network. */
  readonly networks: ReadonlyMap<string, number>;
}

/** A row, as far as it counts. */
export type CountedRow = Pick<
  StoredRow,
  'state' | 'networkId' | 'price' | 'chosen' | 'edit' | 'errors' | 'warnings'
>;

/** What rows add to their batch's totals after a check, less what the same rows added before it. */
export function compareTotals(before: readonly CountedRow[], after: readonly CountedRow[]): CheckTotals {
  const totals = { invalid: 0, refused: 0, duplicates: 0, warned: 0, cost: 0, corrected: 0 };
  const networks = new Map<string, number>();
  const add = (row: CountedRow, sign: 1 | -1) => {
    const isWaiting = row.state === 'waiting';
    if (row.state === 'invalid') totals.invalid += sign;
    if (row.state === 'refused') totals.refused += sign;
    if (isDuplicate(row.errors) || isDuplicate(row.warnings)) totals.duplicates += sign;
    if (row.state !== 'refused' && row.warnings.length > 0) totals.warned += sign;
    if (isWaiting) totals.cost += sign * (row.price ?? 0);
    if (isCorrected(row)) totals.corrected += sign;
    if (isWaiting && row.networkId !== null)
      networks.set(row.networkId, (networks.get(row.networkId) ?? 0) + sign);
  };
  for (const row of before) add(row, -1);
  for (const row of after) add(row, 1);
  return { ...totals, networks: new Map([...networks].filter(([, added]) => added !== 0)) };
}

/** Whether a row is bought for a number that was repaired. A number that the client wrote is no correction. */
export function isCorrected({ state, chosen, edit }: Pick<CountedRow, 'state' | 'chosen' | 'edit'>): boolean {
  return state === 'waiting' && chosen?.phoneNumber !== undefined && edit?.phoneNumber === undefined;
}

import type { CostCentreTotal } from '../../../clients/typescript/src/types.ts';
import { writeAmount } from './amount.ts';

/** A row of the table: a cost centre, or all of them. */
export interface Sums {
  readonly key: string;
  /** Null for purchases without a cost centre, and for the sum of all. */
  readonly name: string | null;
  readonly currency: string;
  readonly charged: number;
  readonly refunded: number;
  readonly purchases: number;
  readonly reversals: number;
}

/** The row of a cost centre. */
export function sumsOf({
  cost_centre: name,
  charged,
  refunded,
  purchases,
  reversals,
}: CostCentreTotal): Sums {
  return {
    key: name === null ? 'none' : `centre ${name}`,
    name,
    currency: charged.currency,
    charged: charged.amount,
    refunded: refunded.amount,
    purchases,
    reversals,
  };
}

/** The row of all cost centres together. */
export function totalOf(sums: readonly Sums[]): Sums {
  const sum = (of: (row: Sums) => number) => sums.reduce((total, row) => total + of(row), 0);
  return {
    key: 'total',
    name: null,
    currency: sums[0]?.currency ?? '',
    charged: sum(({ charged }) => charged),
    refunded: sum(({ refunded }) => refunded),
    purchases: sum(({ purchases }) => purchases),
    reversals: sum(({ reversals }) => reversals),
  };
}

const HEADER = 'cost_centre,currency,purchases,charged,reversals,refunded';

/** The totals as CSV, with amounts as people write them: 1250.00. A name that a spreadsheet would run as a formula begins with `'`. */
export function csvOfCostCentres(totals: readonly CostCentreTotal[]): string {
  const rows = totals.map(({ cost_centre: name, charged, refunded, purchases, reversals }) =>
    [
      cellOf(name ?? ''),
      charged.currency,
      purchases,
      writeAmount(charged.amount, charged.currency),
      reversals,
      writeAmount(refunded.amount, refunded.currency),
    ].join(','),
  );
  return `${[HEADER, ...rows].join('\n')}\n`;
}

function cellOf(name: string): string {
  const text = /^[=+\-@\t\r]/.test(name) ? `'${name}` : name;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

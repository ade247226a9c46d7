import type { Money, StaffMargin } from '../types.ts';

/** Adds up the lines of each currency, in the order in which the currencies appear. A total has no key and no name. */
export function totalsOf(rows: readonly StaffMargin[]): StaffMargin[] {
  const totals = new Map<string, StaffMargin>();
  for (const row of rows) {
    const { currency } = row.revenue;
    const total = totals.get(currency);
    totals.set(currency, total === undefined ? { ...row, key: null, name: null } : added(total, row));
  }
  return [...totals.values()].map((total) => ({ ...total, margin_percent: percentOf(total) }));
}

function added(total: StaffMargin, row: StaffMargin): StaffMargin {
  return {
    ...total,
    deliveries: total.deliveries + row.deliveries,
    second_deliveries: total.second_deliveries + row.second_deliveries,
    without_cost: total.without_cost + row.without_cost,
    revenue: plus(total.revenue, row.revenue),
    cost: plus(total.cost, row.cost),
    margin: plus(total.margin, row.margin),
  };
}

function plus({ amount, currency }: Money, { amount: more }: Money): Money {
  return { amount: amount + more, currency };
}

/** Of the revenue whose cost is known, as in each line. It is the cost with the margin. */
function percentOf({ cost, margin }: StaffMargin): number | null {
  const priced = cost.amount + margin.amount;
  return priced === 0 ? null : Math.round((margin.amount / priced) * 10_000) / 100;
}

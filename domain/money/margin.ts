import { decimalsOf, majorUnits } from './amount.ts';
import { compareDecimals, roundDecimal } from './decimal.ts';
import { type MinorUnits, minorUnits } from './money.ts';

/** What was earned and what it cost, in one currency. */
export interface Margin {
  /** What gateways took, converted, in minor units. */
  readonly cost: MinorUnits;
  /** What is left of the revenue whose cost is known. */
  readonly margin: MinorUnits;
  /** The margin in percent of that revenue; null if there is none. */
  readonly percent: number | null;
}

/**
 * @param pricedRevenue what clients paid for deliveries whose cost is known
 * @param cost decimal text in units of the currency; it is rounded once, after adding up
 */
export function marginOf(pricedRevenue: MinorUnits, cost: string, currency: string): Margin {
  const taken = roundDecimal(cost, decimalsOf(currency));
  const margin = minorUnits(pricedRevenue - taken);
  return {
    cost: taken,
    margin,
    percent: pricedRevenue === 0 ? null : Math.round((margin / pricedRevenue) * 10_000) / 100,
  };
}

/** Whether a price is below what the bundle costs, exactly. `cost` is decimal text in units of the currency. */
export function isBelowCost(price: MinorUnits, cost: string, currency: string): boolean {
  return compareDecimals(majorUnits(price, decimalsOf(currency)), cost) < 0;
}

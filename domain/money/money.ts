/** An amount in the currency's minor unit (kobo for NGN): a safe integer, signed where the name says so. */
export type MinorUnits = number;

/** The contract's money object. */
export interface Money {
  readonly amount: MinorUnits;
  readonly currency: string;
}

/**
 * Checks that a number is an exact amount.
 * @throws RangeError when it is not a safe integer: such a number has already lost kobo.
 */
export function minorUnits(value: number): MinorUnits {
  if (!Number.isSafeInteger(value)) throw new RangeError(`not an exact amount in minor units: ${value}`);
  return value;
}

/** Adds amounts exactly. */
export function sum(amounts: Iterable<MinorUnits>): MinorUnits {
  let total = 0;
  for (const amount of amounts) total = minorUnits(total + amount);
  return total;
}

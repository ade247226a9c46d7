const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?$/;

/** Whether a text is a decimal number such as `-12.50`. */
export function isDecimal(text: string): boolean {
  return DECIMAL.test(text);
}

/** Below 0 where the first decimal is less, above 0 where it is more; exact, however many digits. @throws TypeError */
export function compareDecimals(one: string, other: string): number {
  const places = Math.max(countPlaces(one), countPlaces(other));
  const difference = scaled(one, places) - scaled(other, places);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

function countPlaces(text: string): number {
  return DECIMAL.exec(text)?.[3]?.length ?? 0;
}

function scaled(text: string, places: number): bigint {
  const [, sign, whole, fraction = ''] = DECIMAL.exec(text) ?? [];
  if (whole === undefined) throw new TypeError('not a decimal number');
  const digits = BigInt(whole + fraction.padEnd(places, '0'));
  return sign === '-' ? -digits : digits;
}

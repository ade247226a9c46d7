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

/** A decimal as a whole number of its smallest unit, `places` digits behind the point, rounded half up. @throws TypeError */
export function roundDecimal(text: string, places: number): number {
  const all = Math.max(countPlaces(text), places);
  const unit = 10n ** BigInt(all - places);
  const doubled = 2n * scaled(text, all) + unit;
  const whole = doubled / (2n * unit);
  const isBelow = doubled < 0n && doubled % (2n * unit) !== 0n;
  return Number(isBelow ? whole - 1n : whole);
}

/** The exact difference of two decimals, without zeros at its end. @throws TypeError */
export function subtractDecimals(one: string, other: string): string {
  const places = Math.max(countPlaces(one), countPlaces(other));
  return toText(scaled(one, places) - scaled(other, places), places);
}

/** A decimal with at most `places` digits behind the point, rounded half up, without zeros at its end. @throws TypeError */
export function toPlaces(text: string, places: number): string {
  return toText(BigInt(roundDecimal(text, places)), places);
}

function toText(units: bigint, places: number): string {
  const digits = String(units < 0n ? -units : units).padStart(places + 1, '0');
  const whole = digits.slice(0, digits.length - places);
  const fraction = digits.slice(digits.length - places).replace(/0+$/, '');
  const sign = units < 0n ? '-' : '';
  return fraction === '' ? `${sign}${whole}` : `${sign}${whole}.${fraction}`;
}

/** Decimals of a currency, as people write it. */
function digitsOf(currency: string): number {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency });
  return format.resolvedOptions().maximumFractionDigits ?? 2;
}

/**
 * Reads an amount as people write it: 50000, 50,000.00, 50 000,00 or 50.000,00. A last sign with as many digits after it as
 * the currency has decimals is the decimal sign.
 * @returns minor units; null if it is no amount
 */
export function readAmount(text: string, currency: string): number | null {
  const digits = digitsOf(currency);
  const typed = text.replaceAll(/[\s'’]/g, '');
  const [, whole = '', part = ''] = (digits === 0
    ? null
    : new RegExp(`^(.*)[.,](\\d{${digits}})$`).exec(typed)) ?? [null, typed, ''];
  if (!/^(\d+|\d{1,3}(,\d{3})+|\d{1,3}(\.\d{3})+)$/.test(whole)) return null;
  const minor = Number(whole.replaceAll(/[.,]/g, '') + part.padEnd(digits, '0'));
  return Number.isSafeInteger(minor) ? minor : null;
}

/** An amount for a field: digits and a point, which readAmount reads. @param minor in minor units */
export function writeAmount(minor: number, currency: string): string {
  const digits = digitsOf(currency);
  return (minor / 10 ** digits).toFixed(digits);
}

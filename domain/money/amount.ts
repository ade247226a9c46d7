import { type MinorUnits, minorUnits } from './money.ts';

const AMOUNT = /^([+-]?)([0-9]{1,3}(?:,[0-9]{3})+|[0-9]+)(?:\.([0-9]+))?$/;

/** How many decimals people write in amounts of a currency: 2 for NGN, 0 for XOF. */
export function decimalsOf(currency: string): number {
  return (
    new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2
  );
}

/**
 * Reads an amount that a person wrote in the currency's major unit, with every decimal written out: `1,500.00` or
 * `-0.50` for NGN. A bare `1500` is null, because it may mean kobo.
 */
export function parseAmount(text: string, currency: string): MinorUnits | null {
  const [, sign, whole, fraction = ''] = AMOUNT.exec(text.trim()) ?? [];
  if (whole === undefined || fraction.length !== decimalsOf(currency)) return null;
  const amount = Number(whole.replaceAll(',', '') + fraction);
  if (!Number.isSafeInteger(amount)) return null;
  return sign === '-' && amount !== 0 ? -amount : amount;
}

/** An amount for people, in the form that `parseAmount` reads: `1,500.00 NGN`. */
export function formatAmount(amount: MinorUnits, currency: string): string {
  const [whole = '', fraction] = majorUnits(amount, decimalsOf(currency)).split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return `${grouped}${fraction === undefined ? '' : `.${fraction}`} ${currency}`;
}

/** An amount in major units, exact and without separators: -150000 with two decimals is `-1500.00`. */
export function majorUnits(amount: MinorUnits, decimals: number): string {
  const digits = String(Math.abs(minorUnits(amount))).padStart(decimals + 1, '0');
  const fraction = decimals === 0 ? '' : `.${digits.slice(-decimals)}`;
  return `${amount < 0 ? '-' : ''}${digits.slice(0, digits.length - decimals)}${fraction}`;
}

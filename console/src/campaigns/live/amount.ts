/** Largest amount that is read, in minor units. */
const AMOUNT_MAX = 1_000_000_000_000;

/** Reads an amount in major units as people write it, such as `450,000.00` or `450 000,5`; null if it is none. */
export function readAmount(
  text: string,
  currency: string,
): { readonly amount: number; readonly currency: string } | null {
  const { maximumFractionDigits: digits = 2 } = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
  }).resolvedOptions();
  const compact = text.replaceAll(/[\s'’]/g, '');
  // The last mark before at most `digits` digits separates the fraction; the others are between thousands.
  const found = new RegExp(`^(\\d{1,3}(?:[.,]\\d{3})*|\\d+)(?:[.,](\\d{1,${Math.max(digits, 1)}}))?$`).exec(
    compact,
  );
  if (found === null) return null;
  const [, whole = '', fraction = ''] = found;
  if (digits === 0 && fraction !== '') return null;
  const amount = Number(whole.replaceAll(/[.,]/g, '') + fraction.padEnd(digits, '0'));
  return amount > 0 && amount <= AMOUNT_MAX ? { amount, currency } : null;
}

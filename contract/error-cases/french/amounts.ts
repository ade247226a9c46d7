/** An amount as `formatAmount` of `domain/money/amount.ts` writes it: `1,500.00 NGN`. */
const AMOUNT = /^(-?\d{1,3}(?:,\d{3})*(?:\.\d+)?) ([A-Z]{3})$/;

/** An amount of an English message as a French reader reads it: `1 500,00 NGN`. Text that is no amount stays as it is. */
export function amountInFrench(text: string): string {
  const [, grouped, currency] = AMOUNT.exec(text) ?? [];
  if (grouped === undefined || currency === undefined) return text;
  const format = new Intl.NumberFormat('fr', { style: 'currency', currency, currencyDisplay: 'code' });
  // From text, so that no digit is lost. The pattern lets through nothing but a decimal.
  return format.format(grouped.replaceAll(',', '') as `${number}`);
}

/** What a person typed as an amount. */
export type TypedAmount =
  | { readonly kind: 'empty' }
  /** In minor units. */
  | { readonly kind: 'amount'; readonly amount: number }
  | { readonly kind: 'unreadable' };

/** Spaces of every width, which many languages put between thousands. */
const SPACES = /[\s\u00a0\u202f]/gu;
const GROUPED = /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/;

/**
 * Reads an amount of money as people of a language write it, such as `1,000.50` in English and `1 000,50` in French. What could be
 * understood in two ways is unreadable.
 */
export function readAmount(text: string, currency: string, locale: string): TypedAmount {
  const { digits, decimal, symbols } = writingOf(currency, locale);
  let figures = text.replace(SPACES, '');
  for (const symbol of symbols) figures = figures.replace(symbol, '');
  if (figures === '') return { kind: 'empty' };
  if (decimal === '.' && GROUPED.test(figures)) figures = figures.replaceAll(',', '');
  if (decimal === ',') figures = figures.replace(',', '.');
  const [, whole = '', fraction = ''] = /^(\d{1,13})(?:\.(\d+))?$/.exec(figures) ?? [];
  if (whole === '' || fraction.length > digits) return { kind: 'unreadable' };
  return { kind: 'amount', amount: Number(whole + fraction.padEnd(digits, '0')) };
}

/** An amount as a field shows it for a change. @param amount in minor units */
export function writeAmount(amount: number, currency: string, locale: string): string {
  const { digits, decimal } = writingOf(currency, locale);
  const text = (amount / 10 ** digits).toFixed(digits);
  return text.replace(/\.0+$/, '').replace('.', decimal);
}

function writingOf(currency: string, locale: string) {
  const format = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
  });
  const parts = format.formatToParts(1.1);
  const find = (wanted: Intl.NumberFormatPartTypes) => parts.find(({ type }) => type === wanted)?.value;
  return {
    digits: format.resolvedOptions().maximumFractionDigits ?? 2,
    decimal:
      new Intl.NumberFormat(locale).formatToParts(1.1).find(({ type }) => type === 'decimal')?.value ?? '.',
    symbols: [currency, find('currency') ?? currency],
  };
}

/** The most decimals that every browser can write. */
const DIGITS_MAX = 20;

/** A number with all its digits and the separators of a language; text that is no number stays. @param text such as `125000.0050` */
export function writeDecimal(text: string, locale: string): string {
  if (!isDecimal(text)) return text;
  const digits = Math.min(text.split('.')[1]?.length ?? 0, DIGITS_MAX);
  const format = new Intl.NumberFormat(locale, {
    minimumFractionDigits: digits,
    maximumFractionDigits: DIGITS_MAX,
  });
  return format.format(text);
}

function isDecimal(text: string): text is `${number}` {
  return /^-?\d+(?:\.\d+)?$/.test(text);
}

/** A minus sign, but never before zero. */
export const SIGN_DISPLAY = 'negative';

/** Money of a currency, with as many decimals as are asked for, or as the currency has. */
export function moneyOf(locale: string, currency: string, maximumFractionDigits?: number): Intl.NumberFormat {
  return new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    signDisplay: SIGN_DISPLAY,
    ...(maximumFractionDigits === undefined ? {} : { maximumFractionDigits }),
  });
}

/** Writes amounts of a currency that are in minor units. */
export function moneyFormat(locale: string, currency: string): (minor: number) => string {
  const format = moneyOf(locale, currency);
  const { maximumFractionDigits: digits = 2 } = format.resolvedOptions();
  return (minor) => format.format(minor / 10 ** digits);
}

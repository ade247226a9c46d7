import type { Money } from '../../src/index.ts';
import { escapeOneLine } from './characters.ts';

/** A table; columns of numbers are aligned to the right. */
export function table(heads: readonly string[], given: readonly (readonly string[])[]): string {
  if (given.length === 0) return 'None.';
  const rows = given.map((row) => row.map(escapeOneLine));
  const widths = heads.map((head, at) => Math.max(width(head), ...rows.map((row) => width(row[at] ?? ''))));
  const isNumeric = heads.map((_, at) =>
    rows.every((row) => /^[-−+\d.,\s]*( [A-Z]{3})?$/.test(row[at] ?? '')),
  );
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, at) => {
        const space = ' '.repeat((widths[at] ?? 0) - width(cell));
        return isNumeric[at] === true ? space + cell : cell + space;
      })
      .join('  ')
      .trimEnd();
  return [line(heads), line(widths.map((wide) => '─'.repeat(wide))), ...rows.map(line)].join('\n');
}

/** Names and values, one pair per line. */
export function fields(pairs: readonly (readonly [string, string | null])[]): string {
  const wide = Math.max(...pairs.map(([name]) => width(name)));
  return pairs.map(([name, value]) => `${name.padEnd(wide)}  ${escapeOneLine(value ?? '–')}`).join('\n');
}

/** A time of the API in UTC, to the second. */
export function time(at: string | null): string {
  return at === null ? '–' : `${at.slice(0, 19).replace('T', ' ')}Z`;
}

/** Money with all decimals of its currency: `1,250.00 NGN`. */
export function moneyText({ amount, currency }: Money): string {
  const digits = decimals(currency);
  const shown = new Intl.NumberFormat('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
  return `${shown.format(amount / 10 ** digits)} ${currency}`;
}

/** How many decimals a currency has. */
export function decimals(currency: string): number {
  const options = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions();
  return options.maximumFractionDigits ?? 2;
}

function width(text: string): number {
  return [...text].length;
}

/** A number of a workbook as a person sees it. */
export type NumberText =
  | { readonly kind: 'text'; readonly text: string }
  /** Spreadsheets keep 15 digits, and this number has more: its last ones are lost. */
  | { readonly kind: 'digits_lost'; readonly text: string };

/** How the cells of a style show numbers. */
export type NumberFormat =
  | { readonly kind: 'plain' }
  | { readonly kind: 'date' }
  /** A fixed count of digits, with zeros in front: `+00000000000`. */
  | { readonly kind: 'digits'; readonly plus: boolean; readonly digits: number };

const SAFE = 1e15;
const DATE_IDS = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
] as const;
/** `00000000000`, `+0`, `"+"#`: a plus and digits, and no rule for negative numbers that matters. */
const DIGITS = /^("\+"|\\\+|\+)?([#0]+)(?:;.*)?$/;

/** What the format code of a style shows. */
export function readNumberFormat(id: number, code: string | undefined): NumberFormat {
  if (DATE_IDS.some(([from, to]) => id >= from && id <= to)) return { kind: 'date' };
  if (code === undefined) return { kind: 'plain' };
  const digits = DIGITS.exec(code);
  if (digits !== null) {
    const zeros = (digits[2] ?? '').replaceAll('#', '').length;
    return { kind: 'digits', plus: digits[1] !== undefined, digits: zeros };
  }
  const bare = code.replaceAll(/"[^"]*"|\\.|_.|\*./g, '').replaceAll(/\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '');
  return { kind: /[dhmsy]/i.test(bare) && !/general/i.test(bare) ? 'date' : 'plain' };
}

/**
 * Writes a number without an exponent and without the noise of binary fractions. `text` is as the workbook has it.
 * @param is1904 days count from 1904, as old Macs do.
 */
export function showNumber(text: string, format: NumberFormat, is1904: boolean): NumberText | null {
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (!Number.isFinite(value)) return null;
  if (format.kind === 'date' && value >= 0 && value < 2_958_466)
    return { kind: 'text', text: showDate(value, is1904) };
  if (Math.abs(value) >= SAFE) return { kind: 'digits_lost', text };
  const plain = plainDecimal(value);
  if (format.kind !== 'digits' || !/^[0-9]+$/.test(plain)) return { kind: 'text', text: plain };
  return { kind: 'text', text: `${format.plus ? '+' : ''}${plain.padStart(format.digits, '0')}` };
}

function plainDecimal(value: number): string {
  if (Number.isInteger(value)) return String(value);
  const short = String(Number(value.toPrecision(15)));
  return short.includes('e') ? value.toFixed(20).replace(/0+$/, '') : short;
}

const DAY_MS = 86_400_000;

/** Days since 30 December 1899 as an ISO date, with its time if it has one. Excel counts a 29 February 1900 that never was. */
function showDate(days: number, is1904: boolean): string {
  const first = is1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, days < 60 ? 31 : 30);
  const iso = new Date(first + Math.round((days * DAY_MS) / 1000) * 1000).toISOString();
  if (days < 1) return iso.slice(11, 19);
  return Number.isInteger(days) ? iso.slice(0, 10) : iso.slice(0, 19);
}

import { fillMessage, type ValuesOf } from '../messages.ts';
import { isE164, networkOfPrefix } from '../network/number-plan.ts';
import type { SpreadsheetDamage } from './rows/row.ts';
import { ROW_CASES } from './rows/row-cases.ts';

/** What is wrong with a text that should be a phone number. */
export interface PhoneNumberFault {
  /** Null when no known damage explains it. */
  readonly damage: SpreadsheetDamage | null;
  readonly message: string;
}

const SCIENTIFIC = /^\+?[0-9]+([.,][0-9]+)?E[+-]?[0-9]+$/i;
const DECIMAL = /^\+?([0-9]+)[.,]0+$/;
const SEPARATORS = /[\s().\-\u2010-\u2015/]/g;
/** Marks of direction and width, which come along when a number is copied from a list of contacts. */
const INVISIBLE = /[\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/g;
const CLEANED_CHARS_MAX = 60;
/** A number without its country code has at most ten digits in every numbering plan we sell to. */
const NATIONAL_DIGITS_MAX = 10;
const SHOWN_CHARS_MAX = 40;

/**
 * Says why a text is no E.164 number and names the damage that spreadsheets do; null when it is one.
 * `prefixes` are those of our networks: they tell a lost + from a lost leading zero.
 */
export function explainPhoneNumber(
  text: string,
  prefixes: ReadonlyMap<string, string>,
): PhoneNumberFault | null {
  if (isE164(text)) return null;

  const cell = shownCell(text);
  if (SCIENTIFIC.test(text)) {
    return fault('scientific_notation', 'number_scientific', { cell });
  }
  const whole = DECIMAL.exec(text)?.[1];
  if (whole !== undefined) {
    return fault('decimal_number', 'number_decimal', { cell });
  }
  if (/^[0-9]+$/.test(text)) return explainDigits(text, cell, prefixes);
  if (isE164(text.replace(SEPARATORS, ''))) {
    return fault('separators', 'number_separated', { cell, number: text.replace(SEPARATORS, '') });
  }
  return fault(null, 'number_other', { cell });
}

/** A phone number without what people and spreadsheets put between its digits. */
export interface CleanedNumber {
  /** `bare`: with neither + nor a zero in front, so it may have lost either. */
  readonly form: 'international' | 'local' | 'bare';
  /** Without + or 00; a local number keeps its zero. */
  readonly digits: string;
}

/** Removes separators, invisible marks and a decimal part of zeros. Null for a text that has lost digits or is no number. */
export function cleanNumber(text: string): CleanedNumber | null {
  if (text.length > CLEANED_CHARS_MAX || SCIENTIFIC.test(text)) return null;
  const plain = text
    .replace(/^'/, '')
    .replace(/^(\+.*)\(0\)/, '$1')
    .replace(DECIMAL, (number) => number.replace(/[.,]0+$/, ''))
    .replaceAll(INVISIBLE, '')
    .replaceAll(SEPARATORS, '');
  const [, sign = '', digits = ''] = /^(\+|00)?([0-9]{7,15})$/.exec(plain) ?? [];
  if (digits === '') return null;
  if (sign !== '') return { form: 'international', digits };
  return { form: digits.startsWith('0') ? 'local' : 'bare', digits };
}

/** Digits of a number that is written with separators; a date has fewer. */
const SEPARATED_DIGITS_MIN = 10;

/** Whether a text is a phone number in some form, and so no name of a column. */
export function looksLikeNumber(text: string): boolean {
  if (/^[0-9]{7,15}$/.test(text) || isE164(text) || SCIENTIFIC.test(text)) return true;
  return (cleanNumber(text)?.digits.length ?? 0) >= SEPARATED_DIGITS_MIN;
}

function explainDigits(
  digits: string,
  cell: string,
  prefixes: ReadonlyMap<string, string>,
): PhoneNumberFault {
  if (digits.startsWith('00') && isE164(`+${digits.slice(2)}`)) {
    return fault('international_prefix', 'number_with_00', { cell, number: `+${digits.slice(2)}` });
  }
  if (digits.startsWith('0')) {
    return fault('local_format', 'number_local', { cell });
  }
  const withPlus = `+${digits}`;
  const ours = networkOfPrefix(prefixes, withPlus) !== null;
  if (isE164(withPlus) && (ours || digits.length > NATIONAL_DIGITS_MAX)) {
    return fault('lost_plus', 'number_without_plus', { cell, number: withPlus });
  }
  if (digits.length >= 7 && digits.length <= NATIONAL_DIGITS_MAX) {
    return fault('lost_leading_zero', 'number_without_zero', { cell });
  }
  return fault(null, 'number_other', { cell });
}

/** A cell as messages quote it: not longer than a line of a screen takes. */
export function shownCell(text: string): string {
  const short = text.length <= SHOWN_CHARS_MAX ? text : `${text.slice(0, SHOWN_CHARS_MAX).toWellFormed()}…`;
  return JSON.stringify(short);
}

function fault<Name extends keyof typeof ROW_CASES>(
  damage: SpreadsheetDamage | null,
  name: Name,
  values: ValuesOf<(typeof ROW_CASES)[Name]['message']>,
): PhoneNumberFault {
  return { damage, message: fillMessage(ROW_CASES[name].message, values) };
}

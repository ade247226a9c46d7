import { isE164, networkOfPrefix } from '../network/number-plan.ts';
import type { SpreadsheetDamage } from './batch.ts';

/** What is wrong with a text that should be a phone number. */
export interface PhoneNumberFault {
  /** Null when no known damage explains it. */
  readonly damage: SpreadsheetDamage | null;
  readonly message: string;
}

const SCIENTIFIC = /^\+?[0-9]+([.,][0-9]+)?E[+-]?[0-9]+$/i;
const DECIMAL = /^\+?([0-9]+)[.,]0+$/;
const SEPARATORS = /[\s().\-\u2010-\u2015/]/g;
/** A number without its country code has at most ten digits in every numbering plan we sell to. */
const NATIONAL_DIGITS_MAX = 10;
const SHOWN_CHARS_MAX = 40;
const AS_TEXT = 'In the spreadsheet, format the column as text.';

/**
 * Says why a text is no E.164 number and names the damage that spreadsheets do; null when it is one.
 * `prefixes` are those of our networks: they tell a lost + from a lost leading zero.
 */
export function explainPhoneNumber(
  text: string,
  prefixes: ReadonlyMap<string, string>,
): PhoneNumberFault | null {
  if (isE164(text)) return null;

  const shown = shownCell(text);
  if (SCIENTIFIC.test(text)) {
    return fault(
      'scientific_notation',
      `${shown} is a phone number in scientific notation: its last digits are lost. Take the number from where it came from. ${AS_TEXT}`,
    );
  }
  const whole = DECIMAL.exec(text)?.[1];
  if (whole !== undefined) {
    return fault(
      'decimal_number',
      `${shown} has become a decimal number. Write + and digits only. ${AS_TEXT}`,
    );
  }
  if (/^[0-9]+$/.test(text)) return explainDigits(text, shown, prefixes);
  if (isE164(text.replace(SEPARATORS, ''))) {
    return fault(
      'separators',
      `${shown} has spaces or signs between its digits. Write ${text.replace(SEPARATORS, '')}.`,
    );
  }
  return { damage: null, message: `${shown} is not a phone number: write + and 8 to 15 digits.` };
}

function explainDigits(
  digits: string,
  shown: string,
  prefixes: ReadonlyMap<string, string>,
): PhoneNumberFault {
  if (digits.startsWith('00') && isE164(`+${digits.slice(2)}`)) {
    return fault('international_prefix', `${shown} begins with 00 instead of +. Write +${digits.slice(2)}.`);
  }
  if (digits.startsWith('0')) {
    return fault(
      'local_format',
      `${shown} is in local format, with a 0 where + and the country code belong. Write it as in +2348031234567.`,
    );
  }
  const withPlus = `+${digits}`;
  const ours = networkOfPrefix(prefixes, withPlus) !== null;
  if (isE164(withPlus) && (ours || digits.length > NATIONAL_DIGITS_MAX)) {
    return fault('lost_plus', `${shown} has lost its +. Write ${withPlus}. ${AS_TEXT}`);
  }
  if (digits.length >= 7 && digits.length <= NATIONAL_DIGITS_MAX) {
    return fault(
      'lost_leading_zero',
      `${shown} has lost its leading zero, and lacks + and the country code. Write it as in +2348031234567. ${AS_TEXT}`,
    );
  }
  return { damage: null, message: `${shown} is not a phone number: write + and 8 to 15 digits.` };
}

/** A cell as messages quote it: not longer than a line of a screen takes. */
export function shownCell(text: string): string {
  const short = text.length <= SHOWN_CHARS_MAX ? text : `${text.slice(0, SHOWN_CHARS_MAX).toWellFormed()}…`;
  return JSON.stringify(short);
}

function fault(damage: SpreadsheetDamage, message: string): PhoneNumberFault {
  return { damage, message };
}

import type { REPAIRS } from '../../domain/batch/batch.ts';
import { rowError } from '../../domain/batch/findings.ts';
import {
  cleanNumber,
  explainPhoneNumber,
  type PhoneNumberFault,
  shownCell,
} from '../../domain/batch/phone-number.ts';
import type { SpreadsheetDamage } from '../../domain/batch/rows/row.ts';
import { isE164, networkOfPrefix } from '../../domain/network/number-plan.ts';
import { isMobileNumber, type PhoneCountry, readLocalNumber } from './mobile-number.ts';

/** How the upload treats numbers that a spreadsheet has damaged. */
export interface NumberRules {
  readonly repair: (typeof REPAIRS)[number];
  /** The country of numbers in local form; null where it is not known, and they are errors. */
  readonly defaultCountry: PhoneCountry | null;
}

export const NEVER_REPAIR: NumberRules = { repair: 'never', defaultCountry: null };

/** What a cell means as a phone number. */
export type NumberReading =
  | { readonly kind: 'number'; readonly number: string }
  /** Not as in the file, but there is only one number that it can be. */
  | { readonly kind: 'corrected'; readonly number: string; readonly damage: SpreadsheetDamage }
  | { readonly kind: 'fault'; readonly fault: PhoneNumberFault };

export type NumberReader = (text: string) => NumberReading;

/**
 * Reads the phone numbers of one file.
 * @param prefixes those of our networks. A number outside them is left to the check of its network.
 */
export function createNumberReader(
  { repair, defaultCountry }: NumberRules,
  prefixes: ReadonlyMap<string, string>,
): NumberReader {
  return (text) => {
    if (isE164(text)) {
      const possible = networkOfPrefix(prefixes, text) === null || isMobileNumber(text);
      return possible ? { kind: 'number', number: text } : { kind: 'fault', fault: impossible(text) };
    }
    const fault = explainPhoneNumber(text, prefixes);
    if (fault === null) throw new TypeError('a number that is not E.164 without a fault');
    if (repair === 'never') return { kind: 'fault', fault };
    const candidates = listCandidates(text, defaultCountry);
    const [number, other] = candidates;
    if (number === undefined) return { kind: 'fault', fault };
    if (other !== undefined) return { kind: 'fault', fault: ambiguous(text, number, other) };
    return { kind: 'corrected', number, damage: fault.damage ?? 'separators' };
  };
}

/** The mobile numbers that a text can mean: more than one is a guess. */
function listCandidates(text: string, country: PhoneCountry | null): Set<string> {
  const cleaned = cleanNumber(text);
  const found = new Set<string>();
  if (cleaned === null) return found;
  const { form, digits } = cleaned;
  const abroad = `+${digits}`;
  if (form !== 'local' && isE164(abroad) && isMobileNumber(abroad)) found.add(abroad);
  const local = form === 'international' || country === null ? null : readLocalNumber(digits, country);
  if (local !== null) found.add(local);
  return found;
}

function ambiguous(text: string, number: string, other: string): PhoneNumberFault {
  const { message } = rowError('number_ambiguous', null, { cell: shownCell(text), number, other });
  return { damage: null, message };
}

function impossible(text: string): PhoneNumberFault {
  const { message } = rowError('number_impossible', null, { cell: shownCell(text) });
  return { damage: null, message };
}

import { parsePhoneNumberFromString } from 'libphonenumber-js/mobile';
import type { NumberParts } from '../../domain/privacy/mentions.ts';

/** Takes a number in E.164 apart. A number of no known country is compared as a whole. */
export function toNumberParts(phoneNumber: string): NumberParts {
  const parsed = parsePhoneNumberFromString(phoneNumber);
  return parsed === undefined
    ? { phoneNumber, callingCode: '', national: phoneNumber.slice(1) }
    : { phoneNumber, callingCode: parsed.countryCallingCode, national: parsed.nationalNumber };
}

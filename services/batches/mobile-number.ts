import { PhoneNumber } from 'libphonenumber-js/core';
import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/mobile';
import metadata from 'libphonenumber-js/mobile/metadata';

/** Longest country calling code. */
const CALLING_CODE_DIGITS_MAX = 3;

/**
 * Whether a number in E.164, as `isE164` judges it, has a length and range that its country gives to mobile phones. The phone library
 * decides, by its tables of all countries.
 */
export function isMobileNumber(number: string): boolean {
  for (let digits = 1; digits <= CALLING_CODE_DIGITS_MAX; digits++) {
    const callingCode = number.slice(1, 1 + digits);
    const countries = metadata.country_calling_codes[callingCode];
    if (countries === undefined) continue;
    if (countries.length > 1) return parsePhoneNumberFromString(number)?.isValid() === true;
    // A calling code of one country needs no parsing, which takes most of the time.
    return new PhoneNumber(number, metadata).isValid();
  }
  return false;
}

/** A country that has a numbering plan, ISO 3166-1 alpha-2. */
export type PhoneCountry = CountryCode;

export function isPhoneCountry(code: string): code is PhoneCountry {
  return isSupportedCountry(code);
}

/** The mobile number in E.164 that these digits mean inside a country; null if they mean none. */
export function readLocalNumber(digits: string, country: PhoneCountry): string | null {
  const parsed = parsePhoneNumberFromString(digits, { defaultCountry: country, extract: false });
  return parsed?.country === country && parsed.isValid() ? parsed.number : null;
}

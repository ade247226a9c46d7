import type { RowCase } from './row-case.ts';

/** What can be wrong with the phone number of a row. */
export const NUMBER_CASES = {
  number_scientific: {
    code: 'invalid_phone_number',
    when: '`damage` is `scientific_notation`',
    message:
      '{cell} is a phone number in scientific notation, so its last digits are lost. Format the column as text, then copy the number again from its source.',
  },
  number_decimal: {
    code: 'invalid_phone_number',
    when: '`damage` is `decimal_number`',
    message:
      'The spreadsheet changed the phone number into the decimal number {cell}. Format the column as text, then write + and digits only, for example +2348031234567.',
  },
  number_separated: {
    code: 'invalid_phone_number',
    when: '`damage` is `separators`',
    message: '{cell} has spaces or other characters between its digits. Write {number}.',
  },
  number_with_00: {
    code: 'invalid_phone_number',
    when: '`damage` is `international_prefix`',
    message: '{cell} begins with 00 instead of +. Write {number}.',
  },
  number_local: {
    code: 'invalid_phone_number',
    when: '`damage` is `local_format`',
    message:
      '{cell} is in local format: it begins with 0. Replace the 0 with + and the country code, as in +2348031234567.',
  },
  number_without_plus: {
    code: 'invalid_phone_number',
    when: '`damage` is `lost_plus`',
    message: '{cell} has no + at the beginning. Format the column as text, then write {number}.',
  },
  number_without_zero: {
    code: 'invalid_phone_number',
    when: '`damage` is `lost_leading_zero`',
    message:
      '{cell} has no country code, and the spreadsheet removed the 0 at its beginning. Format the column as text, then write + and the country code before the number, as in +2348031234567.',
  },
  number_impossible: {
    code: 'invalid_phone_number',
    when: 'the number has a length or range that its country does not give to mobile phones',
    message:
      '{cell} is not a mobile number. It has too few or too many digits, or no mobile number begins with these digits. Correct the number.',
  },
  number_ambiguous: {
    code: 'invalid_phone_number',
    when: 'the number has no country code, and can be a number of two countries',
    message: '{cell} can mean {number} or {other}. Replace it with the one that you mean.',
  },
  number_not_corrected: {
    code: 'invalid_phone_number',
    when: 'you rejected the corrections that the check proposed',
    message:
      '{cell} is not in E.164 format, and you rejected its correction to {number}. Write the right number, with + and the country code.',
  },
  number_other: {
    code: 'invalid_phone_number',
    when: 'the number is not in E.164 format, and `damage` is absent',
    message: '{cell} is not a phone number. Write + and 8 to 15 digits, for example +2348031234567.',
  },
} as const satisfies Readonly<Record<string, RowCase>>;

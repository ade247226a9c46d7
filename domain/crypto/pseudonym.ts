import { hashNumber } from './number-hash.ts';

/** +999 is assigned to no country, so no phone can have a number that begins with it. */
const PREFIX = '+999';
const DIGITS = 12;

/**
 * What stands in place of an erased number: `+999` and 12 digits of a keyed hash. It has the form of E.164, so that everything
 * that reads numbers still reads it; no network has it, so nothing can be bought for it. Equal numbers of an account get equal
 * pseudonyms.
 * @param key the account's erasure key in base64.
 */
export function toPseudonym(phoneNumber: string, key: string): string {
  const value = hashNumber(phoneNumber, key).readBigUInt64BE() % 10n ** BigInt(DIGITS);
  return `${PREFIX}${value.toString().padStart(DIGITS, '0')}`;
}

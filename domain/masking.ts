import { ID_PREFIXES } from './ids.ts';

/** Digits at the end of a number that identify its owner, even if its beginning is written in another way. */
export const TELLING_DIGITS = 8;

/** A phone number as logs and shared screens may show it: `+23480…567`. */
export function masked(phoneNumber: string): string {
  return phoneNumber.length <= TELLING_DIGITS ? '…' : `${phoneNumber.slice(0, 6)}…${phoneNumber.slice(-3)}`;
}

/** Whether a text contains a phone number, with or without its country code and with any separators. */
export function holdsNumber(text: string, phoneNumber: string): boolean {
  return text.replace(/\D/g, '').includes(phoneNumber.slice(-TELLING_DIGITS));
}

/** A text for places where no phone number may be. */
export function withoutNumber(text: string, phoneNumber: string): string {
  return holdsNumber(text, phoneNumber) ? '(holds the phone number)' : text;
}

/** Fields of answers that hold a phone number. */
const NUMBER_FIELDS: ReadonlySet<string> = new Set(['phone_number', 'corrected_number']);
/** Fields with a cell of a client's file, which may be a number with any separators. */
const CELL_FIELDS: ReadonlySet<string> = new Set(['from', 'to', 'value']);
/** Fields with text that may quote a number. */
const WORDED_FIELDS: ReadonlySet<string> = new Set(['message', 'answer', 'error']);
const CELL_DIGITS_MIN = 7;
/** Fields in which a client stores what it wants. */
const OWN_FIELDS: ReadonlySet<string> = new Set(['metadata']);
/** A value that is a phone number as people write it, and no order number: it begins with + or 0. */
const WRITTEN_NUMBER = /^\s*[+0][\d .()/-]{8,20}\s*$/;
const OCTET = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)';
/**
 * What has many digits and is no number of a client: the examples and the addresses of our sentences, and our ids. No other IPv4
 * addresses, because numbers can look like them: 97.12.34.56 is one of Benin.
 */
const NO_NUMBER = [
  '(?:for example|as in|par exemple) (?:\\+|%2B)2348031234567(?!\\d)',
  '\\b(?:203\\.0\\.113\\.7|198\\.51\\.100\\.0/24)(?!\\.?\\d)',
  `\\b(?:${ID_PREFIXES.join('|')})_[0-9a-z]{26}\\b`,
  `(?:came from|from the IP address|vient de|depuis l’adresse IP) ${OCTET}(?:\\.${OCTET}){3}(?!\\.?\\d)`,
].join('|');
/** Eight digits or more with single separators, but no date. */
const NUMBER = '(?<!\\d)(?!\\d{4}-\\d\\d-\\d\\d)\\+?\\d(?:[ .()/-]?\\d){7,}';
/** Numbers in a text, with anything that only looks like one. */
export const NUMBERS = new RegExp(NUMBER, 'g');
const QUOTED_NUMBER = new RegExp(`(?<kept>${NO_NUMBER})|${NUMBER}`, 'g');

/** A JSON value with the phone numbers in it masked; everything else stays. */
export function maskNumbers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(maskNumbers);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [
      key,
      typeof part === 'string'
        ? maskField(key, part)
        : OWN_FIELDS.has(key)
          ? maskOwn(part)
          : maskNumbers(part),
    ]),
  );
}

function maskField(key: string, text: string): string {
  if (NUMBER_FIELDS.has(key)) return masked(text);
  if (CELL_FIELDS.has(key)) return text.replace(/\D/g, '').length < CELL_DIGITS_MIN ? text : masked(text);
  return WORDED_FIELDS.has(key) ? maskQuoted(text) : text;
}

/** What a client stored, with the values that are phone numbers masked. */
function maskOwn(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [
      key,
      typeof part === 'string' && (NUMBER_FIELDS.has(key) || WRITTEN_NUMBER.test(part)) ? masked(part) : part,
    ]),
  );
}

/** A text that may quote a client or network, with what may be a phone number masked. The examples in our messages stay. */
export function maskQuoted(text: string): string {
  return text.replace(QUOTED_NUMBER, (found, kept?: string) => kept ?? masked(found));
}

import { masked, maskQuoted, NUMBERS, TELLING_DIGITS } from '../masking.ts';
import type { KeptText } from './logged-request.ts';

/** Most characters of a body or an answer that are kept. */
export const BODY_CHARS_MAX = 4_096;
/** Most characters of an address that are kept. */
export const PATH_CHARS_MAX = 1_000;

const REDACTED = '[redacted]';
/** Fields whose value is a secret; the text may end within it. */
const SECRET_FIELD = /("(?:key|[a-z_]*(?:secret|password|token))"\s*:\s*")(?:[^"\\]|\\.)*("|\\?$)/gi;
const SECRET_PARAMETER = /([?&][a-z_]*(?:secret|password|token)=)[^&]*/gi;
/** Keys and signing secrets, wherever they are. */
const SECRET_VALUE = /\b(?:bw_(?:live|test)|whsec)_[A-Za-z0-9_+/=-]+/g;
const STRING = /"(?:[^"\\]|\\.)*(?:"|\\?$)/g;
/** Numbers that were sent without quotes. Amounts of money are shorter, or named. */
const BARE_NUMBER = /("(?!amount")[^"]*"\s*:\s*)(\d{9,15})(?!\d)/g;
const PURCHASE_ID = /\bpur_[0-9a-z]{26}\b/g;

/** A JSON text as it is kept: cut off, and without secrets. A number at the cut is left out, so that no part of it stays. */
export function keepText(text: string | null): KeptText {
  if (text === null || text === '') return { text: null, isCut: false };
  const isCut = text.length > BODY_CHARS_MAX;
  const start = isCut ? text.slice(0, BODY_CHARS_MAX).replace(/[\d+ .()/-]+$/, '') : text;
  const kept = start.replace(SECRET_FIELD, `$1${REDACTED}$2`).replace(SECRET_VALUE, REDACTED);
  return { text: kept.slice(0, BODY_CHARS_MAX).replaceAll('\u0000', ''), isCut };
}

/** An address as it is kept: decoded, cut off, and without secrets. */
export function keepPath(url: string): string {
  const path = decode(url.slice(0, PATH_CHARS_MAX)).replaceAll('\u0000', '');
  return path
    .replace(SECRET_PARAMETER, `$1${REDACTED}`)
    .replace(SECRET_VALUE, REDACTED)
    .slice(0, PATH_CHARS_MAX);
}

function decode(url: string): string {
  try {
    return decodeURIComponent(url);
  } catch {
    return url;
  }
}

/** What an erasure looks for in texts: the last digits of each number, and ids of purchases. Each once. */
export function mentionsOf(texts: readonly (string | null)[]): readonly string[] {
  const found = new Set<string>();
  for (const text of texts) {
    for (const [number] of text?.matchAll(NUMBERS) ?? []) found.add(mentionOfNumber(number));
    for (const [id] of text?.matchAll(PURCHASE_ID) ?? []) found.add(id);
  }
  return [...found];
}

/** What stands for a phone number in `mentionsOf`. */
export function mentionOfNumber(phoneNumber: string): string {
  return phoneNumber.replace(/\D/g, '').slice(-TELLING_DIGITS);
}

/** A kept JSON text with its phone numbers masked; amounts stay. */
export function maskBody(text: string): string {
  return text
    .replace(STRING, maskQuoted)
    .replace(BARE_NUMBER, (_all, name: string, digits: string) => `${name}${masked(digits)}`);
}

/** A kept address with its phone numbers masked. */
export function maskPath(path: string): string {
  return path.replace(NUMBERS, masked);
}

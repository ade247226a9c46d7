import type { Answered } from './http-result.ts';

/** Characters a database or a terminal cannot hold, and longer runs of digits, which may be phone numbers. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Cs}]/gu;
const LONG_NUMBER = /\d{6,}/g;
const MAX_WORDS = 120;
const MAX_REFERENCE = 100;

/** Text of the gateway for operators' eyes: printable, short, and without what may be a phone number. */
export function operatorWords(text: string): string {
  return text.replace(UNPRINTABLE, '').replace(LONG_NUMBER, '…').trim().slice(0, MAX_WORDS);
}

/** The network's own reference as clients are shown it: printable and short; null where there is none. */
export function readNetworkReference(text: string | null | undefined): string | null {
  const reference = (text ?? '').replace(UNPRINTABLE, '').trim().slice(0, MAX_REFERENCE);
  return reference === '' ? null : reference;
}

/** The shape of an answer and none of its content, for operators. */
export function describe({ status, headers, body }: Answered): string {
  const type = operatorWords((headers['content-type'] ?? 'no content type').split(';', 1).join());
  return body === '' ? `HTTP ${status}, empty body` : `HTTP ${status}, ${type}, ${body.length} characters`;
}

/** Undefined where the text is no JSON. Its numbers are floats: `parseDecimalJson` reads amounts and long ids. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

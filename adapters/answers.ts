import type { Answered } from './http-result.ts';

/** Characters that a database or a terminal cannot show. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Cs}]/gu;
const LONG_NUMBER = /\d{6,}/g;
const MAX_WORDS = 120;
const MAX_REFERENCE = 100;

/** The gateway's text for operators: printable, short, and without long numbers, which may be phone numbers. */
export function operatorWords(text: string): string {
  return text.replace(UNPRINTABLE, '').replace(LONG_NUMBER, '…').trim().slice(0, MAX_WORDS);
}

/** The network's reference as clients see it: printable and short; null if there is none. */
export function readNetworkReference(text: string | null | undefined): string | null {
  const reference = (text ?? '').replace(UNPRINTABLE, '').trim().slice(0, MAX_REFERENCE);
  return reference === '' ? null : reference;
}

/** Describes an answer to operators without its content. */
export function describe({ status, headers, body }: Answered): string {
  const type = operatorWords((headers['content-type'] ?? 'no content type').split(';', 1).join());
  return body === '' ? `HTTP ${status}, empty body` : `HTTP ${status}, ${type}, ${body.length} characters`;
}

/** Undefined if the text is not JSON. Numbers become floats; use `parseDecimalJson` for amounts and long ids. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

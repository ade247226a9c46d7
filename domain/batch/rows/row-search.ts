import type { BatchRowState } from './row.ts';

const NUMBER_CHARS_MAX = 40;
/** Printable ASCII without the backslash. */
const PLAIN = /^[ -[\]-~]*$/;

/** A phone number as rows are looked up by it: up to 40 characters; empty if it has other than plain characters. */
export function numberForSearch(text: string): string {
  const short = text.length <= NUMBER_CHARS_MAX ? text : text.slice(0, NUMBER_CHARS_MAX);
  return PLAIN.test(short) ? short : '';
}

/** What rows are looked up by, besides the file of unbought rows; null for anything. */
export interface RowSearch {
  readonly state: BatchRowState | null;
  /** A failure code, or the code of a row error. */
  readonly reason: string | null;
  readonly networkId: string | null;
  readonly bundleId: string | null;
  /** As it is bought for, or as in the file if it cannot be read. */
  readonly phoneNumber: string | null;
}

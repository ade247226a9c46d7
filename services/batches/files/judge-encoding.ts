import { decodeLegacy, highCharacter, type LegacyEncoding } from './encodings.ts';

/** What the bytes of a text that is not UTF-8 show about its encoding. */
export type EncodingVerdict =
  | { readonly kind: 'legacy'; readonly encoding: LegacyEncoding; readonly isClear: boolean }
  /** Its letters make no sense in any encoding that is known here. */
  | { readonly kind: 'unknown' };

/** Collects evidence from bytes in the order of the text. */
export interface EncodingEvidence {
  add(bytes: Uint8Array): void;
  /** Call it after the last byte that counts. More bytes may follow. */
  judge(): EncodingVerdict;
}

const ENCODINGS = ['windows-1252', 'macintosh'] as const;
/** The difference between the scores below which the choice is a guess. */
const CLEAR_LEAD = 2;
/** Part of the high bytes that may stand between two others: words in French have one in a thousand, words in Russian nearly all. */
const RUNS_MAX = 0.2;
/** Longest evidence by one byte: the hundredth é proves no more than the tenth. */
const COUNT_MAX = 50;

const COMMON = /[ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÑÒÓÔÕÖØÙÚÛÜàáâãäåæçèéêëìíîïñòóôõöøùúûüßŒœŸÿ]/;
const LOWER = /\p{Ll}/u;
const LETTER = /\p{L}/u;
const APOSTROPHE = '’';
const OPENING = '“‘«„‚‹';
const CLOSING = '”’»›';
/** Signs that stand beside letters or digits in ordinary text. */
const ORDINARY = '€£°ºª–—…•·©®™½¼¾²³\u00A0';

/** Compares how well the letters of a text fit Windows-1252 and Mac Roman. */
export function createEncodingEvidence(): EncodingEvidence {
  const score = { 'windows-1252': 0, macintosh: 0 };
  const counts = new Uint32Array(256);
  const seen = { high: 0, runs: 0, lf: 0, cr: 0 };
  let before = 0x20;
  let last = 0x20;
  const step = (next: number) => {
    if (last >= 0x80) {
      seen.high += 1;
      if (before >= 0x80 && next >= 0x80) seen.runs += 1;
      const count = (counts[last] ?? 0) + 1;
      counts[last] = count;
      if (count <= COUNT_MAX)
        for (const encoding of ENCODINGS)
          score[encoding] += plausibility(highCharacter(encoding, last), sideOf(before), sideOf(next));
    } else if (last === 0x0a) seen.lf += 1;
    else if (last === 0x0d) seen.cr += 1;
    before = last;
    last = next;
  };

  return {
    add(bytes) {
      for (const byte of bytes) step(byte);
    },
    judge() {
      if (seen.high > 0 && seen.runs / seen.high > RUNS_MAX) return { kind: 'unknown' };
      // Lines that end in CR alone are from an old Mac.
      const mac = score.macintosh + (seen.cr > 0 && seen.lf === 0 ? CLEAR_LEAD / 2 : 0);
      const lead = mac - score['windows-1252'];
      const encoding = lead > 0 ? 'macintosh' : 'windows-1252';
      const best = Math.max(mac, score['windows-1252']);
      return { kind: 'legacy', encoding, isClear: Math.abs(lead) >= CLEAR_LEAD && best > 0 };
    },
  };
}

type Side = 'lower' | 'upper' | 'other';

function sideOf(byte: number): Side {
  if (byte >= 0x61 && byte <= 0x7a) return 'lower';
  return byte >= 0x41 && byte <= 0x5a ? 'upper' : 'other';
}

/** How plausible a character is between its neighbours: from -5, impossible, to 2, as in a word. */
function plausibility(sign: string, before: Side, after: Side): number {
  if (sign === '\uFFFD') return -5;
  const beside = Number(before !== 'other') + Number(after !== 'other');
  if (LETTER.test(sign) && !'ªº'.includes(sign)) {
    if (beside === 0) return 0;
    const isCased = LOWER.test(sign) ? isLowerFit(before, after) : isUpperFit(before, after);
    if (!isCased) return -3;
    return COMMON.test(sign) ? 2 : 0;
  }
  if (sign === APOSTROPHE && beside === 2) return 2;
  if (OPENING.includes(sign) && before === 'other' && after !== 'other') return 1;
  if (CLOSING.includes(sign) && before !== 'other' && after === 'other') return 1;
  if (beside === 0) return 0;
  return beside === 1 && ORDINARY.includes(sign) ? 0 : -3;
}

function isLowerFit(before: Side, after: Side): boolean {
  return !(after === 'upper' || (before === 'upper' && after === 'other'));
}

function isUpperFit(before: Side, after: Side): boolean {
  return before !== 'lower' && !(before === 'upper' && after === 'lower');
}

/** The first word with a byte from 0x80, as an example for a person; null if there is none. */
export function findExample(bytes: Uint8Array): Uint8Array | null {
  const at = bytes.findIndex((byte) => byte >= 0x80);
  if (at === -1) return null;
  const isInside = (byte: number | undefined) =>
    byte !== undefined && (byte >= 0x80 || sideOf(byte) !== 'other');
  let [start, end] = [at, at + 1];
  while (at - start < EXAMPLE_SIDE && isInside(bytes[start - 1])) start -= 1;
  while (end - at < EXAMPLE_SIDE && isInside(bytes[end])) end += 1;
  return bytes.slice(start, end);
}

const EXAMPLE_SIDE = 20;

/** An example as people read it in an encoding. */
export function showExample(encoding: LegacyEncoding, example: Uint8Array): string {
  return decodeLegacy(encoding, example);
}

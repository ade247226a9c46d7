/** What was counted in a text. */
export interface SequenceCounts {
  /** Letters outside ASCII that are valid UTF-8. */
  valid: number;
  /** Of them, Latin letters and punctuation: other encodings seldom look like these. */
  latin: number;
  /** Bytes that are not UTF-8. */
  invalid: number;
}

/** Bytes with which Latin letters and punctuation begin in UTF-8. */
const LATIN_LEADS = new Set([0xc2, 0xc3, 0xc4, 0xc5, 0xc6, 0xc7, 0xc8, 0xc9, 0xe1, 0xe2]);

/** Adds the letters of the last piece. A letter that is cut by the end of a piece is counted with the next one. */
export function countSequences(pieces: readonly Buffer[], counts: SequenceCounts): void {
  const piece = pieces.at(-1) ?? Buffer.alloc(0);
  const cut = pieces.length < 2 ? Buffer.alloc(0) : unfinished(pieces.at(-2) ?? piece);
  const bytes = Buffer.concat([cut, piece]);
  const end = bytes.length - unfinished(bytes).length;
  for (let at = 0; at < end; ) {
    const length = sequenceLength(bytes, at);
    if (length === 1) {
      at += 1;
    } else if (length > 1) {
      counts.valid += 1;
      if (LATIN_LEADS.has(bytes[at] ?? 0)) counts.latin += 1;
      at += length;
    } else {
      counts.invalid += 1;
      at += 1;
    }
  }
}

/** Whether a piece ends inside a letter. */
export function isCut(piece: Buffer = Buffer.alloc(0)): boolean {
  return unfinished(piece).length > 0;
}

/** The bytes at the end that begin a letter and do not finish it. */
function unfinished(bytes: Buffer): Buffer {
  for (let back = 1; back <= 3 && back <= bytes.length; back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte >= 0x80 && byte < 0xc0) continue;
    return leadLength(byte) > back ? bytes.subarray(bytes.length - back) : Buffer.alloc(0);
  }
  return Buffer.alloc(0);
}

function leadLength(byte: number): number {
  if (byte < 0x80) return 1;
  if (byte >= 0xc2 && byte < 0xe0) return 2;
  if (byte >= 0xe0 && byte < 0xf0) return 3;
  return byte >= 0xf0 && byte < 0xf5 ? 4 : 0;
}

/** Length of the letter at `at`; 0 if it is not UTF-8. */
function sequenceLength(bytes: Buffer, at: number): number {
  const length = leadLength(bytes[at] ?? 0);
  for (let next = 1; next < length; next++) {
    if (((bytes[at + next] ?? 0) & 0xc0) !== 0x80) return 0;
  }
  return length;
}

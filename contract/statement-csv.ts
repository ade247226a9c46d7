/** The columns of a statement's CSV file, in the contract's order. */
export const STATEMENT_COLUMNS = [
  'line_id',
  'type',
  'occurred_at',
  'purchase_id',
  'reference',
  'phone_number',
  'bundle_id',
  'amount',
  'currency',
  'balance_after',
] as const;

export const STATEMENT_HEADER = `${STATEMENT_COLUMNS.join(',')}\n`;

const code = (char: string) => char.charCodeAt(0);
const [COMMA, DOT, LINE_FEED, SPACE] = [code(','), code('.'), code('\n'), code(' ')];
const [ZERO, T, Z] = [code('0'), code('T'), code('Z')];
const LINE_ID = Buffer.from('stl_');
const PURCHASE_ID = Buffer.from('pur_');
const CROCKFORD = Buffer.from('0123456789abcdefghjkmnpqrstvwxyz');
const UUID_CHARS = 36;
const ID_CHARS = 30;
const SECONDS_CHARS = 19;
const MILLISECOND_DIGITS = 3;

/** Values of hexadecimal digits by character code; negative for other characters, such as the hyphens of a UUID. */
const HEX = Int8Array.from({ length: 256 }, (_, at) => '0123456789abcdef'.indexOf(String.fromCharCode(at)));

/**
 * Turns complete CSV lines from PostgreSQL's COPY into the lines that clients get. Each input line has the contract's columns,
 * UUIDs in hexadecimal, a time as `2026-11-20 09:30:00.5` in UTC, and a line feed. No field needs quotes: references, numbers,
 * bundles and currencies were checked against patterns. A line never grows: it loses six characters of its id, and its time
 * gains at most five.
 *
 * It works on bytes, without an object per line, because a day may have millions of lines.
 * @throws RangeError if the input is not such a line.
 */
export function writeStatementLines(lines: Buffer): Buffer {
  const out = Buffer.allocUnsafe(lines.length);
  let to = 0;
  for (let from = 0; from < lines.length; ) {
    const end = after(lines, LINE_FEED, from, lines.length);
    to = writeLine(lines, from, end, out, to);
    from = end;
  }
  return out.subarray(0, to);
}

/** Writes the line between `begin` and `end` into `out` at `position`; returns where it ended there. */
function writeLine(lines: Buffer, begin: number, end: number, out: Buffer, position: number): number {
  let from = begin + UUID_CHARS;
  let to = writeId(lines, begin, out, position, LINE_ID);
  // The comma between id and type.
  out[to++] = lines[from++] ?? COMMA;
  const type = copyThrough(lines, from, end, COMMA, out, to);
  from += type;
  to += type;
  to = writeTime(lines, from, out, to);
  from = after(lines, COMMA, from + SECONDS_CHARS, end);
  if (lines[from] !== COMMA) {
    to = writeId(lines, from, out, to, PURCHASE_ID);
    from += UUID_CHARS;
  }
  return to + copyThrough(lines, from, end, LINE_FEED, out, to);
}

/** The position after the next such byte. Ranges are short, so a loop is faster than a call into the runtime. */
function after(lines: Buffer, byte: number, from: number, end: number): number {
  for (let at = from; at < end; at++) if (lines[at] === byte) return at + 1;
  throw new RangeError('a statement line without an end');
}

/** Copies up to and including the next such byte; returns the number of bytes. */
function copyThrough(
  lines: Buffer,
  from: number,
  end: number,
  byte: number,
  out: Buffer,
  to: number,
): number {
  for (let at = from; at < end; at++) {
    const each = lines[at] ?? 0;
    out[to + at - from] = each;
    if (each === byte) return at + 1 - from;
  }
  throw new RangeError('a statement line without an end');
}

/** Writes an id as `idFromUuid` does; a test compares both. */
function writeId(lines: Buffer, from: number, out: Buffer, to: number, prefix: Buffer): number {
  let at = to;
  for (let index = 0; index < prefix.length; index++) out[at++] = prefix[index] ?? 0;
  let buffer = 0;
  // 26 characters carry 130 bits, a UUID has 128: the first two are zero.
  let bits = 2;
  for (let index = from; index < from + UUID_CHARS; index++) {
    const value = HEX[lines[index] ?? 0] ?? -1;
    if (value < 0) continue;
    buffer = ((buffer << 4) | value) & 0xff;
    bits += 4;
    if (bits < 5) continue;
    bits -= 5;
    out[at++] = CROCKFORD[(buffer >> bits) & 31] ?? ZERO;
  }
  if (at !== to + ID_CHARS) throw new RangeError('a statement line without an id');
  return at;
}

/**
 * Writes a time and its comma. PostgreSQL omits trailing zeros of a fraction; the contract's times always have three digits.
 */
function writeTime(lines: Buffer, from: number, out: Buffer, to: number): number {
  for (let index = 0; index < SECONDS_CHARS; index++) out[to + index] = lines[from + index] ?? 0;
  if (lines[from + 10] === SPACE) out[to + 10] = T;
  let at = to + SECONDS_CHARS;
  out[at++] = DOT;
  // After the dot, if there is one: digits until the comma.
  let digit = from + SECONDS_CHARS + 1;
  let ended = lines[digit - 1] !== DOT;
  for (let count = 0; count < MILLISECOND_DIGITS; count++) {
    const each = lines[digit++] ?? COMMA;
    ended ||= each === COMMA;
    out[at++] = ended ? ZERO : each;
  }
  out[at++] = Z;
  out[at++] = COMMA;
  return at;
}

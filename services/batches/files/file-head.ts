import type { FileNotice, Rejection } from '../../../domain/batch/batch.ts';
import { rejectFile } from '../../../domain/batch/findings.ts';
import { shownCell } from '../../../domain/batch/phone-number.ts';
import { type ReadSign, TITLE_ROWS_MAX } from './header-sign.ts';

/** What the first bytes of a file show about the rest. */
export type HeadReading =
  /** The first line is not complete yet. */
  | { readonly kind: 'more' }
  | { readonly kind: 'unusable'; readonly rejection: Rejection }
  | {
      readonly kind: 'text';
      readonly delimiter: string;
      /** What stands before the header: a byte order mark, blank lines, a `sep=` line for the spreadsheet, titles. */
      readonly skip: { readonly bytes: number; readonly lines: number };
      readonly notices: readonly FileNotice[];
    };

const LF = 0x0a;
const CR = 0x0d;
/** A header and its titles take no more. */
const HEAD_BYTES_MAX = 64 * 1024;
const UTF8_MARK = Buffer.from([0xef, 0xbb, 0xbf]);
const BLANK = new Set(Buffer.from(' ,;\t|'));
const SEPARATORS = [',', ';', '\t', '|'];
const SEP_LINE = /^sep=(.)$/i;

/**
 * Recognises what spreadsheets do to files: byte order marks, other separators, `sep=` lines, other line ends, titles above
 * the header. `complete` means that no byte follows.
 */
export function readHead(bytes: Buffer, complete: boolean, readSign: ReadSign): HeadReading {
  if (bytes.includes(0)) return unusable(rejectFile('not_utf8', {}));

  const marked = bytes.subarray(0, 3).equals(UTF8_MARK);
  const first = findFirstLine(bytes, marked ? UTF8_MARK.length : 0);
  const isLast = complete || bytes.length >= HEAD_BYTES_MAX;
  if (!isLast && isOpen(bytes, first)) return { kind: 'more' };

  const sep = SEP_LINE.exec(textOf(bytes, first).replaceAll('"', '').trim())?.[1];
  const header = sep === undefined ? findHeader(bytes, first, isLast, readSign) : first;
  if (header === null) return { kind: 'more' };
  const delimiter = sep ?? detectDelimiter(textOf(bytes, header));
  const title = header.start === first.start ? null : textOf(bytes, first);
  return {
    kind: 'text',
    delimiter,
    skip: skipTo(bytes, sep === undefined ? header.start : first.lineEnd),
    notices: [
      ...(marked ? [NOTICES.byteOrderMark] : []),
      ...(sep === undefined ? [] : [NOTICES.sepLine]),
      ...(title === null ? [] : [titleNotice(title)]),
      ...separatorNotice(delimiter),
      ...lineEndNotice(bytes, first.lineEnd),
    ],
  };
}

/** The notice about rows above the header. */
export function titleNotice(text: string): FileNotice {
  const shown = shownCell(text.replaceAll(/[",;\t|\s]+/g, ' ').trim());
  return { code: 'title_rows', message: `The rows above the header were skipped. The first is ${shown}.` };
}

const NOTICES = {
  byteOrderMark: {
    code: 'byte_order_mark',
    message: 'The file starts with a byte order mark (BOM), which spreadsheets often write. It was skipped.',
  },
  sepLine: {
    code: 'sep_line',
    message: 'The first line starts with sep=, which is an instruction for spreadsheets. It was skipped.',
  },
  semicolons: {
    code: 'semicolons',
    message: 'The cells are separated by semicolons, as in many countries. They were read correctly.',
  },
  otherSeparator: {
    code: 'other_separator',
    message:
      'The cells are not separated by commas but by another character, such as a tab. They were read correctly.',
  },
  crlf: {
    code: 'crlf',
    message: 'The lines end with CRLF, as on Windows. They were read correctly.',
  },
  cr: {
    code: 'cr',
    message: 'The lines end with CR alone, as in files of very old programs. They were read correctly.',
  },
} as const satisfies Record<string, FileNotice>;

interface Line {
  readonly start: number;
  /** -1 if the line does not end here. */
  readonly lineEnd: number;
}

/** Whether more bytes can change a line. Whether a CR has an LF behind it is in the next byte. */
function isOpen(bytes: Buffer, { lineEnd }: Line): boolean {
  return lineEnd === -1 || (lineEnd === bytes.length - 1 && bytes[lineEnd] === CR);
}

function textOf(bytes: Buffer, { start, lineEnd }: Line): string {
  return bytes.toString('utf8', start, lineEnd === -1 ? bytes.length : lineEnd);
}

/** The line that names columns, below titles; the first line if there is none, null if it may still come. */
function findHeader(bytes: Buffer, first: Line, isLast: boolean, readSign: ReadSign): Line | null {
  let line = first;
  for (let looked = 0; looked < TITLE_ROWS_MAX; looked++) {
    if (!isLast && isOpen(bytes, line)) return null;
    const text = textOf(bytes, line);
    const signs = SEPARATORS.map((sign) =>
      readSign(text.split(sign).map((cell) => cell.replaceAll('"', ''))),
    );
    if (signs.includes('header')) return line;
    if (signs.includes('row') || line.lineEnd === -1) return first;
    line = findFirstLine(bytes, line.lineEnd);
  }
  return first;
}

/** The first line that holds more than separators: where it starts, and where it ends or -1. */
function findFirstLine(bytes: Buffer, from: number): Line {
  let start = from;
  for (let at = from; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === LF || byte === CR) start = at + 1;
    else if (byte === undefined || !BLANK.has(byte)) break;
  }
  const ends = [bytes.indexOf(LF, start), bytes.indexOf(CR, start)].filter((at) => at !== -1);
  return { start, lineEnd: ends.length === 0 ? -1 : Math.min(...ends) };
}

/** Bytes and lines before the line that holds or follows `at`, a line's start or its end. */
function skipTo(bytes: Buffer, at: number): { readonly bytes: number; readonly lines: number } {
  if (at === -1) return { bytes: bytes.length, lines: 0 };
  let end = at;
  if (bytes[end] === CR) end += 1;
  if (bytes[end] === LF) end += 1;
  const skipped = bytes.toString('latin1', 0, end);
  return { bytes: end, lines: skipped.match(/\r\n|\n|\r/g)?.length ?? 0 };
}

function separatorNotice(delimiter: string): FileNotice[] {
  if (delimiter === ',') return [];
  return [delimiter === ';' ? NOTICES.semicolons : NOTICES.otherSeparator];
}

function lineEndNotice(bytes: Buffer, lineEnd: number): FileNotice[] {
  if (lineEnd === -1 || bytes[lineEnd] !== CR) return [];
  return [bytes[lineEnd + 1] === LF ? NOTICES.crlf : NOTICES.cr];
}

/** The separator that the header uses most; headers seldom hold one inside a name. */
function detectDelimiter(line: string): string {
  const counts = SEPARATORS.map((sign) => ({ sign, count: line.split(sign).length }));
  return counts.reduce((most, next) => (next.count > most.count ? next : most)).sign;
}

function unusable(rejection: Rejection): HeadReading {
  return { kind: 'unusable', rejection };
}

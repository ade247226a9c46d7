import type { FileNotice, Rejection } from '../../domain/batch/batch.ts';
import { rejectFile } from '../../domain/batch/findings.ts';

/** What the first bytes of a file show about the rest. */
export type HeadReading =
  /** The first line is not complete yet. */
  | { readonly kind: 'more' }
  | { readonly kind: 'unusable'; readonly rejection: Rejection }
  | {
      readonly kind: 'text';
      readonly delimiter: string;
      /** What stands before the header: a byte order mark, blank lines, a `sep=` line for the spreadsheet. */
      readonly skip: { readonly bytes: number; readonly lines: number };
      readonly notices: readonly FileNotice[];
    };

const LF = 0x0a;
const CR = 0x0d;
/** A first line longer than this is not a header. */
const HEAD_BYTES_MAX = 64 * 1024;
const UTF8_MARK = Buffer.from([0xef, 0xbb, 0xbf]);
const BLANK = new Set(Buffer.from(' ,;\t|'));
const SEP_LINE = /^sep=(.)$/i;

const FOREIGN_FORMATS = [
  { start: Buffer.from('PK\u0003\u0004'), name: 'an Excel workbook or a ZIP archive' },
  { start: Buffer.from([0xd0, 0xcf, 0x11, 0xe0]), name: 'an old Excel workbook' },
  { start: Buffer.from([0x1f, 0x8b]), name: 'compressed with gzip' },
  { start: Buffer.from('%PDF'), name: 'a PDF document' },
];
const UTF16_MARKS = [Buffer.from([0xff, 0xfe]), Buffer.from([0xfe, 0xff])];

/**
 * Recognises what spreadsheets do to files (byte order marks, other separators, `sep=` lines, other line ends) and files that
 * are not CSV. `complete` means that no byte follows.
 */
export function readHead(bytes: Buffer, complete: boolean): HeadReading {
  const foreign = FOREIGN_FORMATS.find(({ start }) => bytes.subarray(0, start.length).equals(start));
  if (foreign !== undefined) {
    return unusable(rejectFile('foreign', { format: foreign.name }));
  }
  if (UTF16_MARKS.some((mark) => bytes.subarray(0, 2).equals(mark)) || bytes.includes(0)) {
    return unusable(rejectFile('not_utf8', {}));
  }
  const marked = bytes.subarray(0, 3).equals(UTF8_MARK);
  const { start, lineEnd } = findFirstLine(bytes, marked ? UTF8_MARK.length : 0);
  if (!complete && bytes.length < HEAD_BYTES_MAX) {
    if (lineEnd === -1) return { kind: 'more' };
    // Whether a CR has an LF behind it is in the next byte.
    if (lineEnd === bytes.length - 1 && bytes[lineEnd] === CR) return { kind: 'more' };
  }
  const line = bytes.toString('utf8', start, lineEnd === -1 ? bytes.length : lineEnd);
  const sep = SEP_LINE.exec(line.replaceAll('"', '').trim())?.[1];
  const delimiter = sep ?? detectDelimiter(line);
  return {
    kind: 'text',
    delimiter,
    skip: skipTo(bytes, sep === undefined ? start : lineEnd),
    notices: [
      ...(marked ? [NOTICES.byteOrderMark] : []),
      ...(sep === undefined ? [] : [NOTICES.sepLine]),
      ...separatorNotice(delimiter),
      ...lineEndNotice(bytes, lineEnd),
    ],
  };
}

const NOTICES = {
  byteOrderMark: {
    code: 'byte_order_mark',
    message: 'The file starts with a byte order mark (BOM), as spreadsheets write it. It was skipped.',
  },
  sepLine: {
    code: 'sep_line',
    message: 'The first line is a sep= line for the spreadsheet. It was skipped.',
  },
  semicolons: {
    code: 'semicolons',
    message: 'Cells are separated by semicolons, as spreadsheets in many countries write them.',
  },
  otherSeparator: {
    code: 'other_separator',
    message: 'Cells are separated by a character other than a comma, such as a tab.',
  },
  crlf: {
    code: 'crlf',
    message: 'Lines end with CRLF, as Windows writes them.',
  },
  cr: {
    code: 'cr',
    message: 'Lines end with CR alone, as very old programs write them.',
  },
} as const satisfies Record<string, FileNotice>;

/** The first line that holds more than separators: where it starts, and where it ends or -1. */
function findFirstLine(bytes: Buffer, from: number): { readonly start: number; readonly lineEnd: number } {
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
  const counts = [',', ';', '\t', '|'].map((sign) => ({ sign, count: line.split(sign).length }));
  return counts.reduce((most, next) => (next.count > most.count ? next : most)).sign;
}

function unusable(rejection: Rejection): HeadReading {
  return { kind: 'unusable', rejection };
}

import { CsvError, parse } from 'csv-parse';
import type { FileNotice, Rejection } from '../../domain/batch/batch.ts';
import { rejectFile } from '../../domain/batch/findings.ts';
import { type HeadReading, readHead } from './files/file-head.ts';
import type { ReadSign } from './files/header-sign.ts';
import type { CsvRecord } from './rows.ts';
import type { Turns } from './turns.ts';

/** What a file yields, in order: its head once, then its records, or at any point why it is unusable. */
export type CsvPart =
  /** May come again, with further notices. */
  | { readonly kind: 'head'; readonly notices: readonly FileNotice[] }
  /** The sheet of a workbook that is read, and the sheets that have rows. */
  | { readonly kind: 'sheet'; readonly sheet: string | null; readonly sheets: readonly string[] }
  /** The first record is the header. Blank lines give no records. */
  | { readonly kind: 'records'; readonly records: readonly CsvRecord[] }
  | { readonly kind: 'unusable'; readonly rejection: Rejection };

/** Longest row, in characters: room for twenty metadata values of 500, and a limit for a quote that is never closed. */
export const RECORD_CHARS_MAX = 64 * 1024;
/** The same in bytes of UTF-8, with separators and quotes: csv-parse counts neither, and accepts any number of cells. */
const RECORD_BYTES_MAX = 4 * RECORD_CHARS_MAX;
/** Lines of a file, blank ones and those inside quotes included: twice what a spreadsheet can hold. */
export const LINES_MAX = 2_000_000;
/** Most rows with more or fewer cells than the header: csv-parse builds an error with a stack trace for each of them. */
export const UNEVEN_ROWS_MAX = 10_000;
/** Bytes parsed without a break. The worst 512 bytes, 256 uneven rows, take about 4 ms; small slices cost good rows almost nothing. */
const SLICE_BYTES = 512;
const LINE_BREAKS = /\r\n|\n|\r/g;

/**
 * Reads a CSV file in UTF-8 from its bytes as they arrive, and holds at most one chunk and one row of it. It always reads to the last
 * byte, even if the file is unusable, because the caller hashes and counts every byte.
 */
export async function* readCsv(
  chunks: AsyncIterable<Buffer>,
  turns: Turns,
  readSign: ReadSign,
): AsyncGenerator<CsvPart> {
  let head = Buffer.alloc(0);
  let parser: RecordParser | null = null;
  let unusable = false;

  for await (const chunk of chunks) {
    if (unusable) continue;
    let bytes = chunk;
    if (parser === null) {
      head = Buffer.concat([head, chunk]);
      const reading = readHead(head, false, readSign);
      if (reading.kind === 'more') continue;
      yield headPart(reading);
      unusable = reading.kind === 'unusable';
      if (reading.kind === 'unusable') continue;
      parser = createRecordParser(reading, turns);
      bytes = head.subarray(reading.skip.bytes);
    }
    const part = await parser.write(bytes);
    yield part;
    unusable = part.kind === 'unusable';
  }
  if (unusable) return;

  if (parser === null) {
    const reading = readHead(head, true, readSign);
    if (reading.kind === 'more') throw new TypeError('a complete head that wants more');
    yield headPart(reading);
    if (reading.kind === 'unusable') return;
    parser = createRecordParser(reading, turns);
    const part = await parser.write(head.subarray(reading.skip.bytes));
    yield part;
    if (part.kind === 'unusable') return;
  }
  yield await parser.end();
}

function headPart(reading: Exclude<HeadReading, { kind: 'more' }>): CsvPart {
  return reading.kind === 'unusable' ? reading : { kind: 'head', notices: reading.notices };
}

interface RecordParser {
  /** Takes bytes and returns the records that are complete. */
  write(bytes: Buffer): Promise<CsvPart>;
  end(): Promise<CsvPart>;
}

/** csv-parse, with lines counted as a person counts them and with errors worded for the person who corrects the file. */
function createRecordParser(
  { delimiter, skip }: Extract<HeadReading, { kind: 'text' }>,
  turns: Turns,
): RecordParser {
  let records: CsvRecord[] = [];
  const position = { read: 0, breaks: 0, lines: 0, width: 0, unevenLine: 0, bytes: 0, emptyLines: 0 };
  const lineNow = () => 1 + skip.lines + parser.info.empty_lines + position.read + position.breaks;

  const parser = parse({
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: RECORD_CHARS_MAX,
    // Records are collected here and not read from the stream: a call per record instead of an await.
    on_record: (cells: string[], { lines }) => {
      const line = lineNow();
      // It counts a CRLF inside quotes twice, so only its "one line" is taken from it.
      const breaks = lines - position.lines > 1 ? countBreaks(cells) : 0;
      position.lines = lines;
      position.read += 1;
      position.breaks += breaks;
      position.bytes = 0;
      if (position.width === 0) position.width = cells.length;
      else if (position.unevenLine === 0 && cells.length !== position.width) position.unevenLine = line;
      if (cells.some((cell) => cell.trim() !== '')) records.push({ line, endLine: line + breaks, cells });
      return null;
    },
  });
  let failure: Error | null = null;
  parser.on('error', (error) => {
    failure ??= error;
  });
  parser.resume();

  const writeSlice = async (slice: Buffer): Promise<Rejection | null> => {
    const error = await new Promise<Error | null | undefined>((resolve) => parser.write(slice, resolve));
    const fault = error ?? failure;
    if (fault) return explain(fault, lineNow());

    const { empty_lines, invalid_field_length } = parser.info;
    if (empty_lines !== position.emptyLines) position.bytes = 0;
    position.emptyLines = empty_lines;
    position.bytes += slice.length;
    if (position.bytes > RECORD_BYTES_MAX) return rowTooLong(lineNow());
    if (lineNow() > LINES_MAX) return TOO_MANY_LINES;
    return invalid_field_length > UNEVEN_ROWS_MAX ? tooManyUneven(position.unevenLine) : null;
  };
  const take = (): CsvPart => {
    const taken = records;
    records = [];
    return { kind: 'records', records: taken };
  };
  return {
    async write(bytes) {
      for (let at = 0; at < bytes.length; at += SLICE_BYTES) {
        await turns.take();
        const rejection = await writeSlice(bytes.subarray(at, at + SLICE_BYTES));
        if (rejection !== null) return { kind: 'unusable', rejection };
      }
      return take();
    },
    end: () =>
      new Promise((resolve) => {
        parser.once('error', (error) => resolve({ kind: 'unusable', rejection: explain(error, lineNow()) }));
        parser.once('end', () => resolve(take()));
        parser.end();
      }),
  };
}

function countBreaks(cells: readonly string[]): number {
  return cells.reduce((total, cell) => total + (cell.match(LINE_BREAKS)?.length ?? 0), 0);
}

function explain(error: Error, line: number): Rejection {
  const code = error instanceof CsvError ? error.code : '';
  switch (code) {
    case 'CSV_QUOTE_NOT_CLOSED':
      return rejectFile('quote_unclosed', { line }, line);
    case 'CSV_MAX_RECORD_SIZE':
      return rowTooLong(line);
    default:
      return rejectFile('row_unreadable', { line }, line);
  }
}

function rowTooLong(line: number): Rejection {
  return rejectFile('row_long', { line, most: RECORD_CHARS_MAX.toLocaleString('en') }, line);
}

const TOO_MANY_LINES = rejectFile('lines_many', { most: LINES_MAX.toLocaleString('en') });

function tooManyUneven(line: number): Rejection {
  return rejectFile('rows_uneven', { most: UNEVEN_ROWS_MAX.toLocaleString('en'), line }, line);
}

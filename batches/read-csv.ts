import { CsvError, parse } from 'csv-parse';
import type { FileNotice, Rejection } from '../domain/batch.ts';
import { type HeadReading, readHead } from './file-head.ts';
import type { CsvRecord } from './rows.ts';

/** What reading a file yields, in order: its head once, then its records; or, at any point, why it is unusable. */
export type CsvPart =
  | { readonly kind: 'head'; readonly notices: readonly FileNotice[] }
  /** The first record of all is the header. Records of blank lines are left out. */
  | { readonly kind: 'records'; readonly records: readonly CsvRecord[] }
  | { readonly kind: 'unusable'; readonly rejection: Rejection };

/** Longest row, in characters: room for twenty metadata values of 500, and an end to a quote that is never closed. */
const RECORD_CHARS_MAX = 64 * 1024;
const LINE_BREAKS = /\r\n|\n|\r/g;

/**
 * Reads a CSV file from its bytes as they come, holding no more of it than one chunk and one row. It always reads to the
 * last byte, also of a file that it found unusable: whoever feeds it may count on every byte having passed.
 */
export async function* readCsv(chunks: AsyncIterable<Buffer>): AsyncGenerator<CsvPart> {
  let head = Buffer.alloc(0);
  let parser: RecordParser | null = null;
  let unusable = false;

  for await (const chunk of chunks) {
    if (unusable) continue;
    let bytes = chunk;
    if (parser === null) {
      head = Buffer.concat([head, chunk]);
      const reading = readHead(head, false);
      if (reading.kind === 'more') continue;
      yield headPart(reading);
      unusable = reading.kind === 'unusable';
      if (reading.kind === 'unusable') continue;
      parser = createRecordParser(reading);
      bytes = head;
    }
    const part = await parser.write(bytes);
    yield part;
    unusable = part.kind === 'unusable';
  }
  if (unusable) return;

  if (parser === null) {
    const reading = readHead(head, true);
    if (reading.kind === 'more') throw new TypeError('a complete head that wants more');
    yield headPart(reading);
    if (reading.kind === 'unusable') return;
    parser = createRecordParser(reading);
    yield await parser.write(head);
  }
  yield await parser.end();
}

function headPart(reading: Exclude<HeadReading, { kind: 'more' }>): CsvPart {
  return reading.kind === 'unusable' ? reading : { kind: 'head', notices: reading.notices };
}

interface RecordParser {
  /** Takes bytes and answers the records that are complete by now. */
  write(bytes: Buffer): Promise<CsvPart>;
  end(): Promise<CsvPart>;
}

/** csv-parse, with the lines counted as a person counts them and its errors told as one who must mend the file needs. */
function createRecordParser({ delimiter, sepLine }: Extract<HeadReading, { kind: 'text' }>): RecordParser {
  let records: CsvRecord[] = [];
  let line = 1;
  let linesBefore = 0;

  const parser = parse({
    bom: true,
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
    max_record_size: RECORD_CHARS_MAX,
    // Records are taken here and not from the stream: one call a record instead of an await.
    on_record: (cells: string[], { lines }) => {
      // It counts a CRLF inside quotes twice, so only its "one line" is taken from it.
      const breaks = lines - linesBefore > 1 ? countBreaks(cells) : 0;
      linesBefore = lines;
      const skipped = (sepLine && line === 1) || cells.every((cell) => cell.trim() === '');
      if (!skipped) records.push({ line, endLine: line + breaks, cells });
      line += 1 + breaks;
      return null;
    },
  });
  let failure: Error | null = null;
  parser.on('error', (error) => {
    failure ??= error;
  });
  parser.resume();

  const take = (error: Error | null | undefined): CsvPart => {
    const fault = error ?? failure;
    if (fault) return { kind: 'unusable', rejection: explain(fault, line) };
    const taken = records;
    records = [];
    return { kind: 'records', records: taken };
  };
  return {
    write: (bytes) => new Promise((resolve) => parser.write(bytes, (error) => resolve(take(error)))),
    end: () =>
      new Promise((resolve) => {
        parser.once('error', (error) => resolve(take(error)));
        parser.once('end', () => resolve(take(null)));
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
      return {
        code: 'unclosed_quote',
        message: `A quote that opens in the row of line ${line} is never closed. Close it, or write it twice where it belongs to the text.`,
        line,
      };
    case 'CSV_MAX_RECORD_SIZE':
      return {
        code: 'row_too_long',
        message: `The row of line ${line} is longer than ${RECORD_CHARS_MAX} characters. Perhaps a quote is opened there and never closed.`,
        line,
      };
    default:
      return { code: 'not_csv', message: `The row of line ${line} cannot be read as CSV.`, line };
  }
}

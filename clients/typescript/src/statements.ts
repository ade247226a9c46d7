import type { CallOptions, Calls } from './calls.ts';
import { StatementMismatchError } from './errors.ts';
import { type FileFormat, fileTypeOf, formatOf } from './file-type.ts';
import { saveFile } from './files.ts';
import type { Listing } from './listing.ts';
import { readUntil, type WaitOptions } from './pause.ts';
import { type FileLine, readStatementFile } from './statement-file.ts';
import type { ListStatementLinesQuery, Statement, StatementLine } from './types.ts';

/**
 * The last day of a statement's file, up to 91 days after the first one, and how it writes amounts. `bom` is for CSV only.
 */
export type StatementFileQuery = Pick<ListStatementLinesQuery, 'to' | 'amounts'> & {
  readonly bom?: boolean | 'true' | 'false' | undefined;
};

/** Statements of UTC days. `date` is `YYYY-MM-DD`. */
export interface Statements {
  get(date: string): Promise<Statement>;
  lines(date: string, query?: { readonly to?: string; readonly limit?: number }): Listing<StatementLine>;
  /** The whole day as CSV with a header row. */
  csv(date: string): Promise<ReadableStream<Uint8Array>>;
  /** The whole day, or all days up to `to`, as CSV, or as a workbook with the format `xlsx`. */
  file(date: string, query?: StatementFileQuery, format?: FileFormat): Promise<ReadableStream<Uint8Array>>;
  /**
   * Saves the whole day, or all days up to `to`, as a file. A download that breaks off starts again. Without a format, a path that ends in `.xlsx` gets a
   * workbook, and any other path gets CSV. Returns the number of bytes.
   */
  download(date: string, path: string, query?: StatementFileQuery, format?: FileFormat): Promise<number>;
  /** Polls until the day is closed, every 30 s by default. */
  untilClosed(date: string, options?: WaitOptions): Promise<Statement>;
  /**
   * The lines of a day from its CSV file, as a stream. At the end of a closed day, it checks that they add up; `wait` waits
   * until the day is closed.
   * @throws StatementMismatchError when they do not, NoAnswerError when the download breaks off.
   */
  checkedLines(date: string, options?: WaitOptions & { readonly wait?: boolean }): AsyncGenerator<FileLine>;
}

const EVERY_MS = 30_000;

export function createStatements({ get, list, file, attempts }: Calls): Statements {
  const at = (date: string) => `/v1/statements/${encodeURIComponent(date)}`;
  const read = (date: string, options?: CallOptions) => get<Statement>(at(date), options);
  const fileOf = async (date: string, query?: StatementFileQuery, format: FileFormat = 'csv') =>
    file(`${at(date)}/lines`, query, fileTypeOf(format));
  const csv = (date: string) => fileOf(date);
  const untilClosed = (date: string, { everyMs = EVERY_MS, ...options }: WaitOptions = {}) =>
    readUntil(
      () => read(date, options),
      ({ status }) => status === 'closed',
      { everyMs, ...options },
    );
  return {
    get: read,
    lines: (date, query) => list<StatementLine>(`${at(date)}/lines`, query),
    csv,
    file: fileOf,
    download: async (date, path, query, format = formatOf(path)) =>
      saveFile(() => fileOf(date, query, format), path, attempts),
    untilClosed,
    async *checkedLines(date, { wait = false, ...options } = {}) {
      const { opening_balance, closing_balance } = wait
        ? await untilClosed(date, options)
        : await read(date, options);
      let balance = opening_balance;
      for await (const line of readStatementFile(await csv(date))) {
        balance += line.amount;
        yield line;
      }
      if (closing_balance !== null && balance !== closing_balance)
        throw new StatementMismatchError(date, balance, closing_balance);
    },
  };
}

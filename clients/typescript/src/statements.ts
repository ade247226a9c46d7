import type { CallOptions, Calls } from './calls.ts';
import { StatementMismatchError } from './errors.ts';
import type { Listing } from './listing.ts';
import { readUntil, type WaitOptions } from './pause.ts';
import { type FileLine, readStatementFile } from './statement-file.ts';
import type { Statement, StatementLine } from './types.ts';

/** Statements of UTC days. `date` is `YYYY-MM-DD`. */
export interface Statements {
  get(date: string): Promise<Statement>;
  lines(date: string, query?: { readonly limit?: number }): Listing<StatementLine>;
  /** The whole day as CSV with a header row. */
  csv(date: string): Promise<ReadableStream<Uint8Array>>;
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

export function createStatements({ get, list, file }: Calls): Statements {
  const at = (date: string) => `/v1/statements/${encodeURIComponent(date)}`;
  const read = (date: string, options?: CallOptions) => get<Statement>(at(date), options);
  const csv = (date: string) => file(`${at(date)}/lines`);
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

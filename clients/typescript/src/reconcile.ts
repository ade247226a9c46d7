import type { Client } from './client.ts';
import { StatementOpenError } from './errors.ts';
import { checkRecords, keyOf, type OwnRecord } from './own-record.ts';
import { readUntil } from './pause.ts';
import { type FileLine, readStatementFile } from './statement-file.ts';
import type { Purchase, Statement } from './types.ts';

/** The part of a client that `reconcile` uses. */
export interface ReconcileClient {
  readonly statements: Pick<Client['statements'], 'get' | 'csv'>;
  readonly purchases: Pick<Client['purchases'], 'find'>;
}

export interface ReconcileOptions {
  /** UTC day, `YYYY-MM-DD`. */
  readonly date: string;
  readonly records: Iterable<OwnRecord>;
  /** Waits until the day is closed. By default, an open day is a StatementOpenError. */
  readonly wait?: boolean;
  /** Pause between two requests while the statement is open, in milliseconds; 30,000 by default. */
  readonly everyMs?: number;
  /** Aborts the wait. */
  readonly signal?: AbortSignal;
}

/** A record without a line, with the service's purchase of that reference; null when it never received one. */
export interface MissingLine {
  readonly record: OwnRecord;
  readonly purchase: Purchase | null;
  readonly why: 'another_day' | 'failed' | 'pending' | 'not_reversed' | 'never_received';
}

export interface Reconciliation {
  /** Closed, so it never changes again. */
  readonly statement: Statement;
  /** Whether the opening balance plus all amounts equals the closing balance. */
  readonly addsUp: boolean;
  /** Records with a line of the same amount. */
  readonly matched: number;
  /** Records whose line has a different amount. */
  readonly differing: readonly { readonly record: OwnRecord; readonly line: FileLine }[];
  /** Records without a line. */
  readonly missing: readonly MissingLine[];
  /** Lines of purchases and reversals without a record. */
  readonly unexpected: readonly FileLine[];
  /** Funding and adjustments, for review by a person. */
  readonly others: readonly FileLine[];
}

const EVERY_MS = 30_000;

/**
 * Reconciles a closed day: downloads its lines, matches purchases and reversals by reference, adds up all amounts, and looks
 * up records without a line. The file is streamed: only your records and the lines that did not match are kept in memory.
 * @throws UsageError for a record that cannot be compared, before anything is sent; StatementOpenError for an open day;
 * ApiError, for example 404 for a day without a statement; NoAnswerError when a call had no answer: run it again.
 */
export async function reconcile(
  client: ReconcileClient,
  { date, records, wait = false, everyMs = EVERY_MS, signal }: ReconcileOptions,
): Promise<Reconciliation> {
  const open = checkRecords(records);
  const statement = await readUntil(
    () => client.statements.get(date),
    ({ status }) => status === 'closed' || !wait,
    { everyMs, ...(signal === undefined ? {} : { signal }) },
  );
  if (statement.status !== 'closed') throw new StatementOpenError(date);

  const compared = await compareLines(await client.statements.csv(date), open);
  const missing: MissingLine[] = [];
  for (const record of open.values()) {
    signal?.throwIfAborted();
    const purchase = await client.purchases.find(record.reference);
    missing.push({ record, purchase, why: whyMissing(record, purchase) });
  }
  const { sum, ...found } = compared;
  return {
    statement,
    addsUp: statement.opening_balance + sum === statement.closing_balance,
    ...found,
    missing,
  };
}

/** Compares the file with `open`, and removes the records that have a line. */
async function compareLines(file: AsyncIterable<Uint8Array>, open: Map<string, OwnRecord>) {
  const differing: { record: OwnRecord; line: FileLine }[] = [];
  const unexpected: FileLine[] = [];
  const others: FileLine[] = [];
  let matched = 0;
  let sum = 0;
  for await (const line of readStatementFile(file)) {
    sum += line.amount;
    if (line.type === 'funding' || line.type === 'adjustment') {
      others.push(line);
      continue;
    }
    const key = keyOf(line.type, line.reference ?? '');
    const record = open.get(key);
    open.delete(key);
    if (record === undefined) unexpected.push(line);
    else if (record.price === Math.abs(line.amount)) matched += 1;
    else differing.push({ record, line });
  }
  return { sum, matched, differing, unexpected, others };
}

function whyMissing({ type }: OwnRecord, purchase: Purchase | null): MissingLine['why'] {
  if (purchase === null) return 'never_received';
  if (purchase.status === 'failed' || purchase.status === 'pending') return purchase.status;
  return type === 'reversal' && purchase.status !== 'reversed' ? 'not_reversed' : 'another_day';
}

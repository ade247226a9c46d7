import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import type { Pool, PoolClient } from 'pg';
import { type OperatorActor, recordAction } from '../../db/audit/record.ts';
import { readNetworks } from '../../db/networks/networks.ts';
import {
  copyIntoStaging,
  type MergeCounts,
  mergeStaging,
  openStaging,
  readContradictions,
  stagedLine,
} from '../../db/networks/porting-import.ts';
import { inTransaction } from '../../db/transaction.ts';
import { type BadRow, readPortingFile } from './porting-file.ts';

export type ImportOutcome =
  | ({ readonly kind: 'imported'; readonly rows: number } & MergeCounts)
  /** Nothing was changed. `first` has the first bad rows; `badRows` counts all of them. */
  | { readonly kind: 'refused'; readonly badRows: number; readonly first: readonly BadRow[] };

export interface ImportOptions extends OperatorActor {
  /** Whether the file is complete: numbers that are not in it return to the network of their prefix. */
  readonly replace: boolean;
  /** Called from time to time with the number of rows that were read. */
  readonly onProgress?: (rows: number) => void;
}

const SHOWN_MAX = 100;
const PROGRESS_EACH = 100_000;
/** Rows go to the database in pieces of about this many characters. */
const PIECE_CHARS = 64 * 1024;

/**
 * Imports ported numbers from a CSV file, whole or not at all: rows are staged by COPY as they are read, and brought into the
 * table only when every one of them is good, in the same transaction. Memory does not grow with the file.
 */
export async function importPortedNumbers(
  pool: Pool,
  chunks: AsyncIterable<Buffer>,
  options: ImportOptions,
): Promise<ImportOutcome> {
  const networks = new Set((await readNetworks(pool)).map(({ id }) => id));
  return inTransaction(pool, async (tx) => {
    await openStaging(tx);
    const { rows, bad } = await stage(tx, chunks, networks, options.onProgress);
    if (bad.count === 0) await findContradictions(tx, bad);
    if (bad.count > 0) return { kind: 'refused', badRows: bad.count, first: bad.first };

    const counts = await mergeStaging(tx, options.replace);
    await recordAction(tx, {
      operator: options.operator,
      reason: options.reason,
      action: 'porting_import',
      accountId: null,
      subject: 'ported_numbers',
      details: { rows, ...counts, replace: options.replace },
    });
    return { kind: 'imported', rows, ...counts };
  });
}

interface BadRows {
  count: number;
  readonly first: BadRow[];
}

async function stage(
  tx: PoolClient,
  chunks: AsyncIterable<Buffer>,
  networks: ReadonlySet<string>,
  onProgress: (rows: number) => void = () => {},
): Promise<{ readonly rows: number; readonly bad: BadRows }> {
  const copy = copyIntoStaging(tx);
  const copied = finished(copy);
  // The first failure is reported. The other end then fails too; handle it, or it becomes an unhandled rejection.
  copied.catch(() => {});
  const bad: BadRows = { count: 0, first: [] };
  let rows = 0;
  let piece = '';
  try {
    for await (const read of readPortingFile(chunks, networks)) {
      if (read.kind === 'bad') {
        bad.count += 1;
        if (bad.first.length < SHOWN_MAX) bad.first.push({ line: read.line, message: read.message });
        continue;
      }
      rows += 1;
      if (rows % PROGRESS_EACH === 0) onProgress(rows);
      // Once a row is bad, nothing will be imported: the rest is only checked.
      if (bad.count === 0) piece += stagedLine(read.row);
      if (piece.length < PIECE_CHARS) continue;
      if (!copy.write(piece)) await Promise.race([once(copy, 'drain'), copied]);
      piece = '';
    }
    copy.end(piece);
  } catch (error) {
    // Otherwise the connection would wait forever for the rest of the COPY.
    copy.destroy(error instanceof Error ? error : new Error(String(error)));
    await copied.catch(() => {});
    throw error;
  }
  await copied;
  return { rows, bad };
}

async function findContradictions(tx: PoolClient, bad: BadRows): Promise<void> {
  for (const { phoneNumber, lines } of await readContradictions(tx, SHOWN_MAX)) {
    bad.count += 1;
    bad.first.push({
      line: lines[1],
      message: `${phoneNumber} is on another network in line ${lines[0]}.`,
    });
  }
}

import { totalmem } from 'node:os';
import type { Pool } from 'pg';
import { idFromUuid, type PurchaseId, uuidOf } from '../../../domain/ids.ts';
import { type BenchStack, startAccounting } from '../stack.ts';
import { addManyLines, loadingPool } from './many-lines.ts';

/** Connections of the benchmark itself. */
const CONNECTIONS = 2;
/** What docs/production.md asks for. */
const PRODUCTION_SETTINGS = { shared_buffers: `${Math.floor(totalmem() / 4 / 2 ** 20)}MB` };

/** One account with this many charged purchases, behind a separate API. */
export interface Grown {
  readonly stack: BenchStack;
  readonly pool: Pool;
  readonly purchases: number;
  /** How many lines of its statement are read in one go. */
  readonly lines: number;
  readonly ids: readonly PurchaseId[];
  /** Bytes per purchase, by table and its indexes. */
  readonly bytes: Readonly<Record<string, number>>;
}

/**
 * Starts an API with many charged purchases of one account: loaded by COPY, vacuumed, analysed, and read into PostgreSQL's
 * buffers as far as they fit, as on a server that received them one by one.
 */
export async function grow(purchases: number, lines: number): Promise<Grown> {
  const stack = await startAccounting(PRODUCTION_SETTINGS);
  const pool = loadingPool(stack.databaseUrl, CONNECTIONS);
  const empty = await sizes(pool);
  await addManyLines(pool, stack.accountId, purchases);
  await warm(pool);
  const full = await sizes(pool);
  const bytes = Object.fromEntries(
    Object.entries(full).map(([part, size]) => [part, Math.round((size - (empty[part] ?? 0)) / purchases)]),
  );
  return { stack, pool, purchases, lines, ids: await someIds(pool, stack), bytes };
}

/** Lines last: where not all fits, all lines do. What the load has left to be written is written before anything is measured. */
async function warm(pool: Pool): Promise<void> {
  await pool.query('CREATE EXTENSION pg_prewarm');
  for (const table of ['purchases', 'statement_lines'])
    await pool.query({
      text: `
        SELECT pg_prewarm(oid::regclass) FROM pg_class WHERE oid = $1::regclass
        UNION ALL
        SELECT pg_prewarm(indexrelid::regclass) FROM pg_index WHERE indrelid = $1::regclass`,
      values: [table],
    });
  await pool.query('CHECKPOINT');
}

/** Bytes of the tables that keep a charged purchase permanently, and of their indexes. */
async function sizes(pool: Pool): Promise<Record<string, number>> {
  const { rows } = await pool.query<{ part: string; size: number }>(`
    SELECT relname AS part, pg_table_size(oid) AS size FROM pg_class WHERE relname IN ('purchases', 'statement_lines')
    UNION ALL
    SELECT relname || ' indexes', pg_indexes_size(oid) FROM pg_class WHERE relname IN ('purchases', 'statement_lines')`);
  return Object.fromEntries(rows.map(({ part, size }) => [part, size]));
}

/** A few thousand ids from all over the account's history. */
async function someIds(pool: Pool, { accountId }: BenchStack): Promise<readonly PurchaseId[]> {
  const { rows } = await pool.query<{ id: string }>({
    text: 'SELECT id FROM purchases TABLESAMPLE SYSTEM (5) WHERE account_id = $1 ORDER BY random() LIMIT 5000',
    values: [uuidOf('acc', accountId)],
  });
  return rows.map(({ id }) => idFromUuid('pur', id));
}

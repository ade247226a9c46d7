import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { expect } from 'vitest';
import type { SecretsKeys } from '../../../domain/crypto/sealed-secret.ts';
import { type AccountId, uuidOf } from '../../../domain/ids.ts';
import type { Erasure } from '../../../domain/privacy/erasure.ts';
import { nothingBroken } from '../../../services/invariants/report.ts';
import { verifyInvariants } from '../../../services/invariants/verify.ts';
import { createEraser } from '../../../services/privacy/eraser.ts';
import { requestErasure } from '../../../services/privacy/request-erasure.ts';

export const KEYS: SecretsKeys = { current: randomBytes(32), former: [] };
export const ACTOR = { operator: 'ada', reason: 'ticket 4711' };

/** Requests an erasure that nothing is in the way of. */
export async function requested(pool: Pool, accountId: AccountId, phoneNumber: string): Promise<Erasure> {
  const stored = await requestErasure(pool, KEYS, accountId, phoneNumber, ACTOR);
  if (stored.kind !== 'stored') throw new Error(`refused: ${JSON.stringify(stored)}`);
  return stored.erasure;
}

/** Runs an erasure once; returns whether it was completed. */
export async function runOnce(pool: Pool, { id }: Erasure): Promise<boolean> {
  const ran = await createEraser(pool, KEYS).run(new AbortController().signal, id);
  if (ran === null) throw new Error(`${id} is completed`);
  return ran.isCompleted;
}

/** Requests and completes an erasure; returns what stands in place of the number. */
export async function erased(pool: Pool, accountId: AccountId, phoneNumber: string): Promise<string> {
  const erasure = await requested(pool, accountId, phoneNumber);
  expect(await runOnce(pool, erasure)).toBe(true);
  return erasure.pseudonym;
}

/**
 * Every row of the database, as text, in which these digits stand: `table.column`. Rows of other accounts are left out where the
 * table has an account.
 */
export async function findDigits(pool: Pool, accountId: AccountId, digits: string): Promise<string[]> {
  const { rows } = await pool.query<{ table: string; column: string; type: string; owned: boolean }>(`
    SELECT c.table_name AS "table", c.column_name AS "column", c.udt_name AS type,
           EXISTS (SELECT FROM information_schema.columns o
                    WHERE o.table_schema = 'public' AND o.table_name = c.table_name AND o.column_name = 'account_id') AS owned
      FROM information_schema.columns c
     WHERE c.table_schema = 'public'
       AND NOT EXISTS (SELECT FROM pg_class p WHERE p.relname = c.table_name AND p.relispartition)
       AND c.udt_name IN ('text', 'varchar', 'json', 'jsonb', 'bytea', '_text')
     ORDER BY 1, 2`);
  const found: string[] = [];
  for (const { table, column, type, owned } of rows) {
    const text = type === 'bytea' ? `encode("${column}", 'escape')` : `"${column}"::text`;
    const { rows: hits } = await pool.query({
      text: `
        SELECT 1 FROM ${table}
         WHERE ${text} LIKE '%' || $1 || '%' ${owned ? `AND account_id = '${uuidOf('acc', accountId)}'` : ''}
         LIMIT 1`,
      values: [digits],
    });
    if (hits.length > 0) found.push(`${table}.${column}`);
  }
  return found;
}

/** Checks all that is derived from the rows. */
export async function expectBooksInOrder(pool: Pool): Promise<void> {
  const report = await verifyInvariants({ pool, temporal: null, books: null, recheckAfterMs: 0 });
  expect(report.results.filter(({ kind }) => kind === 'broken')).toEqual([]);
  expect(nothingBroken(report)).toBe(true);
}

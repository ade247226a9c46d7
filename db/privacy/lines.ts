import type { Pool, PoolClient } from 'pg';
import { type AccountId, uuidOf } from '../../domain/ids.ts';
import { isUtcDay, type UtcDay } from '../../domain/money/statement.ts';
import type { Erasure } from '../../domain/privacy/erasure.ts';
import { lockAccount } from '../accounts/lock.ts';
import { inTransaction } from '../transaction.ts';
import { countErased } from './purchases.ts';

/** Lines of one day that have a number. */
export interface LinesOfDay {
  readonly day: UtcDay;
  readonly seqs: readonly number[];
}

/** The lines of an account that have the number, by day; also those of purchases that were archived. */
export async function findLinesWithNumber(
  db: Pool,
  accountId: AccountId,
  phoneNumber: string,
): Promise<LinesOfDay[]> {
  const { rows } = await db.query<{ day: string; seqs: number[] }>({
    text: `
      SELECT (occurred_at AT TIME ZONE 'UTC')::date::text AS day, json_agg(seq ORDER BY seq) AS seqs
        FROM statement_lines
       WHERE account_id = $1 AND phone_number = $2
       GROUP BY 1
       ORDER BY 1`,
    values: [uuidOf('acc', accountId), phoneNumber],
  });
  return rows.map(({ day, seqs }) => ({ day: readDay(day), seqs }));
}

/** How a day is sealed. */
export type DaySeal =
  /** Not ended: lines may still be added. */
  | { readonly kind: 'open' }
  /** Ended, and being closed. */
  | { readonly kind: 'closing' }
  /** Closed. `seal` is the latest one; `number` counts the seals after that of the statement. */
  | {
      readonly kind: 'closed';
      readonly openingBalance: number;
      readonly seal: Buffer;
      readonly number: number;
    };

/** How a day is sealed now. Under the account's lock an open day cannot end. */
export async function readDaySeal(
  db: Pool | PoolClient,
  accountId: AccountId,
  day: UtcDay,
): Promise<DaySeal> {
  const { rows } = await db.query<{
    ended: boolean | null;
    opening: number | null;
    seal: Buffer | null;
    number: number;
  }>({
    text: `
      SELECT a.sealed_until > ($2::date)::timestamp AT TIME ZONE 'UTC' AS ended, s.opening_balance AS opening,
             coalesce(r.seal, s.seal) AS seal, coalesce(r.number, 0) AS number
        FROM accounts a
        LEFT JOIN statements s ON s.account_id = a.id AND s.day = $2::date
        LEFT JOIN LATERAL (SELECT seal, number
                             FROM statement_reseals
                            WHERE account_id = a.id AND day = $2::date
                            ORDER BY number DESC
                            LIMIT 1) r ON true
       WHERE a.id = $1`,
    values: [uuidOf('acc', accountId), day],
  });
  const row = rows[0];
  if (row === undefined) throw new TypeError(`no account ${accountId}`);
  if (row.opening !== null && row.seal !== null)
    return { kind: 'closed', openingBalance: row.opening, seal: row.seal, number: row.number };
  return { kind: row.ended === true ? 'closing' : 'open' };
}

/** A seal that replaces another one, because numbers of the day were erased. */
export interface NewSeal {
  readonly former: Buffer;
  readonly seal: Buffer;
}

/**
 * Replaces the number of lines by the pseudonym: of an open day, or of a closed one together with its new seal. Returns false,
 * and changes nothing, if the day was ended or sealed again meanwhile.
 */
export async function replaceInLines(
  pool: Pool,
  erasure: Erasure,
  { day, seqs }: LinesOfDay,
  sealed: NewSeal | null,
): Promise<boolean> {
  const { accountId, pseudonym } = erasure;
  return inTransaction(pool, async (tx) => {
    await lockAccount(tx, accountId);
    const now = await readDaySeal(tx, accountId, day);
    const isAsExpected =
      sealed === null ? now.kind === 'open' : now.kind === 'closed' && now.seal.equals(sealed.former);
    if (!isAsExpected) return false;
    await tx.query(`SET LOCAL bundlewire.erasing = 'on'`);
    const { rowCount } = await tx.query({
      text: `
        UPDATE statement_lines
           SET phone_number = $3
         WHERE account_id = $1 AND seq = ANY ($2::bigint[]) AND phone_number <> $3`,
      values: [uuidOf('acc', accountId), seqs, pseudonym],
    });
    const count = rowCount ?? 0;
    // Another process that runs the same erasure has replaced them.
    if (count === 0) return true;
    if (sealed !== null && now.kind === 'closed')
      await insertSeal(tx, erasure, day, now.number + 1, sealed, count);
    await countErased(tx, erasure, 'lines', count);
    return true;
  });
}

async function insertSeal(
  tx: PoolClient,
  { id, accountId }: Erasure,
  day: UtcDay,
  number: number,
  { former, seal }: NewSeal,
  lines: number,
): Promise<void> {
  await tx.query({
    text: `
      INSERT INTO statement_reseals (account_id, day, number, erasure_id, former_seal, seal, lines, sealed_at)
      VALUES ($1, $2, $3, $4, $5, $6, $7, (SELECT app_now()))`,
    values: [uuidOf('acc', accountId), day, number, uuidOf('era', id), former, seal, lines],
  });
}

function readDay(text: string): UtcDay {
  if (!isUtcDay(text)) throw new TypeError(`not a day: ${text}`);
  return text;
}

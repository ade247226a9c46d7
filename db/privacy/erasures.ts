import type { Pool, PoolClient } from 'pg';
import { newUuid } from '../../domain/crypto/new-id.ts';
import { type AccountId, type ErasureId, idFromUuid, uuidOf } from '../../domain/ids.ts';
import type { Erasure, ErasureWait, OpenForNumber } from '../../domain/privacy/erasure.ts';
import type { Reader } from '../account-reads.ts';
import { lockAccount } from '../accounts/lock.ts';
import { type Actor, recordAction } from '../audit/record.ts';
import { inTransaction } from '../transaction.ts';

const COLUMNS = `
  e.id, e.account_id, e.pseudonym, e.requested_at, e.completed_at, e.waits_for, e.purchases, e.statement_lines, e.events,
  e.campaign_rows, e.references_kept`;

interface ErasureRow {
  readonly id: string;
  readonly account_id: string;
  readonly pseudonym: string;
  readonly requested_at: Date;
  readonly completed_at: Date | null;
  readonly waits_for: ErasureWait | null;
  readonly purchases: number;
  readonly statement_lines: number;
  readonly events: number;
  readonly campaign_rows: number;
  readonly references_kept: number;
}

function readErasure(row: ErasureRow): Erasure {
  return {
    id: idFromUuid('era', row.id),
    accountId: idFromUuid('acc', row.account_id),
    pseudonym: row.pseudonym,
    requestedAt: row.requested_at,
    completedAt: row.completed_at,
    waitsFor: row.waits_for,
    counts: {
      purchases: row.purchases,
      statementLines: row.statement_lines,
      events: row.events,
      campaignRows: row.campaign_rows,
      referencesKept: row.references_kept,
    },
  };
}

/** A number to be erased, under the key of the account. */
export interface NumberToErase {
  readonly accountId: AccountId;
  readonly phoneNumber: string;
  readonly pseudonym: string;
  readonly sealedNumber: Buffer;
}

/** A stored erasure, or what is still open for the number. A number whose erasure is under way gets no second one. */
export type StoredErasure =
  | { readonly kind: 'stored'; readonly erasure: Erasure; readonly isNew: boolean }
  | { readonly kind: 'open'; readonly open: OpenForNumber };

/** Stores an erasure under the account's lock, with an audit row, unless something is open for the number. */
export async function storeErasure(pool: Pool, number: NumberToErase, actor: Actor): Promise<StoredErasure> {
  const account = uuidOf('acc', number.accountId);
  return inTransaction(pool, async (tx): Promise<StoredErasure> => {
    await lockAccount(tx, number.accountId);
    const open = await findOpen(tx, number.accountId, number.phoneNumber);
    if (open !== null) return { kind: 'open', open };
    const { rows } = await tx.query<ErasureRow>({
      text: `
        INSERT INTO erasures AS e (id, account_id, pseudonym, sealed_number, requested_at, next_run_at)
        SELECT $1, $2, $3, $4, clock.at, clock.at FROM (SELECT app_now() AS at) clock
        ON CONFLICT (account_id, pseudonym) WHERE completed_at IS NULL DO NOTHING
        RETURNING ${COLUMNS}`,
      values: [newUuid(), account, number.pseudonym, number.sealedNumber],
    });
    if (rows[0] === undefined)
      return { kind: 'stored', erasure: await findRunning(tx, number), isNew: false };
    const erasure = readErasure(rows[0]);
    await recordAction(tx, {
      ...actor,
      action: 'number_erase',
      accountId: number.accountId,
      subject: erasure.id,
      details: {},
    });
    return { kind: 'stored', erasure, isNew: true };
  });
}

async function findOpen(
  tx: PoolClient,
  accountId: AccountId,
  phoneNumber: string,
): Promise<OpenForNumber | null> {
  const { rows } = await tx.query<{ id: string; pending: boolean; until: Date }>({
    text: `
      SELECT p.id, p.status = 'pending' AS pending, coalesce(q.until, p.resolve_by) AS until
        FROM purchases p
        LEFT JOIN late_inquiries q ON q.purchase_id = p.id AND q.ended_at IS NULL AND q.until > (SELECT app_now())
       WHERE p.phone_number = $2 AND p.account_id = $1 AND (p.status = 'pending' OR q.purchase_id IS NOT NULL)
       ORDER BY until DESC
       LIMIT 1`,
    values: [uuidOf('acc', accountId), phoneNumber],
  });
  const row = rows[0];
  if (row === undefined) return null;
  const { pending, until } = row;
  return { kind: pending ? 'purchase' : 'late_inquiry', purchaseId: idFromUuid('pur', row.id), until };
}

async function findRunning(tx: PoolClient, { accountId, pseudonym }: NumberToErase): Promise<Erasure> {
  const { rows } = await tx.query<ErasureRow>({
    text: `SELECT ${COLUMNS} FROM erasures e WHERE account_id = $1 AND pseudonym = $2 AND completed_at IS NULL`,
    values: [uuidOf('acc', accountId), pseudonym],
  });
  if (rows[0] === undefined) throw new TypeError('an erasure that was under way has gone');
  return readErasure(rows[0]);
}

/** One erasure of an account; null when the account has no such erasure. */
export async function findErasure(db: Reader, accountId: AccountId, id: ErasureId): Promise<Erasure | null> {
  const { rows } = await db.query<ErasureRow>({
    text: `SELECT ${COLUMNS} FROM erasures e WHERE account_id = $1 AND id = $2`,
    values: [uuidOf('acc', accountId), uuidOf('era', id)],
  });
  return rows[0] === undefined ? null : readErasure(rows[0]);
}

/** Up to `limit` erasures of an account, newest first, older than `before` when it is given. */
export async function listErasures(
  db: Reader,
  accountId: AccountId,
  before: ErasureId | null,
  limit: number,
): Promise<Erasure[]> {
  const { rows } = await db.query<ErasureRow>({
    text: `SELECT ${COLUMNS} FROM erasures e WHERE account_id = $1 AND ($2::uuid IS NULL OR id < $2) ORDER BY id DESC LIMIT $3`,
    values: [uuidOf('acc', accountId), before === null ? null : uuidOf('era', before), limit],
  });
  return rows.map(readErasure);
}

/** An erasure that is due, with what its steps need. */
export interface DueErasure {
  readonly erasure: Erasure;
  readonly sealedNumber: Buffer;
}

/**
 * Takes the erasure that is due first, or the one that is named, for `leaseMs`: if its process stops, another one continues after
 * that time. Null if none is due.
 */
export async function takeErasure(
  db: Pool,
  leaseMs: number,
  id: ErasureId | null = null,
): Promise<DueErasure | null> {
  const { rows } = await db.query<ErasureRow & { sealed_number: Buffer }>({
    text: `
      UPDATE erasures e
         SET next_run_at = (SELECT app_now()) + $1 * interval '1 millisecond'
       WHERE e.id = (SELECT id
                       FROM erasures
                      WHERE completed_at IS NULL
                        AND CASE WHEN $2::uuid IS NULL THEN next_run_at <= (SELECT app_now()) ELSE id = $2 END
                      ORDER BY next_run_at
                      LIMIT 1
                        FOR UPDATE SKIP LOCKED)
      RETURNING ${COLUMNS}, e.sealed_number`,
    values: [leaseMs, id === null ? null : uuidOf('era', id)],
  });
  const row = rows[0];
  return row === undefined ? null : { erasure: readErasure(row), sealedNumber: row.sealed_number };
}

/** Notes what an erasure waits for, and looks again after `againMs`. */
export async function noteWait(
  db: Pool,
  { accountId, id }: Erasure,
  waitsFor: ErasureWait,
  againMs: number,
): Promise<void> {
  await db.query({
    text: `
      UPDATE erasures
         SET waits_for = $3, next_run_at = (SELECT app_now()) + $4 * interval '1 millisecond'
       WHERE account_id = $1 AND id = $2 AND completed_at IS NULL`,
    values: [uuidOf('acc', accountId), uuidOf('era', id), waitsFor, againMs],
  });
}

/**
 * Completes an erasure under the account's lock, under which every purchase is made, and forgets the number. Returns false if a
 * purchase for the number was made meanwhile.
 */
export async function completeErasure(
  pool: Pool,
  { accountId, id }: Erasure,
  phoneNumber: string,
  referencesKept: number,
): Promise<boolean> {
  return inTransaction(pool, async (tx) => {
    await lockAccount(tx, accountId);
    const { rowCount } = await tx.query({
      text: `
        UPDATE erasures
           SET completed_at = coalesce(completed_at, (SELECT app_now())), sealed_number = NULL, waits_for = NULL,
               references_kept = $4
         WHERE account_id = $1 AND id = $2
           AND NOT EXISTS (SELECT FROM purchases WHERE account_id = $1 AND phone_number = $3)`,
      values: [uuidOf('acc', accountId), uuidOf('era', id), phoneNumber, referencesKept],
    });
    await tx.query({ text: 'DELETE FROM number_lookups WHERE phone_number = $1', values: [phoneNumber] });
    return rowCount === 1;
  });
}

import type { Pool, PoolClient } from 'pg';
import { type AccountId, type PurchaseId, uuidOf } from '../../domain/ids.ts';
import type { Delivery, Purchase, PurchaseStatus } from '../../domain/purchase/purchase.ts';
import type { Reader } from '../account-reads.ts';
import { preventIndexUse } from '../prevent-index-use.ts';
import { COLUMNS, type PurchaseRow, readPurchase } from './row.ts';

/** One purchase of an account; null when the account has no such purchase. */
export async function findPurchase(db: Pool, accountId: AccountId, id: PurchaseId): Promise<Purchase | null> {
  const { rows } = await db.query<PurchaseRow>(findPurchaseQuery(accountId, id));
  return rows[0] === undefined ? null : readPurchase(rows[0]);
}

/** As `findPurchase`, and whether it is still pending although `resolve_by` comes within `aheadMs` or has passed. */
export async function findPurchaseDue(
  db: Reader,
  accountId: AccountId,
  id: PurchaseId,
  aheadMs: number,
): Promise<{ readonly purchase: Purchase; readonly isDue: boolean } | null> {
  const { rows } = await db.query<PurchaseRow & { readonly is_due: boolean }>({
    name: 'find-purchase-due',
    text: `
      SELECT ${COLUMNS},
             p.status = 'pending' AND p.resolve_by <= (SELECT app_now()) + $3 * interval '1 millisecond' AS is_due
        FROM purchases p
       WHERE p.account_id = $1 AND p.id = $2`,
    values: [uuidOf('acc', accountId), uuidOf('pur', id), aheadMs],
  });
  return rows[0] === undefined ? null : { purchase: readPurchase(rows[0]), isDue: rows[0].is_due };
}

/** The statement behind the reading of one purchase. */
export function findPurchaseQuery(accountId: AccountId, id: PurchaseId) {
  return {
    name: 'find-purchase',
    text: `SELECT ${COLUMNS} FROM purchases p WHERE p.account_id = $1 AND p.id = $2`,
    values: [uuidOf('acc', accountId), uuidOf('pur', id)],
  };
}

/** Which purchases to list; null for no filter. */
export interface PurchaseFilter {
  readonly reference: string | null;
  readonly status: PurchaseStatus | null;
  readonly phoneNumber: string | null;
  /** For the number of this purchase. There are none if the account does not have it. */
  readonly sameNumberAs: PurchaseId | null;
  /** Created at or after. */
  readonly createdFrom: Date | null;
  /** Created before. */
  readonly createdTo: Date | null;
}

/** Where a page ended: the next begins after it. */
export interface PurchasePosition {
  readonly createdAt: Date;
  readonly id: PurchaseId;
}

/** Up to `limit` purchases of an account after a position, newest first. */
export async function listPurchases(
  db: Reader,
  accountId: AccountId,
  filter: PurchaseFilter,
  after: PurchasePosition | null,
  limit: number,
): Promise<Purchase[]> {
  let { phoneNumber } = filter;
  if (filter.sameNumberAs !== null) {
    const number = await readNumber(db, accountId, filter.sameNumberAs);
    if (number === null || (phoneNumber !== null && phoneNumber !== number)) return [];
    phoneNumber = number;
  }
  const query = purchaseListQuery(accountId, { ...filter, phoneNumber }, after, limit);
  const { rows } = await db.query<PurchaseRow>(query);
  return rows.map(readPurchase);
}

async function readNumber(db: Reader, accountId: AccountId, id: PurchaseId): Promise<string | null> {
  const { rows } = await db.query<{ number: string }>({
    name: 'read-number',
    text: 'SELECT phone_number AS number FROM purchases WHERE account_id = $1 AND id = $2',
    values: [uuidOf('acc', accountId), uuidOf('pur', id)],
  });
  return rows[0]?.number ?? null;
}

/**
 * The statement behind a list. Without a name, so that it is planned with its values: filters that are null vanish, and
 * with one filter the index of that filter is left.
 */
export function purchaseListQuery(
  accountId: AccountId,
  filter: Omit<PurchaseFilter, 'sameNumberAs'>,
  after: PurchasePosition | null,
  limit: number,
): { readonly text: string; readonly values: unknown[] } {
  return {
    text: `
      SELECT ${COLUMNS}
        FROM purchases p
       WHERE p.account_id = $1
         AND ($2::text IS NULL OR p.id = (SELECT n.purchase_id FROM purchase_references n WHERE n.account_id = $1 AND n.reference = $2))
         AND ($3::text IS NULL OR p.status = $3)
         AND ($4::text IS NULL OR p.phone_number = $4)
         AND ($5::timestamptz IS NULL OR p.created_at >= $5)
         AND ($6::timestamptz IS NULL OR p.created_at < $6)
         AND ($7::timestamptz IS NULL OR (p.created_at, p.id) < ($7, $8::uuid))
       ORDER BY p.created_at DESC, p.id DESC
       LIMIT $9`,
    values: [
      uuidOf('acc', accountId),
      filter.reference,
      filter.status,
      filter.phoneNumber,
      filter.createdFrom,
      filter.createdTo,
      after?.createdAt ?? null,
      after === null ? null : uuidOf('pur', after.id),
      limit,
    ],
  };
}

/** What a settle transaction reads of a purchase, locked until it ends. */
export interface PurchaseToSettle {
  readonly purchase: Purchase;
  /** The verified confirmation received before `resolve_by`, if there is one. */
  readonly timelyConfirmation: Delivery | null;
  /** When the stored confirmation was received, timely or not; null where there is none. */
  readonly confirmedAt: Date | null;
  readonly everSent: boolean;
}

/**
 * Locks purchases of an account in order of id, then reads them as they are under the lock.
 * The confirmations are read by a second statement, because a first one would read them as of before the wait.
 */
export async function lockPurchases(
  tx: PoolClient,
  accountId: AccountId,
  ids: readonly PurchaseId[],
): Promise<{ readonly clock: Date; readonly purchases: Map<PurchaseId, PurchaseToSettle> }> {
  const uuids = ids.map((id) => uuidOf('pur', id));
  const locked = tx.query({
    name: 'lock-purchases',
    text: `SELECT id FROM purchases WHERE ${preventIndexUse('account_id = $1')} AND id = ANY ($2::uuid[]) ORDER BY id FOR UPDATE`,
    values: [uuidOf('acc', accountId), uuids],
  });
  const read = tx.query<LockedRow>({
    name: 'read-locked-purchases',
    text: `
      SELECT ${COLUMNS}, clock.at AS clock,
             c.confirmed_at AS heard_at, c.network_reference AS heard_reference,
             c.received_at < p.resolve_by AS heard_in_time,
             EXISTS (SELECT FROM submissions s WHERE s.purchase_id = p.id) AS ever_sent
        FROM (SELECT app_now() AS at) clock
        JOIN purchases p ON p.id = ANY ($1::uuid[]) AND ${preventIndexUse('p.account_id = $2')}
        LEFT JOIN confirmations c ON c.purchase_id = p.id`,
    values: [uuids, uuidOf('acc', accountId)],
  });
  const [{ rows }] = await Promise.all([read, locked]);
  const purchases = new Map(
    rows.map((row) => {
      const purchase = readPurchase(row);
      const { heard_at: confirmedAt, ever_sent: everSent } = row;
      return [purchase.order.id, { purchase, timelyConfirmation: timely(row), confirmedAt, everSent }];
    }),
  );
  return { clock: rows[0]?.clock ?? new Date(0), purchases };
}

interface LockedRow extends PurchaseRow {
  readonly clock: Date;
  readonly heard_at: Date | null;
  readonly heard_reference: string | null;
  readonly heard_in_time: boolean | null;
  readonly ever_sent: boolean;
}

function timely(row: LockedRow): Delivery | null {
  if (row.heard_at === null || row.heard_in_time !== true) return null;
  return { confirmedAt: row.heard_at, networkReference: row.heard_reference };
}

import type { Pool } from 'pg';
import { type AccountId, idFromUuid, type PurchaseId, uuidOf } from '../../domain/ids.ts';
import type { Contradiction } from '../../domain/purchase/purchase.ts';
import { lockOwnerAccount } from '../accounts/lock.ts';
import { type OperatorActor, recordAction } from '../audit/record.ts';
import { inTransaction } from '../transaction.ts';

/** Contradictions that are found outside a settlement, and move nothing. */
export type FoundContradiction =
  | 'unknown_to_carrier'
  | 'reference_shared'
  /** A gateway reports a delivery of another product than was ordered. */
  | 'other_product'
  /** A delivery that the client has paid for by agreement was reversed: the client must get a refund. */
  | 'reversed_after_agreed_charge'
  /** A second gateway delivered it too: the client has it twice and pays once, so one delivery is our loss. */
  | 'delivered_twice';

/** A report that contradicts what was booked or ordered. */
export interface RecordedContradiction {
  readonly purchaseId: PurchaseId;
  readonly accountId: AccountId;
  readonly accountName: string;
  readonly livemode: boolean;
  readonly networkId: string;
  /** The state of the purchase. */
  readonly status: string;
  readonly kind: Contradiction | FoundContradiction;
  readonly firstSeenAt: Date;
  readonly lastSeenAt: Date;
  readonly times: number;
  readonly resolvedAt: Date | null;
  readonly resolution: string | null;
}

/**
 * The statement that keeps contradictions, each counted as often as it is found.
 * @param found SQL that selects purchase_id, kind and at.
 */
export function keepContradictions(found: string): string {
  return `
      INSERT INTO contradictions AS c (purchase_id, kind, first_seen_at, last_seen_at)
      SELECT purchase_id, kind, at, at FROM (${found}) found
      ON CONFLICT (purchase_id, kind) DO UPDATE SET last_seen_at = excluded.last_seen_at, times = c.times + 1`;
}

/** Stores for operators what cannot be booked. */
export async function recordContradiction(
  db: Pool,
  purchaseId: PurchaseId,
  kind: FoundContradiction,
): Promise<void> {
  await db.query({
    name: 'record-contradiction',
    // The purchase's lock comes first; otherwise its foreign key would take it last.
    text: keepContradictions(`
      SELECT p.id AS purchase_id, $2::text AS kind, app_now() AS at
        FROM (SELECT id FROM purchases WHERE id = $1 FOR KEY SHARE) p`),
    values: [uuidOf('pur', purchaseId), kind],
  });
}

/** Where a page ended. */
export type ContradictionPosition = Pick<RecordedContradiction, 'purchaseId'> & { readonly kind: string };

/** Contradictions, oldest first; without `all` the open ones. */
export async function listContradictions(
  db: Pool,
  filter: { readonly all: boolean; readonly networkId: string | null; readonly limit: number },
  after: ContradictionPosition | null = null,
): Promise<RecordedContradiction[]> {
  const { rows } = await db.query<
    Omit<RecordedContradiction, 'purchaseId' | 'accountId'> & { uuid: string; accountUuid: string }
  >({
    text: `
      SELECT c.purchase_id AS uuid, p.account_id AS "accountUuid", a.name AS "accountName", p.livemode, p.network_id AS "networkId", p.status, c.kind, c.first_seen_at AS "firstSeenAt",
             c.last_seen_at AS "lastSeenAt", c.times, c.resolved_at AS "resolvedAt", c.resolution
        FROM contradictions c
        JOIN purchases p ON p.id = c.purchase_id
        JOIN accounts a ON a.id = p.account_id
       WHERE ($1 OR c.resolved_at IS NULL)
         AND ($2::text IS NULL OR p.network_id = $2)
         AND ($4::uuid IS NULL OR (c.first_seen_at, c.purchase_id, c.kind) >
              (SELECT first_seen_at, purchase_id, kind FROM contradictions WHERE purchase_id = $4 AND kind = $5))
       ORDER BY c.first_seen_at, c.purchase_id, c.kind
       LIMIT $3`,
    values: [
      filter.all,
      filter.networkId,
      filter.limit,
      after === null ? null : uuidOf('pur', after.purchaseId),
      after?.kind ?? null,
    ],
  });
  return rows.map(({ uuid, accountUuid, ...row }) => ({
    ...row,
    purchaseId: idFromUuid('pur', uuid),
    accountId: idFromUuid('acc', accountUuid),
  }));
}

/** Closes what is open of a purchase, with what was found out; returns its kinds. Nothing is booked by it. */
export async function closeContradictions(
  pool: Pool,
  purchaseId: PurchaseId,
  actor: OperatorActor,
): Promise<readonly string[]> {
  return inTransaction(pool, async (tx) => {
    const account = await lockOwnerAccount(tx, purchaseId);
    if (account === null) return [];
    const { rows } = await tx.query<{ kind: string }>({
      text: `
        UPDATE contradictions
           SET resolved_at = (SELECT app_now()), resolution = $2
         WHERE purchase_id = $1 AND resolved_at IS NULL
        RETURNING kind`,
      values: [uuidOf('pur', purchaseId), actor.reason],
    });
    if (rows.length === 0) return [];
    const kinds = rows.map(({ kind }) => kind).toSorted();
    await recordAction(tx, {
      ...actor,
      action: 'contradiction_close',
      accountId: account.accountId,
      subject: purchaseId,
      details: { kinds },
    });
    return kinds;
  });
}

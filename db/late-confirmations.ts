import type { Pool, PoolClient } from 'pg';
import { formatAmount } from '../domain/amount.ts';
import { type AccountId, idFromUuid, type PurchaseId, uuidOf } from '../domain/ids.ts';
import { type MinorUnits, minorUnits } from '../domain/money.ts';
import { lockAccount } from './accept.ts';
import { bookByHand, FundingRefused } from './accounts.ts';
import { type Actor, recordAction } from './operator-actions.ts';
import { inTransaction } from './transaction.ts';

/** What became of a loss: the network made it good, the client agreed to pay, or it is borne. */
export type LateResolution = 'settled_with_network' | 'charged_by_agreement' | 'written_off';

/** Delivered, not charged. */
export interface LateConfirmation {
  readonly purchaseId: PurchaseId;
  readonly accountId: AccountId;
  readonly networkId: string;
  readonly price: MinorUnits;
  readonly currency: string;
  readonly confirmedAt: Date;
  readonly networkReference: string | null;
  readonly recordedAt: Date;
  readonly resolvedAt: Date | null;
  readonly resolution: string | null;
}

/** Late confirmations, oldest first; without `all` those that nobody has decided. */
export async function listLateConfirmations(
  db: Pool,
  filter: { readonly all: boolean; readonly networkId: string | null; readonly limit: number },
): Promise<LateConfirmation[]> {
  const { rows } = await db.query<Omit<LateConfirmation, 'purchaseId' | 'accountId'> & Uuids>({
    text: `
      SELECT c.purchase_id AS "purchaseUuid", p.account_id AS "accountUuid", p.network_id AS "networkId", p.price,
             p.currency, c.confirmed_at AS "confirmedAt", c.network_reference AS "networkReference",
             c.recorded_at AS "recordedAt", c.resolved_at AS "resolvedAt", c.resolution
        FROM late_confirmations c
        JOIN purchases p ON p.id = c.purchase_id
       WHERE ($1 OR c.resolved_at IS NULL)
         AND ($2::text IS NULL OR p.network_id = $2)
       ORDER BY c.recorded_at, c.purchase_id
       LIMIT $3`,
    values: [filter.all, filter.networkId, filter.limit],
  });
  return rows.map(({ purchaseUuid, accountUuid, ...row }) => ({
    ...row,
    purchaseId: idFromUuid('pur', purchaseUuid),
    accountId: idFromUuid('acc', accountUuid),
  }));
}

interface Uuids {
  readonly purchaseUuid: string;
  readonly accountUuid: string;
}

/**
 * Decides a late confirmation, once; false when there is none that is open. The purchase stays failed whatever is decided.
 * `charged_by_agreement` books an adjustment of its price in the same transaction; the others move no client's money.
 * @throws TransactionError around FundingRefused when the available balance does not cover an agreed charge.
 */
export async function resolveLateConfirmation(
  pool: Pool,
  purchaseId: PurchaseId,
  resolution: LateResolution,
  actor: Actor,
): Promise<boolean> {
  return inTransaction(pool, async (tx) => {
    // The account's lock comes first, as everywhere.
    if (resolution === 'charged_by_agreement' && !(await charge(tx, purchaseId, actor))) return false;
    const { rows } = await tx.query<{ account_id: string }>({
      text: `
        UPDATE late_confirmations c
           SET resolved_at = (SELECT app_now()), resolution = $2
          FROM purchases p
         WHERE c.purchase_id = $1 AND c.resolved_at IS NULL AND p.id = c.purchase_id
        RETURNING p.account_id`,
      values: [uuidOf('pur', purchaseId), resolution],
    });
    if (rows[0] === undefined) return false;
    await recordAction(tx, {
      ...actor,
      action: 'late_resolve',
      accountId: idFromUuid('acc', rows[0].account_id),
      subject: purchaseId,
      details: { resolution },
    });
    return true;
  });
}

/** Books the price as an adjustment; false when the purchase has no late confirmation that is open. */
async function charge(tx: PoolClient, purchaseId: PurchaseId, actor: Actor): Promise<boolean> {
  const open = {
    text: `
      SELECT p.price
        FROM late_confirmations c
        JOIN purchases p ON p.id = c.purchase_id
       WHERE c.purchase_id = $1 AND c.resolved_at IS NULL
         FOR UPDATE OF c`,
    values: [uuidOf('pur', purchaseId)],
  };
  const named = await tx.query<{ account_id: string }>({
    text: 'SELECT account_id FROM purchases WHERE id = $1',
    values: open.values,
  });
  if (named.rows[0] === undefined) return false;
  const accountId = idFromUuid('acc', named.rows[0].account_id);
  const { available, currency } = await lockAccount(tx, accountId);
  const { rows } = await tx.query<{ price: MinorUnits }>(open);
  if (rows[0] === undefined) return false;
  const { price } = rows[0];
  if (available < price) {
    throw new FundingRefused(
      `${formatAmount(available, currency)} are available; ${formatAmount(price, currency)} cannot be charged.`,
    );
  }
  await bookByHand(tx, accountId, { ...actor, type: 'adjustment', amount: minorUnits(-price) });
  return true;
}

import type { ClientBase } from 'pg';
import { type AccountId, idFromUuid, type PurchaseId, uuidOf } from '../../domain/ids.ts';

/** Balances and terms of an account, its row locked until the transaction ends. */
export interface LockedAccount {
  readonly available: number;
  readonly held: number;
  readonly lineSeq: number;
  readonly currency: string;
  readonly livemode: boolean;
  /** Below it the account's contact is notified; null for never. */
  readonly lowBalanceThreshold: number | null;
  /** No movement may be dated before this. */
  readonly movementFloor: Date | null;
}

/**
 * Takes the account's lock: the first lock of every transaction that takes several (db/README.md). Everything
 * else that the transaction decides on is read by later statements: one that waited for a lock sees what was
 * there before it waited.
 *
 * NO KEY, because an account's id never changes. Inserting a row that refers to the account locks it FOR KEY
 * SHARE. With NO KEY that waits for no one, so it cannot take part in a deadlock.
 * @throws TypeError when there is no such account.
 */
export async function lockAccount(tx: ClientBase, accountId: AccountId): Promise<LockedAccount> {
  const { rows } = await tx.query<LockedAccount>({
    name: 'lock-account',
    text: `
      SELECT available, held, line_seq AS "lineSeq", currency, livemode,
             low_balance_threshold AS "lowBalanceThreshold",
             greatest(last_movement_at, sealed_until) AS "movementFloor"
        FROM accounts
       WHERE id = $1
         FOR NO KEY UPDATE`,
    values: [uuidOf('acc', accountId)],
  });
  if (rows[0] === undefined) throw new TypeError(`no account ${accountId}`);
  return rows[0];
}

/** The time of a movement that is booked now: not before the last one, nor in a day that is sealed. */
export function movementTime({ movementFloor }: Pick<LockedAccount, 'movementFloor'>, now: Date): Date {
  return movementFloor !== null && movementFloor > now ? movementFloor : now;
}

/** Takes the lock of the account that a purchase belongs to; null when there is no such purchase. */
export async function lockOwnerAccount(
  tx: ClientBase,
  purchaseId: PurchaseId,
): Promise<(LockedAccount & { readonly accountId: AccountId }) | null> {
  const { rows } = await tx.query<{ account_id: string }>({
    name: 'find-account-of',
    text: 'SELECT account_id FROM purchases WHERE id = $1',
    values: [uuidOf('pur', purchaseId)],
  });
  if (rows[0] === undefined) return null;
  const accountId = idFromUuid('acc', rows[0].account_id);
  return { accountId, ...(await lockAccount(tx, accountId)) };
}

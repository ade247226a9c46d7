import type { Pool, PoolClient } from 'pg';
import type { KeyCaps } from '../../domain/access/key-power.ts';
import { type AccountId, idFromUuid, type KeyId, type PurchaseId, uuidOf } from '../../domain/ids.ts';
import type { MinorUnits } from '../../domain/money/money.ts';
import type { KeySpending } from '../../domain/rules/key-spending.ts';

/** SQL for the day that counts now for `c`, a row of key_caps. It never goes back, even if the clock does. */
const TODAY = `greatest(c.counted_on, ((SELECT app_now()) AT TIME ZONE 'UTC')::date)`;

/** SQL for what counts now against the day's cap of `c`, a row of key_caps: a day that ended counts from zero. */
export const KEY_SPENT_TODAY = `CASE WHEN c.counted_on = ${TODAY} THEN c.day_spent ELSE 0 END`;

/** Of these keys of an account, those that have a cap, with what counts against it. */
export async function readKeySpending(
  db: Pool | PoolClient,
  accountId: AccountId,
  keyIds: readonly KeyId[],
): Promise<Map<KeyId, KeySpending>> {
  const { rows } = await db.query<{
    id: string;
    purchase: MinorUnits | null;
    day: MinorUnits | null;
    daySpent: MinorUnits;
    dayEndsAt: Date;
  }>({
    name: 'read-key-spending',
    text: `
      SELECT c.key_id AS id, c.purchase_cap AS purchase, c.day_cap AS day, ${KEY_SPENT_TODAY} AS "daySpent",
             (${TODAY} + 1)::timestamp AT TIME ZONE 'UTC' AS "dayEndsAt"
        FROM key_caps c
       WHERE c.account_id = $1 AND c.key_id = ANY ($2::uuid[])`,
    values: [uuidOf('acc', accountId), keyIds.map((id) => uuidOf('key', id))],
  });
  return new Map(
    rows.map(({ id, purchase, day, ...spending }) => [
      idFromUuid('key', id),
      { ...spending, caps: { purchase, day } },
    ]),
  );
}

/**
 * Replaces the caps of a key; without one, nothing is counted. The caller holds the account's lock. For a key that had no cap, what it
 * bought today is added up once.
 */
export async function replaceKeyCaps(
  tx: PoolClient,
  accountId: AccountId,
  keyId: KeyId,
  { purchase, day }: KeyCaps,
): Promise<void> {
  const [account, key] = [uuidOf('acc', accountId), uuidOf('key', keyId)];
  if (purchase === null && day === null) {
    await tx.query({
      name: 'drop-key-caps',
      text: 'DELETE FROM key_caps WHERE account_id = $1 AND key_id = $2',
      values: [account, key],
    });
    return;
  }
  await tx.query({ name: 'replace-key-caps', text: REPLACE, values: [account, key, purchase, day] });
  await tx.query({
    name: 'mark-key-caps',
    text: `
      INSERT INTO account_rules (account_id, has_key_caps) VALUES ($1, true)
      ON CONFLICT (account_id) DO UPDATE SET has_key_caps = true`,
    values: [account],
  });
}

const REPLACE = `
  WITH clock AS MATERIALIZED (
    SELECT (app_now() AT TIME ZONE 'UTC')::date AS today
  ), bought AS (
    SELECT coalesce(sum(p.price), 0)::bigint AS day
      FROM clock
      JOIN purchases p ON p.account_id = $1 AND p.key_id = $2 AND p.status IN ('pending', 'successful')
                      AND p.created_at >= clock.today::timestamp AT TIME ZONE 'UTC'
     WHERE NOT EXISTS (SELECT FROM key_caps WHERE account_id = $1 AND key_id = $2)
  )
  INSERT INTO key_caps (account_id, key_id, purchase_cap, day_cap, counted_on, day_spent)
  SELECT $1, $2, $3, $4, clock.today, bought.day FROM clock, bought
  ON CONFLICT (key_id) DO UPDATE SET purchase_cap = excluded.purchase_cap, day_cap = excluded.day_cap`;

/**
 * Counts what a transaction accepted against the caps of its keys, on the day of the purchases. It may have begun after the decision:
 * it then counts from zero. The caller holds the account's lock.
 * @param purchaseId one of the purchases; all have the same time.
 * @param totals what was bought with each key that has a cap.
 */
export async function countAcceptedByKeys(
  tx: PoolClient,
  accountId: AccountId,
  purchaseId: PurchaseId,
  totals: ReadonlyMap<KeyId, MinorUnits>,
): Promise<void> {
  await tx.query({
    name: 'count-accepted-by-keys',
    text: `
      UPDATE key_caps c
         SET day_spent  = t.price + CASE WHEN c.counted_on >= d.day THEN c.day_spent ELSE 0 END,
             counted_on = greatest(c.counted_on, d.day)
        FROM unnest($3::uuid[], $4::bigint[]) AS t (key_id, price),
             (SELECT (created_at AT TIME ZONE 'UTC')::date AS day FROM purchases WHERE account_id = $1 AND id = $2) d
       WHERE c.account_id = $1 AND c.key_id = t.key_id`,
    values: [
      uuidOf('acc', accountId),
      uuidOf('pur', purchaseId),
      [...totals.keys()].map((id) => uuidOf('key', id)),
      [...totals.values()],
    ],
  });
}

/**
 * Subtracts the price of purchases that failed or were reversed from the day on which they were made, if it still counts for their
 * key. The caller holds the account's lock, and gives each purchase once: when it ends.
 */
export async function countReturnedToKeys(
  tx: PoolClient,
  accountId: AccountId,
  purchaseIds: readonly PurchaseId[],
): Promise<void> {
  if (purchaseIds.length === 0) return;
  await tx.query({
    name: 'count-returned-to-keys',
    text: `
      UPDATE key_caps c
         SET day_spent = greatest(0, c.day_spent - f.price)
        FROM (SELECT p.key_id, sum(p.price)::bigint AS price
                FROM purchases p
                JOIN key_caps k ON k.key_id = p.key_id
                               AND k.counted_on = (p.created_at AT TIME ZONE 'UTC')::date
               WHERE p.account_id = $1 AND p.id = ANY ($2::uuid[])
               GROUP BY p.key_id) f
       WHERE c.account_id = $1 AND c.key_id = f.key_id`,
    values: [uuidOf('acc', accountId), purchaseIds.map((id) => uuidOf('pur', id))],
  });
}

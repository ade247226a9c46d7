import { newId } from '../../../domain/crypto/new-id.ts';
import { type AccountId, type KeyId, type PurchaseId, uuidOf } from '../../../domain/ids.ts';
import type { Db } from './booking.ts';

/** Makes these the purchases of a new key with caps and their counter, which was set before them. */
export async function buyWithKey(
  db: Db,
  account: AccountId,
  purchases: readonly PurchaseId[],
  {
    caps,
    day,
    at,
  }: { caps: readonly [purchase: number, day: number]; day: readonly [on: string, spent: number]; at: Date },
): Promise<KeyId> {
  const id = newId('key', at.getTime());
  const [key, owner] = [uuidOf('key', id), uuidOf('acc', account)];
  await db.query({
    text: `INSERT INTO api_keys (id, account_id, key_hash, last_four) VALUES ($1::uuid, $2, sha256($1::text::bytea), 'test')`,
    values: [key, owner],
  });
  await db.query({
    text: `INSERT INTO account_rules (account_id, has_key_caps) VALUES ($1, true)`,
    values: [owner],
  });
  await db.query({
    text: `
      INSERT INTO key_caps (key_id, account_id, purchase_cap, day_cap, counted_on, day_spent) VALUES ($1, $2, $3, $4, $5, $6)`,
    values: [key, owner, ...caps, ...day],
  });
  await db.query({ text: `UPDATE key_caps SET set_at = $2 WHERE key_id = $1`, values: [key, at] });
  await db.query({
    text: `UPDATE purchases SET key_id = $1 WHERE id = ANY ($2::uuid[])`,
    values: [key, purchases.map((purchase) => uuidOf('pur', purchase))],
  });
  return id;
}

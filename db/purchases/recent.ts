import type { Pool, PoolClient } from 'pg';
import { type AccountId, idFromUuid, uuidOf } from '../../domain/ids.ts';
import { type EarlierPurchase, type RecentPurchases, repeatKey } from '../../domain/purchase/repeat.ts';

/** A number and a bundle to look for. */
export interface Wanted {
  readonly phoneNumber: string;
  readonly bundleId: string;
}

/**
 * The latest purchase of the account for each number and bundle that is held or paid and was accepted within the last
 * `hours`. One look-up in one index per entry of `wanted`. Read under the account's lock it is complete, since every purchase
 * is made under it. Without a name, so that it is planned each time, like `readKnown`.
 */
export async function readRecentPurchases(
  db: Pool | PoolClient,
  accountId: AccountId,
  wanted: readonly Wanted[],
  hours: number,
): Promise<RecentPurchases> {
  const { rows } = await db.query<RecentRow>(recentQuery(accountId, wanted, hours));
  const latest = new Map<string, EarlierPurchase>();
  for (const { phone_number: phoneNumber, bundle_id: bundleId, id, reference, at } of rows) {
    if (id === null) continue;
    const key = repeatKey({ phoneNumber, bundleId });
    latest.set(key, { purchaseId: idFromUuid('pur', id), reference, at });
  }
  if (rows[0] === undefined) throw new TypeError('the clock answered no row');
  return { now: rows[0].now, latest };
}

interface RecentRow {
  readonly now: Date;
  readonly phone_number: string;
  readonly bundle_id: string;
  /** Null in the only row of an answer that found nothing. */
  readonly id: string | null;
  readonly reference: string;
  readonly at: Date;
}

/** The statement behind `readRecentPurchases`. */
export function recentQuery(accountId: AccountId, wanted: readonly Wanted[], hours: number) {
  return {
    text: `
      SELECT clock.at AS now, found.*
        FROM (SELECT app_now() AS at) clock
        LEFT JOIN LATERAL (
             SELECT w.phone_number, w.bundle_id, p.id, p.reference, p.created_at AS at
               FROM unnest($2::text[], $3::text[]) AS w (phone_number, bundle_id)
              CROSS JOIN LATERAL (
                    SELECT id, reference, created_at
                      FROM purchases
                     WHERE phone_number = w.phone_number AND bundle_id = w.bundle_id AND account_id = $1
                       AND status IN ('pending', 'successful')
                       AND created_at > clock.at - $4::int * interval '1 hour'
                     ORDER BY created_at DESC
                     LIMIT 1) p) found ON true`,
    values: [
      uuidOf('acc', accountId),
      wanted.map(({ phoneNumber }) => phoneNumber),
      wanted.map(({ bundleId }) => bundleId),
      hours,
    ],
  };
}

import type { Pool } from 'pg';
import { hashBody } from '../domain/crypto/body-hash.ts';
import { newUuid } from '../domain/crypto/new-id.ts';
import { type PurchaseId, uuidOf } from '../domain/ids.ts';

/** A callback as it was stored, before anything is believed of it. */
export interface StoredCallback {
  readonly id: string;
  readonly networkId: string;
  readonly livemode: boolean;
  readonly body: string;
}

/** Stores a callback raw; null when the very same one was stored and handled before. */
export async function storeCallback(
  db: Pool,
  networkId: string,
  livemode: boolean,
  body: string,
): Promise<StoredCallback | null> {
  const { rows } = await db.query<{ id: string; handled: boolean }>({
    name: 'store-callback',
    text: `
      INSERT INTO gateway_callbacks AS c (id, network_id, livemode, body_hash, body, received_at)
      VALUES ($1, $2, $3, $4, $5, (SELECT app_now()))
      ON CONFLICT (network_id, livemode, body_hash) DO UPDATE SET body_hash = c.body_hash
      RETURNING id, handled_at IS NOT NULL AS handled`,
    values: [newUuid(), networkId, livemode, hashBody(body), body],
  });
  const row = rows[0];
  return row === undefined || row.handled ? null : { id: row.id, networkId, livemode, body };
}

/** Marks a callback as read through to an end. */
export async function markCallbackHandled(
  db: Pool,
  id: string,
  handledAs: string,
  purchaseId: PurchaseId | null,
): Promise<void> {
  await db.query({
    name: 'mark-callback-handled',
    text: `
      UPDATE gateway_callbacks
         SET handled_at = (SELECT app_now()), handled_as = $2, purchase_id = $3
       WHERE id = $1`,
    values: [id, handledAs, purchaseId === null ? null : uuidOf('pur', purchaseId)],
  });
}

/**
 * Callbacks that were stored a while ago and never handled: their process died, or the gateway knew nothing yet. In no
 * order, so that those which stay open for days shut out no other.
 */
export async function findOpenCallbacks(
  db: Pool,
  olderThanMs: number,
  giveUpAfterMs: number,
  limit: number,
): Promise<StoredCallback[]> {
  const { rows } = await db.query<StoredCallback>({
    name: 'find-open-callbacks',
    text: `
      SELECT id, network_id AS "networkId", livemode, body
        FROM gateway_callbacks
       WHERE handled_at IS NULL
         AND received_at < (SELECT app_now()) - $1 * interval '1 millisecond'
         AND received_at > (SELECT app_now()) - $2 * interval '1 millisecond'
       ORDER BY random()
       LIMIT $3`,
    values: [olderThanMs, giveUpAfterMs, limit],
  });
  return rows;
}

import type { Pool } from 'pg';
import { hashBody } from '../../domain/crypto/body-hash.ts';
import { newUuid } from '../../domain/crypto/new-id.ts';
import { idFromUuid, type PurchaseId, uuidOf } from '../../domain/ids.ts';
import { MAIN_ROUTE } from '../../domain/network/route.ts';

/** A callback as it arrived, before it is read. */
export interface CameIn {
  readonly body: Buffer;
  /** Those that the adapter asked to keep, by their names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
}

/** A callback as it was stored. */
export interface StoredCallback {
  readonly id: string;
  readonly networkId: string;
  readonly livemode: boolean;
  /** The route whose address received it. */
  readonly route: string;
  readonly raw: CameIn & { readonly receivedAt: Date };
}

/**
 * Stores a callback raw; null when the same one was stored and handled before. `purchaseId`: the purchase that a signed
 * one names, by which the deadline guard finds it.
 */
export async function storeCallback(
  db: Pool,
  networkId: string,
  livemode: boolean,
  { body, headers, route = MAIN_ROUTE }: CameIn & { readonly route?: string },
  purchaseId: PurchaseId | null = null,
): Promise<StoredCallback | null> {
  const headersText = JSON.stringify(Object.entries(headers).sort());
  const { rows } = await db.query<{ id: string; received_at: Date; handled: boolean }>({
    name: 'store-callback',
    text: `
      INSERT INTO gateway_callbacks AS c (id, network_id, livemode, content_hash, body, headers, received_at, purchase_id,
             route)
      VALUES ($1, $2, $3, $4, $5, $6, (SELECT app_now()), $7, $8)
      ON CONFLICT (network_id, livemode, content_hash) DO UPDATE SET content_hash = c.content_hash
      RETURNING id, received_at, handled_at IS NOT NULL AS handled`,
    values: [
      newUuid(),
      networkId,
      livemode,
      // The same bytes from two gateways are two callbacks.
      hashBody(Buffer.concat([Buffer.from((route === MAIN_ROUTE ? '' : route) + headersText), body])),
      body,
      JSON.stringify(headers),
      purchaseId === null ? null : uuidOf('pur', purchaseId),
      route,
    ],
  });
  const row = rows[0];
  if (row === undefined || row.handled) return null;
  return { id: row.id, networkId, livemode, route, raw: { body, headers, receivedAt: row.received_at } };
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
 * order, so that those which stay open for days hold up no other.
 */
export async function findOpenCallbacks(
  db: Pool,
  olderThanMs: number,
  giveUpAfterMs: number,
  limit: number,
): Promise<StoredCallback[]> {
  const { rows } = await db.query<CallbackRow>({
    name: 'find-open-callbacks',
    text: `
      SELECT id, network_id, livemode, route, body, headers, received_at
        FROM gateway_callbacks
       WHERE handled_at IS NULL
         AND received_at < (SELECT app_now()) - $1 * interval '1 millisecond'
         AND received_at > (SELECT app_now()) - $2 * interval '1 millisecond'
       ORDER BY random()
       LIMIT $3`,
    values: [olderThanMs, giveUpAfterMs, limit],
  });
  return rows.map(readCallback);
}

/** Signed callbacks about these purchases that were not handled yet, in order of arrival. */
export async function findOpenCallbacksOf(
  db: Pool,
  purchaseIds: readonly PurchaseId[],
): Promise<{ readonly purchaseId: PurchaseId; readonly callback: StoredCallback }[]> {
  const { rows } = await db.query<CallbackRow & { readonly purchase_id: string }>({
    name: 'find-open-callbacks-of',
    text: `
      SELECT c.id, c.network_id, c.livemode, c.route, c.body, c.headers, c.received_at, c.purchase_id
        FROM gateway_callbacks c
        JOIN purchases p ON p.id = c.purchase_id AND p.network_id = c.network_id AND p.livemode = c.livemode
       WHERE c.purchase_id = ANY ($1::uuid[]) AND c.handled_at IS NULL
       ORDER BY c.received_at, c.id`,
    values: [purchaseIds.map((id) => uuidOf('pur', id))],
  });
  return rows.map((row) => ({
    purchaseId: idFromUuid('pur', row.purchase_id),
    callback: readCallback(row),
  }));
}

interface CallbackRow {
  readonly id: string;
  readonly network_id: string;
  readonly livemode: boolean;
  readonly route: string;
  readonly body: Buffer;
  readonly headers: Record<string, string>;
  readonly received_at: Date;
}

function readCallback(row: CallbackRow): StoredCallback {
  const { id, network_id, livemode, route, body, headers, received_at } = row;
  return { id, networkId: network_id, livemode, route, raw: { body, headers, receivedAt: received_at } };
}

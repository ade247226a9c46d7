import type { Pool } from 'pg';
import { type PurchaseId, uuidOf } from '../../domain/ids.ts';

/** Whether a purchase may be sent for its number now. */
export type Turn =
  | { readonly kind: 'taken' }
  /** Another purchase was sent for the number a moment ago. */
  | { readonly kind: 'too_soon'; readonly afterMs: number };

const TAKEN: Turn = { kind: 'taken' };
/** Longest spacing that a network may have. */
const LONGEST_MS = 3_600_000;

/**
 * Takes the turn of a number, if its network spaces orders for one number. The upsert waits for another's, and
 * returns no row if that was too recent. A purchase keeps its earlier turn.
 */
export async function takeNumberTurn(db: Pool, purchaseId: PurchaseId): Promise<Turn> {
  const { rows } = await db.query<{ spaced: boolean; taken: boolean }>({
    name: 'take-number-turn',
    text: `
      WITH spaced AS (
        SELECT p.id, p.network_id, p.livemode, sha256(convert_to(p.phone_number, 'UTF8')) AS number_hash,
               n.number_spacing_ms * interval '1 millisecond' AS spacing, clock.at
          FROM purchases p
          JOIN networks n ON n.id = p.network_id AND n.number_spacing_ms > 0
         CROSS JOIN (SELECT app_now() AS at) clock
         WHERE p.id = $1
      ), turn AS (
        INSERT INTO number_turns AS t (network_id, livemode, number_hash, purchase_id, taken_at)
        SELECT network_id, livemode, number_hash, id, at FROM spaced
        ON CONFLICT (network_id, livemode, number_hash) DO UPDATE
          SET purchase_id = excluded.purchase_id, taken_at = excluded.taken_at
          WHERE t.purchase_id = excluded.purchase_id
             OR t.taken_at <= excluded.taken_at - (SELECT spacing FROM spaced)
             -- Of a clock that was set back since.
             OR t.taken_at > excluded.taken_at + interval '2 seconds'
        RETURNING 1
      )
      SELECT EXISTS (SELECT FROM spaced) AS spaced, EXISTS (SELECT FROM turn) AS taken`,
    values: [uuidOf('pur', purchaseId)],
  });
  const row = rows[0];
  if (row === undefined || !row.spaced || row.taken) return TAKEN;
  return { kind: 'too_soon', afterMs: await waitFor(db, purchaseId) };
}

/** What is left of the other's turn, at least a second. */
async function waitFor(db: Pool, purchaseId: PurchaseId): Promise<number> {
  const { rows } = await db.query<{ after_ms: number }>({
    name: 'wait-for-number-turn',
    text: `
      SELECT ceil(extract(epoch FROM t.taken_at - (SELECT app_now())) * 1000 + n.number_spacing_ms)::int AS after_ms
        FROM purchases p
        JOIN networks n ON n.id = p.network_id
        JOIN number_turns t ON t.network_id = p.network_id AND t.livemode = p.livemode
                           AND t.number_hash = sha256(convert_to(p.phone_number, 'UTF8'))
       WHERE p.id = $1`,
    values: [uuidOf('pur', purchaseId)],
  });
  return Math.min(Math.max(rows[0]?.after_ms ?? 0, 1_000), LONGEST_MS);
}

/** Deletes turns that no spacing reaches back to. */
export async function forgetOldTurns(db: Pool): Promise<void> {
  await db.query({
    name: 'forget-old-turns',
    text: `DELETE FROM number_turns WHERE taken_at < (SELECT app_now()) - $1 * interval '1 millisecond'`,
    values: [2 * LONGEST_MS],
  });
}

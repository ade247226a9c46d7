import type { ClientBase, Pool } from 'pg';
import { newUuid } from '../../../domain/crypto/new-id.ts';
import { type PurchaseId, uuidOf } from '../../../domain/ids.ts';

export type Db = Pool | ClientBase;

/** A movement to post. */
export interface Booking {
  readonly type: 'purchase' | 'reversal' | 'funding' | 'adjustment';
  readonly amount: number;
  /** The changes of the two balances. */
  readonly available: number;
  readonly held: number;
  readonly purchase: PurchaseId | null;
}

/** Moves an account's money and writes its line. `account` is a UUID. */
export async function bookLine(db: Db, account: string, booking: Booking, at: Date): Promise<void> {
  const { type, amount, available, held, purchase } = booking;
  await db.query({
    text: `
      WITH moved AS (
        UPDATE accounts
           SET available = available + $5, held = held + $6, line_seq = line_seq + 1, last_movement_at = $7
         WHERE id = $1
        RETURNING line_seq, available + held AS balance
      )
      INSERT INTO statement_lines
             (account_id, seq, id, type, occurred_at, amount, currency, balance_after, purchase_id, reference,
              phone_number, bundle_id)
      SELECT $1, moved.line_seq, $2, $3, $7, $4, 'NGN', moved.balance, p.id, p.reference, p.phone_number, p.bundle_id
        FROM moved LEFT JOIN purchases p ON p.id = $8`,
    values: [
      account,
      newUuid(at.getTime()),
      type,
      amount,
      available,
      held,
      at,
      purchase === null ? null : uuidOf('pur', purchase),
    ],
  });
}

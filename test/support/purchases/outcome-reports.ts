import type { Pool } from 'pg';
import { openSubmission } from '../../../db/purchases/fence.ts';
import { type AccountId, type PurchaseId, uuidOf } from '../../../domain/ids.ts';
import type { OutcomeReport } from '../../../domain/purchase/purchase.ts';
import type { SettleLane } from '../../../services/purchases/settle-lane.ts';

export const CONFIRMED: OutcomeReport = {
  kind: 'confirmed',
  delivery: { confirmedAt: new Date('2026-03-01T10:00:00.000Z'), networkReference: 'N-1' },
};
export const REFUSED: OutcomeReport = { kind: 'refused', code: 'number_barred' };
export const EXPIRED: OutcomeReport = { kind: 'expired' };
export const REVERSED: OutcomeReport = {
  kind: 'reversed',
  delivery: { confirmedAt: new Date('2026-03-01T10:00:00.000Z'), networkReference: 'N-1' },
  reversal: { reversedAt: new Date('2026-03-01T11:00:00.000Z'), reason: 'reversed by the network' },
};

/** Settles by a report that does not come from the purchase's own workflow. */
export function tell(lane: SettleLane, accountId: AccountId, purchaseId: PurchaseId, report: OutcomeReport) {
  return lane.settle(accountId, { purchaseId, report, endWorkflow: true });
}

/** Sets the offset of the database clock to real time. */
export async function moveClock(pool: Pool, offsetMs: number): Promise<void> {
  await pool.query({ text: 'UPDATE app_clock SET offset_ms = $1', values: [offsetMs] });
}

/** Opens the fence, the first step of every send. */
export async function send(pool: Pool, purchaseId: PurchaseId): Promise<void> {
  const fence = await openSubmission(pool, purchaseId, 1);
  if (fence.kind !== 'open') throw new Error(`the fence is ${fence.kind}`);
}

export interface PurchaseRow {
  readonly status: string;
  readonly failure: string | null;
  /** Types of its statement lines and events, in order. */
  readonly lines: readonly string[];
  readonly events: readonly string[];
  /** Topics of its outbox rows and of those of its events. */
  readonly outbox: readonly string[];
  readonly late: readonly ('confirmation' | 'inquiry')[];
}

/** Everything that was recorded of a purchase. */
export async function purchaseRow(pool: Pool, purchaseId: PurchaseId): Promise<PurchaseRow> {
  const { rows } = await pool.query<PurchaseRow>({
    text: `
      SELECT p.status, p.failure_code AS failure,
             ARRAY (SELECT type FROM statement_lines WHERE purchase_id = p.id ORDER BY seq) AS lines,
             ARRAY (SELECT type FROM events WHERE subject_id = p.id ORDER BY type DESC) AS events,
             ARRAY (SELECT topic FROM outbox
                     WHERE subject_id = p.id OR subject_id IN (SELECT id FROM events WHERE subject_id = p.id)
                     ORDER BY topic) AS outbox,
             ARRAY (SELECT 'confirmation' FROM late_confirmations WHERE purchase_id = p.id
                    UNION ALL
                    SELECT 'inquiry' FROM late_inquiries WHERE purchase_id = p.id) AS late
        FROM purchases p
       WHERE p.id = $1`,
    values: [uuidOf('pur', purchaseId)],
  });
  if (rows[0] === undefined) throw new Error(`no purchase ${purchaseId}`);
  return rows[0];
}

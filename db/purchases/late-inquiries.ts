import type { Pool } from 'pg';
import { type PurchaseId, uuidOf } from '../../domain/ids.ts';

/** The state of an inquiry after a timeout; `outcome` once it has ended, or once the delivery was reported another way. */
export async function findLateInquiry(db: Pool, purchaseId: PurchaseId): Promise<{ outcome: string | null }> {
  const { rows } = await db.query<{ outcome: string | null }>({
    name: 'find-late-inquiry',
    text: `SELECT outcome FROM late_inquiries WHERE purchase_id = $1`,
    values: [uuidOf('pur', purchaseId)],
  });
  return { outcome: rows[0]?.outcome ?? null };
}

/** Ends the inquiry after a timeout with what it found. */
export async function endLateInquiry(db: Pool, purchaseId: PurchaseId, outcome: string): Promise<void> {
  await db.query({
    name: 'end-late-inquiry',
    text: `
      UPDATE late_inquiries
         SET ended_at = (SELECT app_now()), outcome = $2
       WHERE purchase_id = $1 AND ended_at IS NULL`,
    values: [uuidOf('pur', purchaseId), outcome],
  });
}

/** What an inquiry after a timeout is started with; null when it is not open. */
export async function findLateInquiryToStart(
  db: Pool,
  purchaseId: PurchaseId,
): Promise<{ networkId: string; livemode: boolean; gatewayTimeoutMs: number; openedAt: Date } | null> {
  const { rows } = await db.query<{
    networkId: string;
    livemode: boolean;
    gatewayTimeoutMs: number;
    openedAt: Date;
  }>({
    name: 'find-late-inquiry-to-start',
    text: `
      SELECT p.network_id AS "networkId", p.livemode, n.gateway_timeout_ms AS "gatewayTimeoutMs",
             l.opened_at AS "openedAt"
        FROM late_inquiries l
        JOIN purchases p ON p.id = l.purchase_id
        JOIN networks n ON n.id = p.network_id
       WHERE l.purchase_id = $1 AND l.ended_at IS NULL`,
    values: [uuidOf('pur', purchaseId)],
  });
  return rows[0] ?? null;
}

import type { Pool } from 'pg';
import { type AccountId, type PurchaseId, uuidOf } from '../../domain/ids.ts';
import type { LateRecord } from '../../domain/purchase/late-delivery.ts';
import { IS_TAKEN_BACK } from './late-news.ts';

export interface LateInquiry {
  /** Once it has ended; null until then. */
  readonly outcome: string | null;
  /** Gateways that said that they never received the order, before another one had it. */
  readonly deniedRoutes: readonly string[];
}

/** The state of an inquiry after a timeout. */
export async function findLateInquiry(db: Pool, purchaseId: PurchaseId): Promise<LateInquiry> {
  const { rows } = await db.query<LateInquiry>({
    name: 'find-late-inquiry',
    text: `
      SELECT l.outcome,
             ARRAY (SELECT DISTINCT s.route
                      FROM submissions s
                     WHERE s.purchase_id = l.purchase_id AND s.cleared_as = 'never_received'
                       AND s.route <> (SELECT route FROM submissions WHERE purchase_id = l.purchase_id
                                        ORDER BY attempt DESC LIMIT 1)) AS "deniedRoutes"
        FROM late_inquiries l
       WHERE l.purchase_id = $1`,
    values: [uuidOf('pur', purchaseId)],
  });
  return rows[0] ?? { outcome: null, deniedRoutes: [] };
}

/** Ends the inquiry after a timeout with what it found. It is `confirmed` if one gateway has delivered, whatever the others said last. */
export async function endLateInquiry(db: Pool, purchaseId: PurchaseId, outcome: string): Promise<void> {
  await db.query({
    name: 'end-late-inquiry',
    text: `
      UPDATE late_inquiries
         SET ended_at = (SELECT app_now()),
             outcome = CASE WHEN EXISTS (SELECT FROM late_confirmations WHERE purchase_id = $1) THEN 'confirmed'
                            ELSE $2 END
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

/** What is on record after the failure of a purchase, and the time; null if the account has no such purchase. */
export async function readLateRecord(
  db: Pool,
  accountId: AccountId,
  purchaseId: PurchaseId,
): Promise<(LateRecord & { readonly now: Date }) | null> {
  const { rows } = await db.query<{
    now: Date;
    confirmedAt: Date | null;
    isTakenBack: boolean | null;
    chargedAt: Date | null;
    until: Date | null;
    outcome: string | null;
  }>({
    name: 'read-late-record',
    text: `
      SELECT (SELECT app_now()) AS now, c.confirmed_at AS "confirmedAt",
             ${IS_TAKEN_BACK} AS "isTakenBack",
             CASE WHEN c.resolution = 'charged_by_agreement' THEN c.resolved_at END AS "chargedAt",
             i.until, i.outcome
        FROM purchases p
        LEFT JOIN late_confirmations c ON c.purchase_id = p.id
        LEFT JOIN late_inquiries i ON i.purchase_id = p.id
       WHERE p.account_id = $1 AND p.id = $2`,
    values: [uuidOf('acc', accountId), uuidOf('pur', purchaseId)],
  });
  const [row] = rows;
  if (row === undefined) return null;
  const { now, confirmedAt, isTakenBack, chargedAt, until, outcome } = row;
  return {
    now,
    confirmation: confirmedAt === null ? null : { confirmedAt, isTakenBack: isTakenBack === true, chargedAt },
    inquiry: until === null ? null : { until, outcome },
  };
}

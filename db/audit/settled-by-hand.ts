import type { AuditRecord } from '../../domain/access/audit-record.ts';
import type { PurchaseId } from '../../domain/ids.ts';
import type { Reader } from '../account-reads.ts';

/** What a person did when they settled a purchase by hand. */
export interface SettledByHand extends Pick<AuditRecord, 'at' | 'principalKind' | 'principalId' | 'reason'> {
  /** What they had found out. */
  readonly outcome: 'delivered' | 'not_delivered';
  readonly evidence: string | null;
}

/**
 * How a person settled a purchase by hand; null if no one did. It is the oldest entry: a final purchase does not move, so later
 * ones are about deliveries that were recorded after it.
 */
export async function readSettledByHand(db: Reader, purchaseId: PurchaseId): Promise<SettledByHand | null> {
  const { rows } = await db.query<SettledByHand>({
    name: 'read-settled-by-hand',
    text: `
      SELECT at, principal_kind AS "principalKind", principal_id AS "principalId", reason,
             after ->> 'outcome' AS outcome, after ->> 'evidence' AS evidence
        FROM audit_log
       WHERE subject = $1 AND action = 'purchase_resolve' AND after ->> 'outcome' IN ('delivered', 'not_delivered')
       ORDER BY at, seq
       LIMIT 1`,
    values: [purchaseId],
  });
  return rows[0] ?? null;
}

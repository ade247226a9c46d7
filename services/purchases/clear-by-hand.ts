import type { PoolClient } from 'pg';
import { clearStaffAction } from '../../db/approvals/staff/clear.ts';
import type { AuditEntry } from '../../db/audit/record.ts';
import type { PurchaseToSettle } from '../../db/purchases/purchases.ts';
import type { PurchaseId } from '../../domain/ids.ts';
import type { SettleRequest } from './ports.ts';

/** Requests with what was decided about their approvals, and entries for the audit log, which come last. */
export interface ClearedRequests {
  readonly requests: readonly SettleRequest[];
  readonly entries: readonly AuditEntry[];
}

/**
 * Uses up the approvals of what operators do, in the transaction that settles it. Where one is missing, the request is stored, and
 * the purchase stays as it is. A purchase that would not move needs none.
 */
export async function clearByHand(
  tx: PoolClient,
  requests: readonly SettleRequest[],
  purchases: ReadonlyMap<PurchaseId, PurchaseToSettle>,
  underWay: ReadonlySet<PurchaseId>,
): Promise<ClearedRequests> {
  if (requests.every(({ action }) => action === undefined)) return { requests, entries: [] };
  const entries: AuditEntry[] = [];
  const cleared: SettleRequest[] = [];
  for (const request of requests) {
    const { action, record, purchaseId } = request;
    const isPending = purchases.get(purchaseId)?.purchase.state.status === 'pending';
    if (action === undefined || record === undefined || !isPending || underWay.has(purchaseId)) {
      cleared.push(request);
      continue;
    }
    const clearance = await clearStaffAction(tx, action, record, (entry) => void entries.push(entry));
    if (clearance.kind === 'unapproved') cleared.push({ ...request, unapproved: true });
    else if (clearance.approvalId === null) cleared.push(request);
    else {
      const details = { ...record.details, approval: clearance.approvalId };
      cleared.push({ ...request, record: { ...record, details } });
    }
  }
  return { requests: cleared, entries };
}

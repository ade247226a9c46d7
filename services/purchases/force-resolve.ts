import type { Pool } from 'pg';
import { lockOwnerAccount } from '../../db/accounts/lock.ts';
import { clearStaffAction } from '../../db/approvals/staff/clear.ts';
import type { StaffClearance } from '../../db/approvals/staff/missing.ts';
import { type AuditEntry, type OperatorActor, operatorOf } from '../../db/audit/record.ts';
import { findInquirable, type Inquirable } from '../../db/purchases/inquiries.ts';
import { findSendsUnderWay, readClock, storeConfirmation } from '../../db/purchases/submissions.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { StaffAction } from '../../domain/approvals/staff.ts';
import type { PurchaseId } from '../../domain/ids.ts';
import type { RefusalCode } from '../../domain/purchase/failure-codes.ts';
import type { OutcomeReport, PurchaseStatus } from '../../domain/purchase/purchase.ts';
import type { SettleOutcome } from '../../domain/purchase/settlement.ts';
import type { Ledger } from './ports.ts';

/** The outcome of a purchase as an operator clarified it with the network. */
export interface ForceRequest extends OperatorActor {
  readonly purchaseId: PurchaseId;
  /** `delivered` charges the client, `not_delivered` releases the hold. */
  readonly outcome: 'delivered' | 'not_delivered';
  /** The evidence, such as a ticket. */
  readonly evidence: string;
  readonly networkReference?: string;
  /** What the client reads as `failure.code`; `network_rejected` by default. */
  readonly code?: RefusalCode;
}

export interface Forced {
  readonly status: PurchaseStatus;
  /** Whether this request moved the purchase; a final purchase does not move. */
  readonly moved: boolean;
  /** Why it was not tried; null if it was. */
  readonly refused: 'send_under_way' | 'never_sent' | 'unapproved' | null;
}

/**
 * Settles a purchase as an operator decided, through the ledger like every other report: a purchase only moves forward, and
 * `delivered` after `resolve_by` becomes a late confirmation. Operator, reason and evidence are recorded in the same
 * transaction. While a send may still be answered, nothing is done, because it may still deliver. The lane checks again under
 * the purchase's lock, for which a fence waits too, so no send can begin between that check and the release of the hold.
 */
export async function forceResolve(
  { pool, ledger }: { readonly pool: Pool; readonly ledger: Ledger },
  request: ForceRequest,
): Promise<Forced> {
  const { purchaseId } = request;
  const purchase = await findInquirable(pool, purchaseId);
  if (purchase === null) throw new TypeError(`no purchase ${purchaseId}`);
  if (request.outcome === 'delivered' && purchase.sent === null) {
    return { status: purchase.status, moved: false, refused: 'never_sent' };
  }
  if ((await findSendsUnderWay(pool, [purchaseId])).has(purchaseId)) {
    return { status: purchase.status, moved: false, refused: 'send_under_way' };
  }
  const action = toAction(request, purchase);
  const record = toEntry(request, purchase.accountId);
  const { status } = purchase;
  if (request.outcome === 'not_delivered') {
    const report: OutcomeReport = { kind: 'refused', code: request.code ?? 'network_rejected' };
    const wanted = { purchaseId, report, endWorkflow: true, unlessUnderWay: true, record, action } as const;
    return toForced(await ledger.settle(purchase.accountId, wanted), status);
  }
  const confirmed = await confirm(pool, request, status === 'pending' ? action : null);
  if (confirmed.clearance.kind === 'unapproved') return { status, moved: false, refused: 'unapproved' };
  const { approvalId } = confirmed.clearance;
  const details = { ...record.details, ...(approvalId === null ? {} : { approval: approvalId }) };
  const { report } = confirmed;
  const wanted = { purchaseId, report, endWorkflow: true, record: { ...record, details } };
  return toForced(await ledger.settle(purchase.accountId, wanted), status);
}

function toForced(outcome: SettleOutcome | null, before: PurchaseStatus): Forced {
  const kind = outcome?.kind;
  return {
    status: outcome?.state.status ?? before,
    moved: kind === 'settled',
    refused: kind === 'send_under_way' || kind === 'unapproved' ? kind : null,
  };
}

/**
 * Stores the confirmation, in the transaction that uses up its approval: from then on, every process charges for it.
 * @param action null if no money moves.
 */
async function confirm(
  pool: Pool,
  request: ForceRequest,
  action: StaffAction | null,
): Promise<{ readonly clearance: StaffClearance; readonly report: OutcomeReport }> {
  const { purchaseId } = request;
  const delivery = {
    confirmedAt: await readClock(pool),
    networkReference: request.networkReference ?? null,
  };
  const report: OutcomeReport = { kind: 'confirmed', delivery };
  return inTransaction(pool, async (tx) => {
    await lockOwnerAccount(tx, purchaseId);
    const clearance: StaffClearance =
      action === null
        ? { kind: 'clear', approvalId: null }
        : await clearStaffAction(tx, action, operatorOf(request));
    if (clearance.kind === 'clear') await storeConfirmation(tx, purchaseId, delivery, 'operator');
    return { clearance, report };
  });
}

function toAction(
  { purchaseId, outcome, evidence, networkReference, code }: ForceRequest,
  { accountId, price: amount, currency }: Inquirable,
): StaffAction {
  const given = { network_reference: networkReference ?? null, code: code ?? null };
  const terms = { purchase: purchaseId, outcome, evidence, ...given };
  return { kind: 'purchase_resolve', accountId, amount, currency, terms };
}

function toEntry(request: ForceRequest, accountId: AuditEntry['accountId']): AuditEntry {
  const { purchaseId, outcome, evidence, networkReference, code } = request;
  const details = { outcome, evidence, networkReference, code };
  return { ...operatorOf(request), action: 'purchase_resolve', accountId, subject: purchaseId, details };
}

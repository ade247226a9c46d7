import type { Pool } from 'pg';
import type { AuditEntry, OperatorActor } from '../../db/audit/record.ts';
import { findInquirable } from '../../db/purchases/inquiries.ts';
import { findSendsUnderWay, readClock, storeConfirmation } from '../../db/purchases/submissions.ts';
import type { PurchaseId } from '../../domain/ids.ts';
import type { RefusalCode } from '../../domain/purchase/failure-codes.ts';
import type { OutcomeReport, PurchaseStatus } from '../../domain/purchase/purchase.ts';
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
  readonly refused: 'send_under_way' | 'never_sent' | null;
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
  const outcome = await ledger.settle(purchase.accountId, {
    purchaseId,
    report: await storeReport(pool, request),
    endWorkflow: true,
    record: toEntry(request, purchase.accountId),
    ...(request.outcome === 'not_delivered' ? { unlessUnderWay: true as const } : {}),
  });
  return {
    status: outcome?.state.status ?? purchase.status,
    moved: outcome?.kind === 'settled',
    refused: outcome?.kind === 'send_under_way' ? 'send_under_way' : null,
  };
}

async function storeReport(pool: Pool, request: ForceRequest): Promise<OutcomeReport> {
  if (request.outcome === 'not_delivered') {
    return { kind: 'refused', code: request.code ?? 'network_rejected' };
  }
  const delivery = {
    confirmedAt: await readClock(pool),
    networkReference: request.networkReference ?? null,
  };
  await storeConfirmation(pool, request.purchaseId, delivery, 'operator');
  return { kind: 'confirmed', delivery };
}

function toEntry(request: ForceRequest, accountId: AuditEntry['accountId']): AuditEntry {
  const { operator, reason, purchaseId, outcome, evidence, networkReference, code } = request;
  const details = { outcome, evidence, networkReference, code };
  return { operator, reason, action: 'purchase_resolve', accountId, subject: purchaseId, details };
}

import type {
  StaffBatch,
  StaffContradiction,
  StaffFailingEndpoint,
  StaffLateConfirmation,
} from '../../contract/staff/lists.ts';
import type { StaffFailedPurchase } from '../../contract/staff/purchase.ts';
import type { ListedBatch } from '../../db/batches/lists/of-all-accounts.ts';
import type { EveryEndpoint } from '../../db/endpoints/every.ts';
import type { RecordedContradiction } from '../../db/purchases/contradictions.ts';
import type { LateConfirmation } from '../../db/purchases/late-confirmations.ts';
import type { FailedPurchase } from '../../db/purchases/stuck.ts';
import { failureMessage } from '../../domain/purchase/failure-codes.ts';

export function renderFailingEndpoint(endpoint: EveryEndpoint): StaffFailingEndpoint {
  return {
    account_id: endpoint.accountId,
    account_name: endpoint.accountName,
    livemode: endpoint.livemode,
    endpoint_id: endpoint.endpointId,
    url: endpoint.url,
    failures_in_a_row: endpoint.record.failures,
    delivered_at: endpoint.deliveredAt?.toISOString() ?? null,
    waiting: endpoint.waiting,
  };
}

export function renderListedBatch(batch: ListedBatch): StaffBatch {
  return {
    account_id: batch.accountId,
    account_name: batch.accountName,
    livemode: batch.livemode,
    id: batch.id,
    object: 'batch',
    reference: batch.reference,
    status: batch.status,
    row_count: batch.rowCount,
    pending: batch.pending,
    successful: batch.successful,
    failed: batch.failed,
    cost: { amount: batch.cost, currency: batch.currency },
    pause_code: batch.pauseCode,
    pause_message: batch.pauseMessage,
    created_at: batch.createdAt.toISOString(),
    started_at: batch.startedAt?.toISOString() ?? null,
  };
}

/** Renders a failed purchase as the staff see it. */
export function renderFailed({ order, accountName, completedAt, code }: FailedPurchase): StaffFailedPurchase {
  return {
    id: order.id,
    account_id: order.accountId,
    account_name: accountName,
    livemode: order.livemode,
    network_id: order.networkId,
    reference: order.reference,
    created_at: order.createdAt.toISOString(),
    completed_at: completedAt.toISOString(),
    price: { amount: order.price, currency: order.currency },
    code,
    message: failureMessage(code),
  };
}

export function renderLateConfirmation(late: LateConfirmation): StaffLateConfirmation {
  return {
    purchase_id: late.purchaseId,
    account_id: late.accountId,
    account_name: late.accountName,
    livemode: late.livemode,
    network_id: late.networkId,
    price: { amount: late.price, currency: late.currency },
    confirmed_at: late.confirmedAt.toISOString(),
    network_reference: late.networkReference,
    recorded_at: late.recordedAt.toISOString(),
    resolved_at: late.resolvedAt?.toISOString() ?? null,
    resolution: late.resolution,
    source: late.source,
    evidence: late.evidence,
  };
}

export function renderContradiction(one: RecordedContradiction): StaffContradiction {
  return {
    purchase_id: one.purchaseId,
    account_id: one.accountId,
    account_name: one.accountName,
    livemode: one.livemode,
    network_id: one.networkId,
    status: one.status,
    kind: one.kind,
    times: one.times,
    first_seen_at: one.firstSeenAt.toISOString(),
    last_seen_at: one.lastSeenAt.toISOString(),
    resolution: one.resolution,
  };
}

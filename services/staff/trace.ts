import type { Pool } from 'pg';
import { renderPurchase } from '../../contract/purchase.ts';
import type { StaffTrace } from '../../contract/staff/purchase.ts';
import { readActionsOn } from '../../db/audit/search.ts';
import { readSettledByHand, type SettledByHand } from '../../db/audit/settled-by-hand.ts';
import { readTrace, type TracedPurchase } from '../../db/purchases/trace.ts';
import type { AuditRecord } from '../../domain/access/audit-record.ts';
import type { AccountId, PurchaseId } from '../../domain/ids.ts';
import { masked } from '../../domain/masking.ts';
import { type Diagnosis, diagnose } from '../../domain/purchase/diagnosis.ts';
import { toTraceId } from '../../domain/trace-id.ts';
import { renderAction } from './accounts.ts';
import { renderDeliveryCost } from './margins.ts';
import { renderSettledByHand } from './settled-by-hand.ts';

const ACTIONS_SHOWN = 20;

/** What PostgreSQL has about one purchase, with the reason for its state and what people did to it or its events. */
export interface StoredTrace {
  readonly traced: TracedPurchase;
  readonly diagnosis: Diagnosis;
  readonly actions: readonly AuditRecord[];
  /** Who settled it by hand; null if no one did. */
  readonly settled: SettledByHand | null;
}

/** Null if the account has no such purchase. */
export async function readStoredTrace(
  pool: Pool,
  accountId: AccountId,
  id: PurchaseId,
): Promise<StoredTrace | null> {
  const [traced, settled] = await Promise.all([readTrace(pool, accountId, id), readSettledByHand(pool, id)]);
  if (traced === null) return null;
  const subjects = [id, ...traced.events.map((event) => event.id)];
  const actions = await readActionsOn(pool, accountId, subjects, ACTIONS_SHOWN);
  return { traced, diagnosis: diagnose(traced), actions, settled };
}

/** Hides the phone number in what gateways sent, where it stands in fields of any name. */
export function withoutNumbers(traced: TracedPurchase): TracedPurchase {
  const { phoneNumber } = traced.purchase.order;
  const hide = (text: string) =>
    text.replaceAll(phoneNumber, masked(phoneNumber)).replaceAll(phoneNumber.slice(1), masked(phoneNumber));
  return { ...traced, callbacks: traced.callbacks.map((each) => ({ ...each, body: hide(each.body) })) };
}

type Workflow = 'workflow_id' | 'workflow_url';

/** A trace as JSON without its workflows, which services do not know. */
type RenderedTrace = Omit<StaffTrace, Workflow | 'late_inquiry'> & {
  readonly late_inquiry: Omit<NonNullable<StaffTrace['late_inquiry']>, Workflow> | null;
};

/** A trace as JSON, without its workflows. The API masks the number of the purchase itself. */
export function renderTrace({ traced, diagnosis, actions, settled }: StoredTrace): RenderedTrace {
  const { purchase, lateConfirmation, lateInquiry } = traced;
  return {
    object: 'purchase_trace',
    account_id: purchase.order.accountId,
    livemode: purchase.order.livemode,
    batch_id: purchase.order.batchId,
    purchase: renderPurchase(purchase),
    ...diagnosis,
    next_action_at: traced.nextActionAt.toISOString(),
    lines: traced.lines.map(renderLine),
    submissions: traced.submissions.map(renderSubmission),
    costs: traced.costs.map(renderDeliveryCost),
    callbacks: traced.callbacks.map(renderCallback),
    events: traced.events.map(renderEvent),
    waiting_to_start: renderStart(traced.start),
    late_confirmation:
      lateConfirmation === null
        ? null
        : {
            recorded_at: lateConfirmation.recordedAt.toISOString(),
            resolution: lateConfirmation.resolution,
            source: lateConfirmation.source,
          },
    late_inquiry:
      lateInquiry === null ? null : { until: lateInquiry.until.toISOString(), outcome: lateInquiry.outcome },
    settled_by_hand: renderSettledByHand(settled, purchase.state.status),
    actions: actions.map(renderAction),
    trace_id: toTraceId(purchase.order.id),
  };
}

function renderLine({ seq, type, occurredAt, amount, balanceAfter }: TracedPurchase['lines'][number]) {
  return { number: seq, type, occurred_at: occurredAt.toISOString(), amount, balance_after: balanceAfter };
}

function renderSubmission(one: TracedPurchase['submissions'][number]) {
  return {
    attempt: one.attempt,
    sent_at: one.sentAt.toISOString(),
    answered_at: one.answeredAt?.toISOString() ?? null,
    outcome: one.outcome,
    gateway_id: one.gatewayId,
    detail: one.detail,
    route: one.route,
    route_reason: one.routeReason,
  };
}

function renderCallback({ receivedAt, handledAt, handledAs, body }: TracedPurchase['callbacks'][number]) {
  return {
    received_at: receivedAt.toISOString(),
    handled_at: handledAt?.toISOString() ?? null,
    handled_as: handledAs,
    body,
  };
}

function renderEvent({ id, type, createdAt, delivery, attempts }: TracedPurchase['events'][number]) {
  return {
    id,
    type,
    created_at: createdAt.toISOString(),
    delivery,
    attempts: attempts.map((attempt) => ({
      endpoint_id: attempt.endpointId,
      attempt: attempt.attempt,
      started_at: attempt.startedAt.toISOString(),
      outcome: attempt.outcome,
      http_status: attempt.httpStatus,
      error: attempt.error,
    })),
  };
}

function renderStart(start: TracedPurchase['start']): StaffTrace['waiting_to_start'] {
  if (start === null) return null;
  return {
    since: start.waitingSince.toISOString(),
    ahead: start.ahead,
    in_flight: start.inFlight,
    in_flight_max: start.inFlightMax,
    rate_per_second: start.ratePerSecond,
  };
}

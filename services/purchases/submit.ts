import type { Pool } from 'pg';
import type { NotSubmitted, SubmitOutcome } from '../../adapters/adapter.ts';
import {
  type Fence,
  ONLY_ROUTE,
  openSubmission,
  SEND_MARGIN_MS,
  type Sendable,
  type SubmissionRoute,
} from '../../db/purchases/fence.ts';
import { takeNumberTurn } from '../../db/purchases/number-turns.ts';
import { takeSendToken } from '../../db/purchases/send-tokens.ts';
import { type RecordedAnswer, recordAnswer } from '../../db/purchases/submissions.ts';
import { assertNever } from '../../domain/assert-never.ts';
import type { PurchaseId } from '../../domain/ids.ts';
import type { CrashPoint } from '../../domain/purchase/crash-points.ts';
import { DUE_SOON_MS, RESOLVE_MARGIN_MS } from '../../domain/purchase/deadline.ts';
import { toGatewayReference } from '../../domain/purchase/gateway-reference.ts';
import type { OutcomeReport } from '../../domain/purchase/purchase.ts';
import { CLEARED, type SubmitVerdict } from '../../domain/purchase/verdict.ts';
import type { AdapterFor, AlertSink } from './ports.ts';
import type { OutcomeRecorder } from './record-outcome.ts';
import type { NextRoute, Router } from './routes/router.ts';
import { troubleIn } from './trouble.ts';
import { handleWaiting, type WaitingCallbacks } from './waiting-callbacks.ts';

export interface SubmitPorts {
  readonly pool: Pool;
  readonly adapterFor: AdapterFor;
  readonly alerts: AlertSink;
  readonly outcomes: Pick<OutcomeRecorder, 'book'>;
  readonly waiting: WaitingCallbacks;
  readonly router: Router;
  /** Only for fault tests. */
  readonly crashPoint?: CrashPoint;
}

export interface SubmitRequest {
  readonly purchaseId: PurchaseId;
  /** Numbered from 1 by the workflow. */
  readonly attempt: number;
  /** From the answer until the workflow acts next, in milliseconds. */
  readonly nextActionMs: number;
}

/** How long after its fence an order may be sent. Fits, with the longest margin before `resolve_by`, into the time that the fence keeps free: an answer comes before settling. */
export const HELD_UP_MS = SEND_MARGIN_MS - RESOLVE_MARGIN_MS.max;
const RESEND_AFTER_MS = { first: 2_000, longest: 60_000 } as const;
const CLOSED: NotSubmitted = {
  kind: 'not_submitted',
  reason: 'gateway_closed',
  retryAfterMs: null,
  gatewayCode: null,
};
/** What the fence records when no gateway may get the order. */
const NO_ROUTE: SubmissionRoute = { ...ONLY_ROUTE, why: 'No route of the network may take it now.' };
const HELD_UP: SubmitOutcome = {
  kind: 'not_submitted',
  reason: 'held_up',
  retryAfterMs: 0,
  gatewayCode: null,
};

/** Sends one purchase to its gateway at most once per attempt, records the answer, and books a final one. */
export async function submitPurchase(
  ports: SubmitPorts,
  request: SubmitRequest,
  signal: AbortSignal,
): Promise<SubmitVerdict> {
  const { purchaseId, attempt } = request;
  ports.crashPoint?.('before_fence');
  const asked = performance.now();
  const route = await ports.router.choose(purchaseId);
  const fence = await openSubmission(ports.pool, purchaseId, attempt, route ?? NO_ROUTE).finally(() =>
    route?.fenced(),
  );
  if (fence.kind !== 'open') return behindFence(fence, attempt);

  ports.crashPoint?.('after_fence');
  const { sendable } = fence;
  const postponed = route === null ? CLOSED : notYet(route);
  const isBarred = postponed === null && mayBeTwice(ports, sendable);
  const outcome = postponed ?? (isBarred ? CLOSED : await send(ports, request, sendable, asked, signal));
  const trouble = troubleIn(outcome);
  if (trouble !== null) {
    const { networkId, livemode } = sendable;
    ports.alerts.raise({ networkId, livemode, route: sendable.route, ...trouble });
  }
  const leftMs = fence.sendable.resolveWithinMs - (performance.now() - asked);
  if (outcome.kind === 'confirmed' && leftMs < DUE_SOON_MS) await handleWaiting(ports.waiting, purchaseId);
  const afterMs = resendAfterMs(outcome, attempt);
  ports.crashPoint?.('before_record');
  await recordAnswer(
    ports.pool,
    purchaseId,
    attempt,
    toRecordedAnswer(outcome, Math.max(request.nextActionMs, afterMs)),
  );
  ports.crashPoint?.('after_record');
  // Not sent again, because the gateway may have it: only inquiries find out.
  if (isBarred) return { kind: 'unknown', reply: null };
  return follow(ports, { ...sendable, purchaseId, lastAttempt: attempt }, outcome, afterMs);
}

/** Nothing is sent yet if the gateway of the route has no room. */
function notYet({ waitMs }: NextRoute): NotSubmitted | null {
  return waitMs === null ? null : { ...CLOSED, reason: 'rate_limited', retryAfterMs: waitMs };
}

/**
 * Whether the gateway would take the order for a second one. It got it before and said that it never did, so another gateway was
 * to have it, which has left the gateways file since.
 */
function mayBeTwice({ adapterFor }: Pick<SubmitPorts, 'adapterFor'>, sendable: Sendable): boolean {
  const { networkId, livemode, route, mayHaveReached } = sendable;
  return mayHaveReached && adapterFor(networkId, livemode, route)?.deduplicatesKey === false;
}

/** Books a recorded answer that is final, or says what the workflow does next. */
async function follow(
  { outcomes, router }: Pick<SubmitPorts, 'outcomes' | 'router'>,
  order: Sendable & Pick<SubmitRequest, 'purchaseId'> & { readonly lastAttempt: number },
  outcome: SubmitOutcome,
  afterMs: number,
): Promise<SubmitVerdict> {
  const { purchaseId } = order;
  if (outcome.kind === 'refused' && (await router.clear({ ...order, status: 'pending' }, outcome))) {
    return { kind: 'resendable', afterMs: 0, reply: CLEARED };
  }
  const report = toReport(outcome);
  if (report !== null) {
    await outcomes.book(order, { outcome, report, endWorkflow: false });
    return { kind: 'settled', report: report.kind };
  }
  const reply = { kind: outcome.kind, reason: 'reason' in outcome ? outcome.reason : null };
  if (outcome.kind !== 'not_submitted')
    return { kind: outcome.kind === 'accepted' ? 'accepted' : 'unknown', reply };
  const asksOther = concernsGateway(outcome) && (await router.hasUntried(purchaseId));
  return { kind: 'resendable', afterMs: asksOther ? 0 : afterMs, reply };
}

/** Whether another gateway may take immediately what this one did not. */
function concernsGateway({ reason, gatewayCode }: NotSubmitted): boolean {
  if (reason === 'rate_limited') return gatewayCode !== null;
  return reason !== 'held_up' && reason !== 'too_soon';
}

/** The pause that the gateway asks for, or twice the previous one: faster requests do not help a carrier that is down. */
function resendAfterMs(outcome: SubmitOutcome, attempt: number): number {
  if (outcome.kind !== 'not_submitted' || outcome.reason === 'held_up') return 0;
  return Math.max(outcome.retryAfterMs ?? 0, backoffMs(attempt));
}

function backoffMs(attempt: number): number {
  return Math.min(RESEND_AFTER_MS.first * 2 ** (attempt - 1), RESEND_AFTER_MS.longest);
}

function behindFence(fence: Exclude<Fence, { kind: 'open' }>, attempt: number): SubmitVerdict {
  switch (fence.kind) {
    case 'final':
      return { kind: 'already_final' };
    case 'too_late':
      return { kind: 'too_late' };
    case 'already_open':
      return fence.clearedAs === null
        ? { kind: 'unknown', reply: null }
        : { kind: 'resendable', afterMs: backoffMs(attempt), reply: null };
    case 'elsewhere':
    case 'delivered':
      return { kind: 'unknown', reply: null };
    default:
      return assertNever(fence);
  }
}

/** `fencedAt`: the time before the fence was opened, by `performance.now()`. */
async function send(
  { pool, adapterFor, router }: Pick<SubmitPorts, 'pool' | 'adapterFor' | 'router'>,
  { purchaseId, attempt }: SubmitRequest,
  { networkId, livemode, phoneNumber, productCode, firstSentAt, numberSpacingMs, route }: Sendable,
  fencedAt: number,
  signal: AbortSignal,
): Promise<SubmitOutcome> {
  const adapter = adapterFor(networkId, livemode, route);
  if (adapter === null) return CLOSED;
  // A process that was delayed since the fence, or stopped and resumed, must not send a purchase that has failed since.
  const isHeldUp = () => performance.now() - fencedAt > HELD_UP_MS;
  if (isHeldUp()) return HELD_UP;
  if (numberSpacingMs > 0) {
    const turn = await takeNumberTurn(pool, purchaseId);
    if (turn.kind === 'too_soon') return { ...CLOSED, reason: 'too_soon', retryAfterMs: turn.afterMs };
  }
  if (attempt > 1) {
    const token = await takeSendToken(pool, networkId, livemode);
    if (token.kind === 'wait') return { ...CLOSED, reason: 'rate_limited', retryAfterMs: token.afterMs };
  }
  if (isHeldUp()) return HELD_UP;
  const gatewayReference = toGatewayReference(purchaseId);
  const order = { gatewayReference, phoneNumber, productCode, firstSentAt };
  return router.calls.during('submit', { networkId, livemode, route }, () =>
    adapter.submit(order, { signal }),
  );
}

function toReport(outcome: SubmitOutcome): OutcomeReport | null {
  switch (outcome.kind) {
    case 'confirmed':
      return { kind: 'confirmed', delivery: outcome };
    case 'refused':
      return { kind: 'refused', code: outcome.code };
    case 'accepted':
    case 'not_submitted':
    case 'unknown':
      return null;
    default:
      return assertNever(outcome);
  }
}

function toRecordedAnswer(outcome: SubmitOutcome, nextActionMs: number): RecordedAnswer {
  const answer = { outcome: outcome.kind, gatewayId: null, detail: null, confirmation: null, nextActionMs };
  switch (outcome.kind) {
    case 'confirmed':
      return { ...answer, confirmation: outcome };
    case 'accepted':
      return { ...answer, gatewayId: outcome.gatewayId };
    case 'refused':
      return { ...answer, detail: outcome.gatewayCode };
    case 'not_submitted':
      return { ...answer, detail: [outcome.reason, outcome.gatewayCode ?? []].flat().join(': ') };
    case 'unknown':
      return { ...answer, detail: `${outcome.reason}: ${outcome.detail}` };
    default:
      return assertNever(outcome);
  }
}

import { assertNever } from '../assert-never.ts';
import type { AccountId, BatchId, PurchaseId } from '../ids.ts';
import type { MinorUnits } from '../money/money.ts';
import { settleBy } from './deadline.ts';
import type { FailureCode, RefusalCode } from './failure-codes.ts';

export const PURCHASE_STATUSES = ['pending', 'successful', 'failed', 'reversed'] as const;
export type PurchaseStatus = (typeof PURCHASE_STATUSES)[number];

/** A bundle as it was when bought. */
export interface BoughtBundle {
  readonly id: string;
  readonly name: string;
  readonly dataMb: number;
  readonly validityHours: number;
}

export interface Delivery {
  readonly confirmedAt: Date;
  readonly networkReference: string | null;
}

export interface Reversal {
  readonly reversedAt: Date;
  readonly reason: string;
}

/** What never changes about a purchase. */
export interface Order {
  readonly id: PurchaseId;
  readonly accountId: AccountId;
  readonly livemode: boolean;
  readonly reference: string;
  readonly phoneNumber: string;
  readonly networkId: string;
  readonly bundle: BoughtBundle;
  readonly price: MinorUnits;
  readonly currency: string;
  readonly metadata: Readonly<Record<string, string>>;
  readonly batchId: BatchId | null;
  readonly createdAt: Date;
  readonly resolveBy: Date;
}

/** The state of a purchase. Each state has fixed fields: a delivery exists exactly when the network confirmed. */
export type PurchaseState =
  | { readonly status: 'pending' }
  | { readonly status: 'successful'; readonly completedAt: Date; readonly delivery: Delivery }
  | { readonly status: 'failed'; readonly completedAt: Date; readonly failureCode: FailureCode }
  | {
      readonly status: 'reversed';
      readonly completedAt: Date;
      readonly delivery: Delivery;
      readonly reversal: Reversal;
    };

export interface Purchase {
  readonly order: Order;
  readonly state: PurchaseState;
}

/** The outcome of a purchase, as reported by a submit, an inquiry, a callback, an operator or the clock. */
export type OutcomeReport =
  | { readonly kind: 'confirmed'; readonly delivery: Delivery }
  | { readonly kind: 'refused'; readonly code: RefusalCode }
  /** The time to settle has come, shortly before `resolve_by`; says nothing before that. */
  | { readonly kind: 'expired' }
  | { readonly kind: 'reversed'; readonly delivery: Delivery; readonly reversal: Reversal }
  /** The network cancelled the order and does not report whether it had delivered: a refusal unless a delivery was confirmed. */
  | { readonly kind: 'voided'; readonly code: RefusalCode; readonly reversal: Reversal };

/** One step of a purchase with what it does to money. */
export type Move =
  | { readonly effect: 'capture'; readonly to: Extract<PurchaseState, { status: 'successful' }> }
  | { readonly effect: 'release'; readonly to: Extract<PurchaseState, { status: 'failed' }> }
  | { readonly effect: 'refund'; readonly to: Extract<PurchaseState, { status: 'reversed' }> };

export interface Transition {
  /** In order; empty when the report changes nothing. */
  readonly moves: readonly Move[];
  /** The network delivered after the purchase had failed: our loss until an operator decides. */
  readonly lateConfirmation: Delivery | null;
  /** The network reversed a delivery that it made after the purchase had failed: no longer a loss. */
  readonly reversedLateConfirmation: boolean;
  /** A code for a report that contradicts what was booked. For operators; never applied backwards. */
  readonly contradiction: Contradiction | null;
}

export type Contradiction =
  | 'refused_after_confirmed'
  | 'confirmed_after_refused'
  | 'confirmed_after_reversed';

/** What the settle transaction knows when it decides. */
export interface SettleKnowledge {
  /** Read after the account lock; decides against `resolve_by`. */
  readonly clock: Date;
  /** What is decided is dated: the clock, but never before the account's last movement. */
  readonly at: Date;
  /** The verified confirmation received before `resolve_by`, if there is one. */
  readonly timelyConfirmation: Delivery | null;
  /** How long before `resolve_by` a purchase without a confirmation expires. */
  readonly resolveMarginMs: number;
}

const NOTHING: Transition = {
  moves: [],
  lateConfirmation: null,
  reversedLateConfirmation: false,
  contradiction: null,
};

/**
 * Decides what a report does to a purchase. A purchase only moves forward. A confirmation counts while the purchase is pending and
 * the clock is before `resolve_by`, or when a verified one was received before it; otherwise it is late. Without one, the
 * purchase expires a margin before `resolve_by`, so that it is final by then.
 */
export function transition(purchase: Purchase, report: OutcomeReport, known: SettleKnowledge): Transition {
  switch (purchase.state.status) {
    case 'pending':
      return settlePending(purchase.order, report, known);
    case 'successful':
      return afterSuccess(purchase.state, report, known);
    case 'failed':
      return afterFailure(purchase.state.failureCode, report);
    case 'reversed':
      return afterReversal(purchase.state, report);
    default:
      return assertNever(purchase.state);
  }
}

function settlePending(order: Order, report: OutcomeReport, known: SettleKnowledge): Transition {
  if (known.timelyConfirmation !== null) return confirm(known.timelyConfirmation, report, known.at);

  const inTime = known.clock < order.resolveBy;
  switch (report.kind) {
    case 'expired':
      return known.clock < settleBy(order.resolveBy, known.resolveMarginMs)
        ? NOTHING
        : moved(fail('network_timeout', known.at));
    case 'refused':
    case 'voided':
      return moved(fail(inTime ? report.code : 'network_timeout', known.at));
    case 'confirmed':
    case 'reversed':
      if (inTime) return confirm(report.delivery, report, known.at);
      return {
        ...moved(fail('network_timeout', known.at)),
        lateConfirmation: report.delivery,
        reversedLateConfirmation: report.kind === 'reversed',
      };
    default:
      return assertNever(report);
  }
}

/** A reversal that is the first report of a delivery books both: the client sees charge and refund. */
function confirm(delivery: Delivery, report: OutcomeReport, at: Date): Transition {
  const capture: Move = { effect: 'capture', to: { status: 'successful', completedAt: at, delivery } };
  if (report.kind === 'reversed' || report.kind === 'voided')
    return moved(capture, refund(capture.to, report, at));
  if (report.kind === 'refused') return { ...moved(capture), contradiction: 'refused_after_confirmed' };
  return moved(capture);
}

function afterSuccess(
  state: Extract<PurchaseState, { status: 'successful' }>,
  report: OutcomeReport,
  known: SettleKnowledge,
): Transition {
  if (report.kind === 'reversed' || report.kind === 'voided') return moved(refund(state, report, known.at));
  if (report.kind === 'refused') return { ...NOTHING, contradiction: 'refused_after_confirmed' };
  return NOTHING;
}

/** After a timeout a confirmation is late; after a refusal it contradicts what the network itself had said. */
function afterFailure(code: FailureCode, report: OutcomeReport): Transition {
  const contradiction = code === 'network_timeout' ? null : 'confirmed_after_refused';
  switch (report.kind) {
    case 'confirmed':
      return { ...NOTHING, lateConfirmation: report.delivery, contradiction };
    case 'reversed':
      return { ...NOTHING, lateConfirmation: report.delivery, reversedLateConfirmation: true, contradiction };
    case 'voided':
      return { ...NOTHING, reversedLateConfirmation: true };
    case 'refused':
    case 'expired':
      return NOTHING;
    default:
      return assertNever(report);
  }
}

/** A confirmation of the reversed delivery is a repeat; one with another reference is not. */
function afterReversal(
  state: Extract<PurchaseState, { status: 'reversed' }>,
  report: OutcomeReport,
): Transition {
  if (report.kind === 'refused') return { ...NOTHING, contradiction: 'refused_after_confirmed' };
  const booked = state.delivery.networkReference;
  const heard = report.kind === 'confirmed' ? report.delivery.networkReference : null;
  const isOther = booked !== null && heard !== null && booked !== heard;
  return isOther ? { ...NOTHING, contradiction: 'confirmed_after_reversed' } : NOTHING;
}

function moved(...moves: Move[]): Transition {
  return { ...NOTHING, moves };
}

function fail(failureCode: FailureCode, at: Date): Move {
  return { effect: 'release', to: { status: 'failed', completedAt: at, failureCode } };
}

function refund(
  state: Extract<PurchaseState, { status: 'successful' }>,
  report: Extract<OutcomeReport, { kind: 'reversed' | 'voided' }>,
  at: Date,
): Move {
  const reversal = { reversedAt: at, reason: report.reversal.reason };
  return { effect: 'refund', to: { ...state, status: 'reversed', reversal } };
}

import { assertNever } from './assert-never.ts';
import type { FailureCode, RefusalCode } from './failure-codes.ts';
import type { AccountId, BatchId, PurchaseId } from './ids.ts';
import type { MinorUnits } from './money.ts';

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

/** Where a purchase stands. What a state has, it has always: a delivery exists exactly when the network confirmed. */
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

/** News of a purchase, from whoever learnt it first. */
export type News =
  | { readonly kind: 'confirmed'; readonly delivery: Delivery }
  | { readonly kind: 'refused'; readonly code: RefusalCode }
  /** `resolve_by` has come; says nothing by itself before that. */
  | { readonly kind: 'expired' }
  | { readonly kind: 'reversed'; readonly delivery: Delivery; readonly reversal: Reversal }
  /** Taken back, by a network that does not say whether it had delivered: a refusal unless a delivery was confirmed. */
  | { readonly kind: 'undone'; readonly code: RefusalCode; readonly reversal: Reversal };

/** One step of a purchase with what it does to money. */
export type Move =
  | { readonly effect: 'capture'; readonly to: Extract<PurchaseState, { status: 'successful' }> }
  | { readonly effect: 'release'; readonly to: Extract<PurchaseState, { status: 'failed' }> }
  | { readonly effect: 'refund'; readonly to: Extract<PurchaseState, { status: 'reversed' }> };

export interface Transition {
  /** In order; empty when the news changes nothing. */
  readonly moves: readonly Move[];
  /** The network delivered what we had given up: our loss until a person decides. */
  readonly lateConfirmation: Delivery | null;
  /** The network took back what it had delivered after we had given up: nobody's loss any more. */
  readonly takenBackLate: boolean;
  /** News that contradicts what was booked, in a word, for people; never applied backwards. */
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
  /** The verified confirmation stored before `resolve_by`, if there is one. */
  readonly timelyConfirmation: Delivery | null;
}

const NOTHING: Transition = { moves: [], lateConfirmation: null, takenBackLate: false, contradiction: null };

/**
 * Decides what news does to a purchase. A purchase only moves forward; a confirmation counts when the clock is before
 * `resolve_by` or a verified confirmation was stored before it, and is late news otherwise.
 */
export function transition(purchase: Purchase, news: News, known: SettleKnowledge): Transition {
  switch (purchase.state.status) {
    case 'pending':
      return settlePending(purchase.order, news, known);
    case 'successful':
      return afterSuccess(purchase.state, news, known);
    case 'failed':
      return afterFailure(purchase.state.failureCode, news);
    case 'reversed':
      return afterReversal(purchase.state, news);
    default:
      return assertNever(purchase.state);
  }
}

function settlePending(order: Order, news: News, known: SettleKnowledge): Transition {
  if (known.timelyConfirmation !== null) return confirm(known.timelyConfirmation, news, known.at);

  const inTime = known.clock < order.resolveBy;
  switch (news.kind) {
    case 'expired':
      return inTime ? NOTHING : moved(fail('network_timeout', known.at));
    case 'refused':
    case 'undone':
      return moved(fail(inTime ? news.code : 'network_timeout', known.at));
    case 'confirmed':
    case 'reversed':
      if (inTime) return confirm(news.delivery, news, known.at);
      return {
        ...moved(fail('network_timeout', known.at)),
        lateConfirmation: news.delivery,
        takenBackLate: news.kind === 'reversed',
      };
    default:
      return assertNever(news);
  }
}

/** A reversal that is the first we hear of a credit books both: the client sees charge and refund. */
function confirm(delivery: Delivery, news: News, at: Date): Transition {
  const capture: Move = { effect: 'capture', to: { status: 'successful', completedAt: at, delivery } };
  if (news.kind === 'reversed' || news.kind === 'undone') return moved(capture, refund(capture.to, news, at));
  if (news.kind === 'refused') return { ...moved(capture), contradiction: 'refused_after_confirmed' };
  return moved(capture);
}

function afterSuccess(
  state: Extract<PurchaseState, { status: 'successful' }>,
  news: News,
  known: SettleKnowledge,
): Transition {
  if (news.kind === 'reversed' || news.kind === 'undone') return moved(refund(state, news, known.at));
  if (news.kind === 'refused') return { ...NOTHING, contradiction: 'refused_after_confirmed' };
  return NOTHING;
}

/** After a timeout a confirmation is late; after a refusal it contradicts what the network itself had said. */
function afterFailure(code: FailureCode, news: News): Transition {
  const contradiction = code === 'network_timeout' ? null : 'confirmed_after_refused';
  switch (news.kind) {
    case 'confirmed':
      return { ...NOTHING, lateConfirmation: news.delivery, contradiction };
    case 'reversed':
      return { ...NOTHING, lateConfirmation: news.delivery, takenBackLate: true, contradiction };
    case 'undone':
      return { ...NOTHING, takenBackLate: true };
    case 'refused':
    case 'expired':
      return NOTHING;
    default:
      return assertNever(news);
  }
}

/** A confirmation of the delivery that was taken back is old news; one with another reference is not. */
function afterReversal(state: Extract<PurchaseState, { status: 'reversed' }>, news: News): Transition {
  if (news.kind === 'refused') return { ...NOTHING, contradiction: 'refused_after_confirmed' };
  const booked = state.delivery.networkReference;
  const heard = news.kind === 'confirmed' ? news.delivery.networkReference : null;
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
  news: Extract<News, { kind: 'reversed' | 'undone' }>,
  at: Date,
): Move {
  const reversal = { reversedAt: at, reason: news.reversal.reason };
  return { effect: 'refund', to: { ...state, status: 'reversed', reversal } };
}

import type { PurchaseId } from '../ids.ts';
import { type AccountMoney, applyMove, type MovementLine } from './movements.ts';
import {
  type Contradiction,
  type Delivery,
  type OutcomeReport,
  type Purchase,
  type PurchaseState,
  type Transition,
  transition,
} from './purchase.ts';
import type { ExpiryVerdict } from './verdict.ts';

/** How long inquiries continue after a timeout whose outcome is unknown: 72 hours. */
export const LATE_INQUIRY_MS = 72 * 3_600_000;

/** One report to be settled. */
export interface ReportedOutcome {
  readonly purchaseId: PurchaseId;
  readonly report: OutcomeReport;
  /** Changes nothing while a send of the purchase may still be answered. */
  readonly unlessUnderWay?: true;
  /** Changes nothing: another operator must approve it first. */
  readonly unapproved?: true;
}

/** A purchase as read under the account's lock, with what else the decision needs. */
export interface SettleCase {
  readonly purchase: Purchase;
  readonly timelyConfirmation: Delivery | null;
  /** When the stored confirmation was received by the database's clock, timely or not; null where there is none. */
  readonly confirmedAt: Date | null;
  /** Whether an order was ever sent to the gateway. */
  readonly everSent: boolean;
}

/** One step that was taken, in order. */
export interface Step {
  readonly purchase: Purchase;
  readonly line: MovementLine | null;
}

/** The result of settling a batch of reports on one account. */
export interface Settlement {
  readonly money: AccountMoney;
  readonly steps: readonly Step[];
  readonly finalStates: ReadonlyMap<PurchaseId, PurchaseState>;
  readonly lateConfirmations: ReadonlyMap<PurchaseId, Delivery>;
  /** Late confirmations that the network reversed. */
  readonly reversedLateConfirmations: ReadonlySet<PurchaseId>;
  readonly contradictions: ReadonlyMap<PurchaseId, Contradiction>;
  /** Timed out after a send, with the outcome unknown: to be inquired of further. */
  readonly lateInquiries: ReadonlySet<PurchaseId>;
  /** One per item, in order; null for a purchase that the account does not have. */
  readonly outcomes: readonly (SettleOutcome | null)[];
}

/** What a report did to its purchase, in the words of Verdict. */
export interface SettleOutcome {
  readonly kind:
    | ExpiryVerdict['kind']
    /** Unchanged: the answer to a send may still come. */
    | 'send_under_way'
    /** Unchanged: another operator must approve it first. */
    | 'unapproved';
  /** The state of the purchase now. */
  readonly state: PurchaseState;
}

/** What else is read under the locks. */
export interface SettleCircumstances {
  /** Decides against `resolve_by`. */
  readonly clock: Date;
  /** Dates what was decided; never steps back. */
  readonly at: Date;
  readonly resolveMarginMs: number;
  /** Purchases of which a send may still be answered, among those of items that ask. */
  readonly underWay: ReadonlySet<PurchaseId>;
}

/** Settles reports in order of arrival; each report on a purchase builds on the earlier ones. Pure. */
export function settleAll(
  start: AccountMoney,
  cases: ReadonlyMap<PurchaseId, SettleCase>,
  items: readonly ReportedOutcome[],
  { underWay, ...times }: SettleCircumstances,
): Settlement {
  let money = start;
  const steps: Step[] = [];
  const states = new Map<PurchaseId, PurchaseState>();
  const lateConfirmations = new Map<PurchaseId, Delivery>();
  const reversedLateConfirmations = new Set<PurchaseId>();
  const contradictions = new Map<PurchaseId, Contradiction>();
  const lateInquiries = new Set<PurchaseId>();

  const outcomes = items.map(({ purchaseId, report, unlessUnderWay, unapproved }): SettleOutcome | null => {
    const known = cases.get(purchaseId);
    if (known === undefined) return null;

    let purchase: Purchase = { ...known.purchase, state: states.get(purchaseId) ?? known.purchase.state };
    if (unlessUnderWay === true && underWay.has(purchaseId)) {
      return { kind: 'send_under_way', state: purchase.state };
    }
    if (unapproved === true) return { kind: 'unapproved', state: purchase.state };
    const { timelyConfirmation } = known;
    const result = transition(purchase, dated(report, known), { ...times, timelyConfirmation });
    for (const move of result.moves) {
      const applied = applyMove(money, purchase, move);
      money = applied.money;
      purchase = { ...purchase, state: move.to };
      steps.push({ purchase, line: applied.line });
      states.set(purchaseId, move.to);
    }
    if (result.lateConfirmation !== null) lateConfirmations.set(purchaseId, result.lateConfirmation);
    if (result.reversedLateConfirmation) reversedLateConfirmations.add(purchaseId);
    if (result.contradiction !== null) contradictions.set(purchaseId, result.contradiction);
    if (outcomeUnknown(known, result)) lateInquiries.add(purchaseId);
    return { kind: outcomeKind(purchase.state, result), state: purchase.state };
  });

  return {
    money,
    steps,
    finalStates: states,
    lateConfirmations,
    reversedLateConfirmations,
    contradictions,
    lateInquiries,
    outcomes,
  };
}

/** Only a deadline that has not come yet leaves a purchase pending. */
function outcomeKind({ status }: PurchaseState, { moves }: Transition): ExpiryVerdict['kind'] {
  if (moves.length > 0) return 'settled';
  return status === 'pending' ? 'not_due' : 'already_final';
}

/** A delivery is dated by the stored confirmation: gateways' and processes' clocks disagree, the database has one. */
function dated(report: OutcomeReport, { confirmedAt }: SettleCase): OutcomeReport {
  if (confirmedAt === null || !('delivery' in report)) return report;
  return { ...report, delivery: { ...report.delivery, confirmedAt } };
}

function outcomeUnknown(known: SettleCase, { moves, lateConfirmation }: Transition): boolean {
  const last = moves.at(-1);
  const timedOut = last?.to.status === 'failed' && last.to.failureCode === 'network_timeout';
  return timedOut && known.everSent && lateConfirmation === null;
}

import { describe, expect, it } from 'vitest';
import type { PurchaseId } from '../../../domain/ids.ts';
import type { Delivery, OutcomeReport, PurchaseState } from '../../../domain/purchase/purchase.ts';
import {
  LATE_INQUIRY_MS,
  type ReportedOutcome,
  type SettleCase,
  type SettleCircumstances,
  settleAll,
} from '../../../domain/purchase/settlement.ts';
import { orderWith } from '../../support/domain/orders.ts';

const FIRST: PurchaseId = 'pur_first';
const SECOND: PurchaseId = 'pur_second';
const PRICE = 500;
const MONEY = { available: 1_000, held: 2 * PRICE, lineSeq: 3 };
const RESOLVE_BY = new Date('2026-03-01T12:15:00.000Z');
const AT = new Date('2026-03-01T12:05:00.000Z');
const AFTER = new Date('2026-03-01T12:16:00.000Z');
const delivery: Delivery = { confirmedAt: new Date('2026-03-01T12:01:00.000Z'), networkReference: 'n-1' };
const reversal = { reversedAt: AT, reason: 'reversed by the network' };
const CONFIRMED: OutcomeReport = { kind: 'confirmed', delivery };
const REFUSED: OutcomeReport = { kind: 'refused', code: 'number_barred' };
const EXPIRED: OutcomeReport = { kind: 'expired' };
const REVERSED: OutcomeReport = { kind: 'reversed', delivery, reversal };

function caseOf(id: PurchaseId, different: Partial<SettleCase> = {}, state?: PurchaseState): SettleCase {
  const order = orderWith({ id, price: PRICE, resolveBy: RESOLVE_BY });
  return {
    purchase: { order, state: state ?? { status: 'pending' } },
    timelyConfirmation: null,
    confirmedAt: null,
    everSent: true,
    ...different,
  };
}

function settle(
  items: readonly ReportedOutcome[],
  {
    cases = [caseOf(FIRST), caseOf(SECOND)],
    ...circumstances
  }: Partial<SettleCircumstances> & {
    readonly cases?: readonly SettleCase[];
  } = {},
) {
  const known = new Map(cases.map((one) => [one.purchase.order.id, one]));
  const usual = { clock: AT, at: AT, resolveMarginMs: 1_500, underWay: new Set<PurchaseId>() };
  return settleAll(MONEY, known, items, { ...usual, ...circumstances });
}

const failed: PurchaseState = { status: 'failed', completedAt: AT, failureCode: 'network_timeout' };

it('late inquiries last for 72 hours', () => {
  expect(LATE_INQUIRY_MS).toBe(259_200_000);
});

describe('reports of several purchases', () => {
  it('are settled in order: the money and line numbers of each follow the one before', () => {
    const settlement = settle([
      { purchaseId: FIRST, report: CONFIRMED },
      { purchaseId: SECOND, report: REFUSED },
    ]);
    expect(settlement.money).toEqual({ available: 1_000 + PRICE, held: 0, lineSeq: 4 });
    expect(
      settlement.steps.map(({ purchase, line }) => [purchase.order.id, purchase.state.status, line]),
    ).toEqual([
      [FIRST, 'successful', { type: 'purchase', seq: 4, amount: -PRICE, balanceAfter: 1_000 + PRICE }],
      [SECOND, 'failed', null],
    ]);
    expect([...settlement.finalStates].map(([id, { status }]) => [id, status])).toEqual([
      [FIRST, 'successful'],
      [SECOND, 'failed'],
    ]);
    expect(settlement.outcomes.map((outcome) => outcome?.kind)).toEqual(['settled', 'settled']);
    expect(settlement.lateConfirmations.size).toBe(0);
  });

  it('build on each other: a delivery and its reversal charge and refund, and a repeat changes nothing', () => {
    const settlement = settle([
      { purchaseId: FIRST, report: CONFIRMED },
      { purchaseId: FIRST, report: REVERSED },
      { purchaseId: FIRST, report: REVERSED },
    ]);
    expect(settlement.money).toEqual({ available: 1_000 + PRICE, held: PRICE, lineSeq: 5 });
    expect(settlement.outcomes.map((one) => [one?.kind, one?.state.status])).toEqual([
      ['settled', 'successful'],
      ['settled', 'reversed'],
      ['already_final', 'reversed'],
    ]);
    expect(settlement.finalStates.get(FIRST)?.status).toBe('reversed');
  });

  it('of purchases of another account are ignored', () => {
    const settlement = settle([{ purchaseId: 'pur_other', report: CONFIRMED }]);
    expect(settlement.outcomes).toEqual([null]);
    expect(settlement.money).toEqual(MONEY);
    expect(settlement.steps).toEqual([]);
  });
});

describe('a report that may not be applied', () => {
  it('waits while a send may still be answered, if it asks for that', () => {
    const underWay = new Set([FIRST]);
    const { outcomes, money } = settle(
      [
        { purchaseId: FIRST, report: REFUSED, unlessUnderWay: true },
        { purchaseId: SECOND, report: REFUSED, unlessUnderWay: true },
      ],
      { underWay },
    );
    expect(outcomes.map((one) => [one?.kind, one?.state.status])).toEqual([
      ['send_under_way', 'pending'],
      ['settled', 'failed'],
    ]);
    expect(money.held).toBe(PRICE);
    expect(settle([{ purchaseId: FIRST, report: REFUSED }], { underWay }).outcomes[0]?.kind).toBe('settled');
  });

  it('changes nothing before another operator approves it', () => {
    const { outcomes, money } = settle([{ purchaseId: FIRST, report: REFUSED, unapproved: true }]);
    expect(outcomes).toEqual([{ kind: 'unapproved', state: { status: 'pending' } }]);
    expect(money).toEqual(MONEY);
  });

  it('is not due before the deadline, and leaves the purchase pending', () => {
    const { outcomes, finalStates } = settle([{ purchaseId: FIRST, report: EXPIRED }]);
    expect(outcomes).toEqual([{ kind: 'not_due', state: { status: 'pending' } }]);
    expect(finalStates.size).toBe(0);
  });
});

describe('a delivery', () => {
  const bookedDelivery = (settlement: ReturnType<typeof settle>) => {
    const state = settlement.finalStates.get(FIRST);
    return state?.status === 'successful' ? state.delivery : null;
  };

  it('has the time of the stored confirmation, and else that of the report', () => {
    const confirmedAt = new Date('2026-03-01T12:02:00.000Z');
    const items = [{ purchaseId: FIRST, report: CONFIRMED }];
    expect(bookedDelivery(settle(items, { cases: [caseOf(FIRST, { confirmedAt })] }))).toEqual({
      ...delivery,
      confirmedAt,
    });
    expect(bookedDelivery(settle(items))).toEqual(delivery);
  });

  it('that is stored counts for any later report, and a refusal contradicts it', () => {
    const stored = { confirmedAt: AT, networkReference: 'stored' };
    const cases = [caseOf(FIRST, { timelyConfirmation: stored, confirmedAt: AT })];
    const settlement = settle([{ purchaseId: FIRST, report: REFUSED }], { cases, clock: AFTER });
    expect(bookedDelivery(settlement)).toEqual(stored);
    expect([...settlement.contradictions]).toEqual([[FIRST, 'refused_after_confirmed']]);
  });

  it('after the deadline is listed as late; its reversal ends the loss', () => {
    const late = settle([{ purchaseId: FIRST, report: CONFIRMED }], { clock: AFTER });
    expect(late.finalStates.get(FIRST)).toEqual(failed);
    expect([...late.lateConfirmations]).toEqual([[FIRST, delivery]]);
    expect(late.reversedLateConfirmations.size).toBe(0);
    expect(late.contradictions.size).toBe(0);
    const back = settle([{ purchaseId: FIRST, report: REVERSED }], { clock: AFTER });
    expect([...back.reversedLateConfirmations]).toEqual([FIRST]);
  });
});

describe('further inquiries', () => {
  const expire = (different: Partial<SettleCase>, report: OutcomeReport = EXPIRED, state?: PurchaseState) =>
    settle([{ purchaseId: FIRST, report }], { cases: [caseOf(FIRST, different, state)], clock: AFTER });

  it.each([
    ['are made after a timeout with an unknown outcome', () => expire({}), [FIRST]],
    ['are made after a refusal that came too late to believe', () => expire({}, REFUSED), [FIRST]],
    ['are not made if nothing was sent', () => expire({ everSent: false }), []],
    ['are not made if the delivery is known', () => expire({}, CONFIRMED), []],
    ['are not made for a purchase that was final before', () => expire({}, EXPIRED, failed), []],
    ['are not made after a refusal in time', () => settle([{ purchaseId: FIRST, report: REFUSED }]), []],
    ['are not made after a delivery in time', () => settle([{ purchaseId: FIRST, report: CONFIRMED }]), []],
  ])('%s', (_, act, expected) => {
    expect([...act().lateInquiries]).toEqual(expected);
  });
});

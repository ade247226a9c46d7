import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stateAfter } from '../../../domain/purchase/movements.ts';
import {
  type Delivery,
  type Order,
  type OutcomeReport,
  PURCHASE_STATUSES,
  type Purchase,
  type PurchaseState,
  type PurchaseStatus,
  type Transition,
  transition,
} from '../../../domain/purchase/purchase.ts';

const CREATED_AT = new Date('2026-03-01T12:00:00.000Z');
const RESOLVE_BY = new Date('2026-03-01T12:15:00.000Z');
const CLOCKS = {
  before: new Date(RESOLVE_BY.getTime() - 1),
  at: RESOLVE_BY,
  after: new Date(RESOLVE_BY.getTime() + 60_000),
} as const;

const order: Order = {
  id: 'pur_01kafg0000e008000000000010',
  accountId: 'acc_01kafg0000e008000000000011',
  livemode: true,
  reference: 'order-1',
  phoneNumber: '+2348031234567',
  networkId: 'net_mtn_ng',
  bundle: { id: 'bnd_1gb', name: '1 GB', dataMb: 1_024, validityHours: 24 },
  price: 50_000,
  currency: 'NGN',
  metadata: {},
  batchId: null,
  createdAt: CREATED_AT,
  resolveBy: RESOLVE_BY,
};

const heard: Delivery = { confirmedAt: new Date('2026-03-01T12:01:00.000Z'), networkReference: 'heard' };
const stored: Delivery = { confirmedAt: new Date('2026-03-01T12:02:00.000Z'), networkReference: 'stored' };
const booked: Delivery = { confirmedAt: new Date('2026-03-01T12:03:00.000Z'), networkReference: 'booked' };
const completedAt = new Date('2026-03-01T12:04:00.000Z');
const reversal = { reversedAt: new Date('2026-03-01T12:05:00.000Z'), reason: 'taken back' };

const STATES: Readonly<Record<PurchaseStatus, PurchaseState>> = {
  pending: { status: 'pending' },
  successful: { status: 'successful', completedAt, delivery: booked },
  failed: { status: 'failed', completedAt, failureCode: 'number_barred' },
  reversed: { status: 'reversed', completedAt, delivery: booked, reversal },
};

const NEWS: Readonly<Record<OutcomeReport['kind'], OutcomeReport>> = {
  confirmed: { kind: 'confirmed', delivery: heard },
  refused: { kind: 'refused', code: 'number_not_eligible' },
  expired: { kind: 'expired' },
  reversed: { kind: 'reversed', delivery: heard, reversal },
  undone: { kind: 'undone', code: 'network_rejected', reversal },
};

interface Told {
  readonly clock?: keyof typeof CLOCKS;
  readonly timely?: Delivery;
  readonly marginMs?: number;
}

function tell(
  status: PurchaseStatus,
  news: OutcomeReport['kind'],
  { clock = 'before', timely, marginMs = 0 }: Told = {},
): Transition {
  const at = CLOCKS[clock];
  const known = { clock: at, at, timelyConfirmation: timely ?? null, resolveMarginMs: marginMs };
  return transition({ order, state: STATES[status] }, NEWS[news], known);
}

/** A transition in a line of words. */
function inWords({ moves, lateConfirmation, reversedLateConfirmation, contradiction }: Transition): string {
  const words = moves.map(({ effect, to }) => {
    if (to.status === 'failed') return `${effect} ${to.failureCode}`;
    return `${effect} ${to.delivery.networkReference}`;
  });
  if (lateConfirmation !== null) words.push(`late ${lateConfirmation.networkReference}`);
  if (reversedLateConfirmation) words.push('taken back');
  if (contradiction !== null) words.push(contradiction);
  return words.join(', ') || 'nothing';
}

describe('a pending purchase', () => {
  it.each([
    ['confirmed', 'before', 'nothing', 'capture heard'],
    ['confirmed', 'at', 'nothing', 'release network_timeout, late heard'],
    ['confirmed', 'after', 'nothing', 'release network_timeout, late heard'],
    ['confirmed', 'before', 'a confirmation', 'capture stored'],
    ['confirmed', 'at', 'a confirmation', 'capture stored'],
    ['confirmed', 'after', 'a confirmation', 'capture stored'],
    ['refused', 'before', 'nothing', 'release number_not_eligible'],
    ['refused', 'at', 'nothing', 'release network_timeout'],
    ['refused', 'after', 'nothing', 'release network_timeout'],
    ['refused', 'before', 'a confirmation', 'capture stored, refused_after_confirmed'],
    ['refused', 'at', 'a confirmation', 'capture stored, refused_after_confirmed'],
    ['refused', 'after', 'a confirmation', 'capture stored, refused_after_confirmed'],
    ['expired', 'before', 'nothing', 'nothing'],
    ['expired', 'at', 'nothing', 'release network_timeout'],
    ['expired', 'after', 'nothing', 'release network_timeout'],
    ['expired', 'before', 'a confirmation', 'capture stored'],
    ['expired', 'at', 'a confirmation', 'capture stored'],
    ['expired', 'after', 'a confirmation', 'capture stored'],
    ['reversed', 'before', 'nothing', 'capture heard, refund heard'],
    ['reversed', 'at', 'nothing', 'release network_timeout, late heard, taken back'],
    ['reversed', 'after', 'nothing', 'release network_timeout, late heard, taken back'],
    ['reversed', 'before', 'a confirmation', 'capture stored, refund stored'],
    ['reversed', 'at', 'a confirmation', 'capture stored, refund stored'],
    ['reversed', 'after', 'a confirmation', 'capture stored, refund stored'],
    ['undone', 'before', 'nothing', 'release network_rejected'],
    ['undone', 'at', 'nothing', 'release network_timeout'],
    ['undone', 'after', 'nothing', 'release network_timeout'],
    ['undone', 'before', 'a confirmation', 'capture stored, refund stored'],
    ['undone', 'after', 'a confirmation', 'capture stored, refund stored'],
  ] as const)(
    '[states.successful] [states.refused] that hears %s %s resolve_by, with %s stored in time: %s',
    (news, clock, known, expected) => {
      const timely = known === 'nothing' ? {} : { timely: stored };
      expect(inWords(tell('pending', news, { clock, ...timely }))).toBe(expected);
    },
  );
});

describe('a purchase in a final state', () => {
  it.each([
    ['successful', 'confirmed', 'nothing'],
    ['successful', 'refused', 'refused_after_confirmed'],
    ['successful', 'expired', 'nothing'],
    ['successful', 'reversed', 'refund booked'],
    ['successful', 'undone', 'refund booked'],
    ['failed', 'confirmed', 'late heard, confirmed_after_refused'],
    ['failed', 'refused', 'nothing'],
    ['failed', 'expired', 'nothing'],
    ['failed', 'reversed', 'late heard, taken back, confirmed_after_refused'],
    ['failed', 'undone', 'taken back'],
    ['reversed', 'confirmed', 'confirmed_after_reversed'],
    ['reversed', 'refused', 'refused_after_confirmed'],
    ['reversed', 'expired', 'nothing'],
    ['reversed', 'reversed', 'nothing'],
    ['reversed', 'undone', 'nothing'],
  ] as const)(
    '[states.forward] %s that hears %s: %s, whatever the clock says and was stored',
    (status, news, expected) => {
      for (const clock of ['before', 'at', 'after'] as const) {
        expect(inWords(tell(status, news, { clock }))).toBe(expected);
        expect(inWords(tell(status, news, { clock, timely: stored }))).toBe(expected);
      }
    },
  );
});

it('that timed out and is confirmed late contradicts nothing', () => {
  const state = { status: 'failed', completedAt, failureCode: 'network_timeout' } as const;
  const { after } = CLOCKS;
  const known = { clock: after, at: after, timelyConfirmation: null, resolveMarginMs: 0 };
  expect(inWords(transition({ order, state }, NEWS.confirmed, known))).toBe('late heard');
  expect(inWords(transition({ order, state }, NEWS.reversed, known))).toBe('late heard, taken back');
});

describe('within the margin before resolve_by', () => {
  const marginMs = 1_000;

  it.each([
    ['expired', 'release network_timeout'],
    ['confirmed', 'capture heard'],
    ['refused', 'release number_not_eligible'],
  ] as const)('a pending purchase that hears %s: %s', (news, expected) => {
    expect(inWords(tell('pending', news, { marginMs }))).toBe(expected);
  });

  it('a confirmation that was received counts before the purchase expires', () => {
    expect(inWords(tell('pending', 'expired', { marginMs, timely: stored }))).toBe('capture stored');
  });

  it('nothing expires before it begins', () => {
    expect(inWords(tell('pending', 'expired', { marginMs: 0 }))).toBe('nothing');
  });
});

describe('what a step writes', () => {
  it('is dated by the clock read under the lock', () => {
    const clock = CLOCKS.before;
    expect(tell('pending', 'confirmed').moves).toEqual([
      { effect: 'capture', to: { status: 'successful', completedAt: clock, delivery: heard } },
    ]);
    expect(tell('pending', 'refused').moves).toEqual([
      { effect: 'release', to: { status: 'failed', completedAt: clock, failureCode: 'number_not_eligible' } },
    ]);
    expect(tell('successful', 'reversed').moves).toEqual([
      {
        effect: 'refund',
        to: {
          status: 'reversed',
          completedAt,
          delivery: booked,
          reversal: { reversedAt: clock, reason: 'taken back' },
        },
      },
    ]);
  });
});

describe('any news in any order', () => {
  const news = fc.record({
    kind: fc.constantFrom<OutcomeReport['kind']>('confirmed', 'refused', 'expired', 'reversed', 'undone'),
    clock: fc.constantFrom<keyof typeof CLOCKS>('before', 'at', 'after'),
    timely: fc.boolean(),
  });

  it('[events.order] [races.news] moves a purchase forward only, and money at most once each way', () => {
    fc.assert(
      fc.property(fc.array(news, { maxLength: 12 }), (told) => {
        let purchase: Purchase = { order, state: STATES.pending };
        const effects: string[] = [];
        for (const { kind, clock, timely } of told) {
          const known = {
            clock: CLOCKS[clock],
            at: CLOCKS[clock],
            timelyConfirmation: timely ? stored : null,
            resolveMarginMs: 0,
          };
          const step = transition(purchase, NEWS[kind], known);
          const state = stateAfter(purchase, step);
          expect(PURCHASE_STATUSES.indexOf(state.status)).toBeGreaterThanOrEqual(
            PURCHASE_STATUSES.indexOf(purchase.state.status),
          );
          effects.push(...step.moves.map(({ effect }) => effect));
          purchase = { order, state };
        }
        expect(['', 'release', 'capture', 'capture refund']).toContain(effects.join(' '));
      }),
    );
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Delivery,
  type OutcomeReport,
  PURCHASE_STATUSES,
  type Purchase,
  type PurchaseState,
  type PurchaseStatus,
  type Transition,
  transition,
} from '../../../domain/purchase/purchase.ts';
import { orderWith } from '../../support/domain/orders.ts';

const CREATED_AT = new Date('2026-03-01T12:00:00.000Z');
const RESOLVE_BY = new Date('2026-03-01T12:15:00.000Z');
const MARGIN_MS = 1_000;
const CLOCKS = {
  before_margin: new Date(RESOLVE_BY.getTime() - MARGIN_MS - 1),
  before: new Date(RESOLVE_BY.getTime() - 1),
  at: RESOLVE_BY,
  after: new Date(RESOLVE_BY.getTime() + 60_000),
} as const;

const order = orderWith({ createdAt: CREATED_AT, resolveBy: RESOLVE_BY });

const reported: Delivery = {
  confirmedAt: new Date('2026-03-01T12:01:00.000Z'),
  networkReference: 'reported',
};
const stored: Delivery = { confirmedAt: new Date('2026-03-01T12:02:00.000Z'), networkReference: 'stored' };
const booked: Delivery = { confirmedAt: new Date('2026-03-01T12:03:00.000Z'), networkReference: 'booked' };
const completedAt = new Date('2026-03-01T12:04:00.000Z');
const reversal = { reversedAt: new Date('2026-03-01T12:05:00.000Z'), reason: 'reversed by the network' };

const STATES: Readonly<Record<PurchaseStatus, PurchaseState>> = {
  pending: { status: 'pending' },
  successful: { status: 'successful', completedAt, delivery: booked },
  failed: { status: 'failed', completedAt, failureCode: 'number_barred' },
  reversed: { status: 'reversed', completedAt, delivery: booked, reversal },
};

const REPORTS: Readonly<Record<OutcomeReport['kind'], OutcomeReport>> = {
  confirmed: { kind: 'confirmed', delivery: reported },
  refused: { kind: 'refused', code: 'number_not_eligible' },
  expired: { kind: 'expired' },
  reversed: { kind: 'reversed', delivery: reported, reversal },
  voided: { kind: 'voided', code: 'network_rejected', reversal },
};

interface Circumstances {
  readonly clock?: keyof typeof CLOCKS;
  readonly timely?: Delivery;
  readonly marginMs?: number;
}

function decide(
  status: PurchaseStatus,
  report: OutcomeReport['kind'],
  { clock = 'before', timely, marginMs = 0 }: Circumstances = {},
): Transition {
  const at = CLOCKS[clock];
  const known = { clock: at, at, timelyConfirmation: timely ?? null, resolveMarginMs: marginMs };
  return transition({ order, state: STATES[status] }, REPORTS[report], known);
}

/** A transition in one line of words. */
function inWords({ moves, lateConfirmation, reversedLateConfirmation, contradiction }: Transition): string {
  const words = moves.map(({ effect, to }) => {
    if (to.status === 'failed') return `${effect} ${to.failureCode}`;
    return `${effect} ${to.delivery.networkReference}`;
  });
  if (lateConfirmation !== null) words.push(`late ${lateConfirmation.networkReference}`);
  if (reversedLateConfirmation) words.push('late reversed');
  if (contradiction !== null) words.push(contradiction);
  return words.join(', ') || 'nothing';
}

describe('a pending purchase', () => {
  it.each([
    ['confirmed', 'before', 'nothing', 'capture reported'],
    ['confirmed', 'at', 'nothing', 'release network_timeout, late reported'],
    ['confirmed', 'after', 'nothing', 'release network_timeout, late reported'],
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
    ['reversed', 'before', 'nothing', 'capture reported, refund reported'],
    ['reversed', 'at', 'nothing', 'release network_timeout, late reported, late reversed'],
    ['reversed', 'after', 'nothing', 'release network_timeout, late reported, late reversed'],
    ['reversed', 'before', 'a confirmation', 'capture stored, refund stored'],
    ['reversed', 'at', 'a confirmation', 'capture stored, refund stored'],
    ['reversed', 'after', 'a confirmation', 'capture stored, refund stored'],
    ['voided', 'before', 'nothing', 'release network_rejected'],
    ['voided', 'at', 'nothing', 'release network_timeout'],
    ['voided', 'after', 'nothing', 'release network_timeout'],
    ['voided', 'before', 'a confirmation', 'capture stored, refund stored'],
    ['voided', 'after', 'a confirmation', 'capture stored, refund stored'],
  ] as const)(
    '[states.successful] [states.refused] reported %s %s resolve_by, with %s stored in time: %s',
    (report, clock, known, expected) => {
      const timely = known === 'nothing' ? {} : { timely: stored };
      expect(inWords(decide('pending', report, { clock, ...timely }))).toBe(expected);
    },
  );
});

describe('a purchase in a final state', () => {
  it.each([
    ['successful', 'confirmed', 'nothing'],
    ['successful', 'refused', 'refused_after_confirmed'],
    ['successful', 'expired', 'nothing'],
    ['successful', 'reversed', 'refund booked'],
    ['successful', 'voided', 'refund booked'],
    ['failed', 'confirmed', 'late reported, confirmed_after_refused'],
    ['failed', 'refused', 'nothing'],
    ['failed', 'expired', 'nothing'],
    ['failed', 'reversed', 'late reported, late reversed, confirmed_after_refused'],
    ['failed', 'voided', 'late reversed'],
    ['reversed', 'confirmed', 'confirmed_after_reversed'],
    ['reversed', 'refused', 'refused_after_confirmed'],
    ['reversed', 'expired', 'nothing'],
    ['reversed', 'reversed', 'nothing'],
    ['reversed', 'voided', 'nothing'],
  ] as const)(
    '[states.forward] %s, reported %s: %s, at any time and whatever was stored',
    (status, report, expected) => {
      for (const clock of ['before', 'at', 'after'] as const) {
        expect(inWords(decide(status, report, { clock }))).toBe(expected);
        expect(inWords(decide(status, report, { clock, timely: stored }))).toBe(expected);
      }
    },
  );
});

it('a late confirmation after a timeout is no contradiction', () => {
  const state = { status: 'failed', completedAt, failureCode: 'network_timeout' } as const;
  const { after } = CLOCKS;
  const known = { clock: after, at: after, timelyConfirmation: null, resolveMarginMs: 0 };
  expect(inWords(transition({ order, state }, REPORTS.confirmed, known))).toBe('late reported');
  expect(inWords(transition({ order, state }, REPORTS.reversed, known))).toBe('late reported, late reversed');
});

describe('within the margin before resolve_by', () => {
  const marginMs = MARGIN_MS;

  it.each([
    ['expired', 'release network_timeout'],
    ['confirmed', 'capture reported'],
    ['refused', 'release number_not_eligible'],
  ] as const)('a pending purchase, reported %s: %s', (report, expected) => {
    expect(inWords(decide('pending', report, { marginMs }))).toBe(expected);
  });

  it('a confirmation that was stored prevents the timeout', () => {
    expect(inWords(decide('pending', 'expired', { marginMs, timely: stored }))).toBe('capture stored');
  });

  it('no purchase expires before the margin starts', () => {
    expect(inWords(decide('pending', 'expired', { marginMs, clock: 'before_margin' }))).toBe('nothing');
  });
});

describe('what a step writes', () => {
  it('is dated by the clock read under the lock', () => {
    const clock = CLOCKS.before;
    expect(decide('pending', 'confirmed').moves).toEqual([
      { effect: 'capture', to: { status: 'successful', completedAt: clock, delivery: reported } },
    ]);
    expect(decide('pending', 'refused').moves).toEqual([
      { effect: 'release', to: { status: 'failed', completedAt: clock, failureCode: 'number_not_eligible' } },
    ]);
    expect(decide('successful', 'reversed').moves).toEqual([
      {
        effect: 'refund',
        to: {
          status: 'reversed',
          completedAt,
          delivery: booked,
          reversal: { reversedAt: clock, reason: 'reversed by the network' },
        },
      },
    ]);
  });
});

describe('reports in any order', () => {
  const report = fc.record({
    kind: fc.constantFrom<OutcomeReport['kind']>('confirmed', 'refused', 'expired', 'reversed', 'voided'),
    clock: fc.constantFrom<keyof typeof CLOCKS>('before', 'at', 'after'),
    timely: fc.boolean(),
  });

  it('[events.order] [races.news] move a purchase only forward, and money at most once each way', () => {
    fc.assert(
      fc.property(fc.array(report, { maxLength: 12 }), (reports) => {
        let purchase: Purchase = { order, state: STATES.pending };
        const effects: string[] = [];
        for (const { kind, clock, timely } of reports) {
          const known = {
            clock: CLOCKS[clock],
            at: CLOCKS[clock],
            timelyConfirmation: timely ? stored : null,
            resolveMarginMs: 0,
          };
          const step = transition(purchase, REPORTS[kind], known);
          const state = step.moves.at(-1)?.to ?? purchase.state;
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

import type { Reading, Seen, Trace, TraceStep } from '../../../tools/chaos/traces/trace.ts';

const change = (became: Partial<Seen>, clock: Reading | null = null): TraceStep => ({
  what: 'change',
  became,
  clock,
});
const NO_EVENTS = { successful: 0, failed: 0, reversed: 0 };

export const ACCEPTED = change({ status: 'pending' }, 0);
export const fence = (...rows: Seen['fence']) => change({ fence: rows }, null);
const FENCE = change({ fence: ['open'] }, 0);
export const TAKEN = change({ order: 'has', orders: 1 });
export const DELIVERED = change({ order: 'delivered' });
export const REFUSED = change({ order: 'refused' });
export const REVERSED = change({ order: 'reversed' });
export const CONFIRMED = change({ conf: 'timely' });
const CHARGED = change({ status: 'successful', captured: 1, events: { ...NO_EVENTS, successful: 1 } }, 0);
export const REFUNDED = change(
  { status: 'reversed', refunded: 1, events: { ...NO_EVENTS, successful: 1, reversed: 1 } },
  0,
);
const FAILED_SEEN = { status: 'failed', released: 1, events: { ...NO_EVENTS, failed: 1 } } as const;
export const FAILED = change(FAILED_SEEN, 0);
/** It had been sent, so inquiries continue. */
export const TIMED_OUT = change({ ...FAILED_SEEN, lateInq: 'open' }, 2);
export const DENIED: TraceStep = { what: 'denied' };
const TURNED_AWAY: TraceStep = { what: 'turned_away' };

const SENT = [ACCEPTED, FENCE, TAKEN];

/** Courses that purchases take. */
export const TRUE_TRACES: Readonly<Record<string, Trace>> = {
  'an answer that confirms': [...SENT, DELIVERED, CONFIRMED, CHARGED],
  'a callback that confirms': [
    ...SENT,
    DELIVERED,
    change({ cb: 'timely' }),
    CONFIRMED,
    CHARGED,
    change({ cb: 'handled' }),
  ],
  'a refusal': [...SENT, REFUSED, FAILED],
  'an order that was lost, and sent again after the gateway denied it': [
    ACCEPTED,
    FENCE,
    TURNED_AWAY,
    DENIED,
    fence('open', 'open'),
    TAKEN,
    DELIVERED,
    CONFIRMED,
    CHARGED,
  ],
  'an order that certainly did not leave, and was sent again': [
    ACCEPTED,
    FENCE,
    fence('not_submitted'),
    fence('not_submitted', 'open'),
    TAKEN,
    REFUSED,
    FAILED,
  ],
  'no time to send it': [ACCEPTED, change(FAILED_SEEN, 2)],
  'a delivery after the deadline': [
    ...SENT,
    TIMED_OUT,
    DELIVERED,
    change({ conf: 'late' }),
    change({ late: true }),
    change({ lateInq: 'ended' }),
  ],
  'an order that the gateway never got, found out after the deadline': [
    ACCEPTED,
    FENCE,
    TIMED_OUT,
    DENIED,
    change({ lateInq: 'ended' }),
  ],
  'a reversal': [...SENT, DELIVERED, CONFIRMED, CHARGED, REVERSED, REFUNDED],
  'a reversal that was reported first': [...SENT, DELIVERED, REVERSED, FAILED],
  'an operator who ends what the network will not deliver': [
    ...SENT,
    { what: 'by_hand', became: FAILED_SEEN, clock: 0 },
  ],
};

/** Courses that break a promise. The model must refuse the last step of each, and allow what comes before. */
export const WRONG_TRACES: Readonly<Record<string, Trace>> = {
  'a second send while the gateway has the order': [...SENT, fence('open', 'open')],
  'a second send after a submission that may have arrived': [
    ACCEPTED,
    FENCE,
    TURNED_AWAY,
    fence('open', 'open'),
  ],
  'a third send after the inquiry that allowed the second': [
    ACCEPTED,
    FENCE,
    DENIED,
    fence('open', 'open'),
    fence('open', 'open', 'open'),
  ],
  'an order that the gateway took twice': [...SENT, change({ orders: 2 })],
  'a send without a fence': [ACCEPTED, TAKEN],
  'a send without a fence that took no order': [ACCEPTED, TURNED_AWAY],
  'two sends behind one fence': [ACCEPTED, FENCE, TURNED_AWAY, TURNED_AWAY],
  'a fence without time to send': [ACCEPTED, change({ fence: ['open'] }, 1)],
  'a fence after the end': [...SENT, REFUSED, FAILED, fence('open', 'open')],
  'success after failure': [
    ...SENT,
    TIMED_OUT,
    DELIVERED,
    change({ status: 'successful', captured: 1, events: { ...NO_EVENTS, successful: 1, failed: 1 } }),
  ],
  'an event twice': [
    ...SENT,
    DELIVERED,
    CONFIRMED,
    CHARGED,
    change({ events: { ...NO_EVENTS, successful: 2 } }),
  ],
  'an end without its event': [...SENT, REFUSED, change({ status: 'failed', released: 1 }, 0)],
  'a hold that is released twice': [...SENT, REFUSED, FAILED, change({ released: 2 })],
  'a hold that is not released': [
    ...SENT,
    REFUSED,
    change({ status: 'failed', events: { ...NO_EVENTS, failed: 1 } }, 0),
  ],
  'a charge twice': [...SENT, DELIVERED, CONFIRMED, CHARGED, change({ captured: 2 })],
  'a charge without a delivery': [...SENT, CHARGED],
  'a confirmation in time, and a failure': [...SENT, DELIVERED, CONFIRMED, TIMED_OUT],
  'a callback that is done with, and no confirmation': [
    ...SENT,
    DELIVERED,
    change({ cb: 'timely' }),
    change({ cb: 'handled' }),
  ],
  'a confirmation of nothing': [...SENT, CONFIRMED],
  'a timeout before its time': [...SENT, change({ ...FAILED_SEEN, lateInq: 'open' }, 1)],
  'a timeout after which no one inquires': [...SENT, change(FAILED_SEEN, 2)],
  'an inquiry that ends without proof': [ACCEPTED, FENCE, TIMED_OUT, change({ lateInq: 'ended' })],
  'a refund without a reversal': [...SENT, DELIVERED, CONFIRMED, CHARGED, REFUNDED],
};

import { expect, it } from 'vitest';
import { lateDeliveryOf } from '../../../domain/purchase/late-delivery.ts';

const NOW = new Date('2026-11-20T12:00:00.000Z');
const LATER = new Date('2026-11-22T12:00:00.000Z');
const BEFORE = new Date('2026-11-19T12:00:00.000Z');
const confirmed = { confirmedAt: BEFORE, isTakenBack: false, chargedAt: null };

it.each([
  ['nothing was sent', null, null, { status: 'none' }],
  ['the network is still asked', null, { until: LATER, outcome: null }, { status: 'possible', until: LATER }],
  [
    'the time for asking is over',
    null,
    { until: BEFORE, outcome: null },
    { status: 'unknown', until: BEFORE },
  ],
  [
    'the network never said',
    null,
    { until: BEFORE, outcome: 'unknown' },
    { status: 'unknown', until: BEFORE },
  ],
  ['the network refused it', null, { until: LATER, outcome: 'refused' }, { status: 'not_delivered' }],
  [
    'the network never had it',
    null,
    { until: LATER, outcome: 'never_received' },
    { status: 'not_delivered' },
  ],
  ['the network voided it', null, { until: LATER, outcome: 'voided' }, { status: 'not_delivered' }],
  [
    'it was delivered while another gateway is asked',
    confirmed,
    { until: LATER, outcome: null },
    { status: 'delivered', deliveredAt: BEFORE, chargedAt: null },
  ],
  [
    'it was delivered and charged by agreement',
    { ...confirmed, chargedAt: NOW },
    { until: LATER, outcome: 'confirmed' },
    { status: 'delivered', deliveredAt: BEFORE, chargedAt: NOW },
  ],
  [
    'it was delivered and reversed',
    { ...confirmed, isTakenBack: true },
    null,
    { status: 'reversed', deliveredAt: BEFORE, chargedAt: null },
  ],
])('if %s, a late delivery is shown so', (_what, confirmation, inquiry, expected) => {
  expect(lateDeliveryOf({ confirmation, inquiry }, NOW)).toEqual(expected);
});

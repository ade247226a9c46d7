import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { AlertReadings } from '../../domain/alert-readings.ts';
import { judgeAlerts } from '../../domain/alerts.ts';

const NOON = new Date('2026-11-26T12:00:00Z');

const WELL: AlertReadings = {
  now: NOON,
  relayAlive: true,
  temporalReached: true,
  overdue: 0,
  overdueSeconds: 0,
  lateConfirmations: 0,
  contradictions: 0,
  outbox: [{ queue: 'webhooks', waiting: 1_000, oldestSeconds: 60 }],
  retryLateSeconds: 60,
  queues: [{ networkId: 'net_mtn', livemode: true, waiting: 5, oldestSeconds: 300 }],
  networks: [
    {
      networkId: 'net_mtn',
      status: 'unavailable',
      statusMessage: 'maintenance',
      statusUpdatedAt: NOON,
      cause: 'operator',
      wallet: { available: '500.00', currency: 'NGN', minimum: '500' },
    },
  ],
  gatewayAlerts: [
    {
      networkId: 'net_mtn',
      livemode: false,
      route: 'main',
      kind: 'supplier_account',
      detail: '1006',
      firstAt: NOON,
      times: 1,
    },
  ],
  routeWallets: [
    { networkId: 'net_mtn', route: 'main', wallet: { available: '1', currency: 'NGN', minimum: '500' } },
    { networkId: 'net_mtn', route: 'vtpass', wallet: { available: '500', currency: 'NGN', minimum: '500' } },
    { networkId: 'net_mtn', route: 'ding', wallet: null },
  ],
  belowCost: [],
  unclosed: 0,
  verified: { at: new Date('2026-11-26T09:00:00Z'), broken: 0, numbers: [] },
};

const AFTER_MIDNIGHT = new Date('2026-11-26T01:00:00Z');

/** What makes each alert appear, each a step beyond its limit, and what it then says. */
const ILL: readonly (readonly [name: string, readings: Partial<AlertReadings>, facts: object])[] = [
  ['NoWorker', { relayAlive: false, temporalReached: false }, {}],
  ['TemporalAway', { temporalReached: false }, {}],
  ['PurchasesPastResolveBy', { overdue: 3, overdueSeconds: 15.6 }, { count: 3, seconds: 16 }],
  ['LateConfirmation', { lateConfirmations: 2 }, { count: 2 }],
  ['Contradiction', { contradictions: 1 }, { count: 1 }],
  [
    'OutboxOld',
    { outbox: [{ queue: 'temporal', waiting: 4, oldestSeconds: 61 }] },
    { subject: 'temporal', count: 4, seconds: 61 },
  ],
  [
    'WebhookBacklog',
    { outbox: [{ queue: 'deliveries', waiting: 1_001, oldestSeconds: 1 }] },
    { subject: 'deliveries', count: 1_001 },
  ],
  ['WebhookRetriesLate', { retryLateSeconds: 61 }, { seconds: 61 }],
  [
    'NetworkQueueOld',
    { queues: [{ networkId: 'net_glo', livemode: false, waiting: 9, oldestSeconds: 301 }] },
    { subject: 'net_glo', livemode: false, count: 9, seconds: 301 },
  ],
  [
    'NetworkUnavailable',
    { networks: [{ ...network(), cause: 'silent' }] },
    { subject: 'net_mtn', detail: 'silent: maintenance', since: NOON },
  ],
  [
    'SupplierBalanceLow',
    { networks: [{ ...network(), wallet: { available: '499.99', currency: 'NGN', minimum: '500' } }] },
    { subject: 'net_mtn', detail: '499.99 NGN, minimum 500 NGN' },
  ],
  [
    'SupplierBalanceLow',
    {
      routeWallets: [
        { networkId: 'net_mtn', route: 'vtpass', wallet: { available: '4', currency: 'NGN', minimum: '5' } },
      ],
    },
    { subject: 'net_mtn', detail: 'vtpass: 4 NGN, minimum 5 NGN' },
  ],
  [
    'GatewayAlert',
    { gatewayAlerts: WELL.gatewayAlerts.map((one) => ({ ...one, livemode: true })) },
    { subject: 'net_mtn', count: 1, detail: 'supplier_account: 1006' },
  ],
  [
    'GatewayAlert',
    { gatewayAlerts: WELL.gatewayAlerts.map((one) => ({ ...one, livemode: true, route: 'vtpass' })) },
    { subject: 'net_mtn', count: 1, detail: 'vtpass: supplier_account: 1006' },
  ],
  [
    'BundleBelowCost',
    {
      belowCost: [
        { networkId: 'net_mtn', bundleId: 'bnd_a', route: 'main' },
        { networkId: 'net_mtn', bundleId: 'bnd_b', route: 'main' },
        { networkId: 'net_mtn', bundleId: 'bnd_b', route: 'vtpass' },
      ],
    },
    { subject: 'net_mtn', count: 2, detail: 'bnd_a, bnd_b (main, vtpass)' },
  ],
  [
    'InvariantBroken',
    { verified: { at: NOON, broken: 2, numbers: [3, 13] } },
    { count: 2, detail: '3, 13', since: NOON },
  ],
  ['VerifierSilent', { verified: null }, { seconds: null, since: null }],
  ['StatementsUnclosed', { unclosed: 4 }, { count: 4 }],
];

function network() {
  const [first] = WELL.networks;
  if (first === undefined) throw new Error('there is a network');
  return first;
}

it('at their limits, nothing is wrong', () => {
  expect(judgeAlerts(WELL)).toEqual([]);
});

it.each(ILL)('%s is the only alert if only its limit is passed', (name, readings, facts) => {
  expect(judgeAlerts({ ...WELL, ...readings })).toEqual([expect.objectContaining({ name, ...facts })]);
});

it('a day may stay open for three hours after midnight', () => {
  const verified = { at: AFTER_MIDNIGHT, broken: 0, numbers: [] };
  expect(judgeAlerts({ ...WELL, verified, unclosed: 4, now: AFTER_MIDNIGHT })).toEqual([]);
});

it('the most urgent come first', () => {
  const found = judgeAlerts({ ...WELL, lateConfirmations: 1, retryLateSeconds: 90, overdueSeconds: 20 });
  expect(found.map(({ name }) => name)).toEqual([
    'PurchasesPastResolveBy',
    'LateConfirmation',
    'WebhookRetriesLate',
  ]);
});

it('each has the severity of its rule in Prometheus, which has more', () => {
  const path = join(import.meta.dirname, '..', '..', 'deploy', 'monitoring', 'prometheus', 'alerts.yml');
  const rules = [...readFileSync(path, 'utf8').matchAll(/alert: (\w+)[\s\S]*?severity: (\w+)/g)];
  const severities = new Map(rules.map(([, name = '', severity = '']) => [name, severity]));
  for (const [name, readings] of ILL) {
    const [found] = judgeAlerts({ ...WELL, ...readings });
    expect([name, found?.severity]).toEqual([name, severities.get(name)]);
  }
  for (const [name] of ILL) severities.delete(name);
  expect([...severities.keys()].toSorted()).toEqual([
    'ApiAway',
    'ApiFailing',
    'DatabaseAway',
    'Deadlock',
    'MonthsMissing',
  ]);
});

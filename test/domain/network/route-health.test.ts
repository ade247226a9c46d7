import { expect, it } from 'vitest';
import { healthyState } from '../../../domain/network/health-phase.ts';
import type { Phase } from '../../../domain/network/health-reading.ts';
import { bestRoute, type JudgedRoute } from '../../../domain/network/route-health.ts';

const judged = (route: string, phase: Phase, change: Partial<JudgedRoute> = {}): JudgedRoute => ({
  route,
  state: { ...healthyState(new Date(0)), phase },
  wallet: null,
  isDraining: false,
  ...change,
});
const LOW = { available: '9.99', minimum: '10' };

it.each<[string, readonly JudgedRoute[], string | null]>([
  ['the only one', [judged('a', 'unavailable')], 'a'],
  ['the healthier one', [judged('a', 'unavailable'), judged('b', 'degraded')], 'b'],
  ['one that recovers before a degraded one', [judged('a', 'degraded'), judged('b', 'half_open')], 'b'],
  [
    'one whose wallet is not low',
    [judged('a', 'operational', { wallet: LOW }), judged('b', 'operational')],
    'b',
  ],
  [
    'a healthy one with a low wallet before one that is down',
    [judged('a', 'operational', { wallet: LOW }), judged('b', 'unavailable')],
    'a',
  ],
  [
    'none that is draining',
    [judged('a', 'operational', { isDraining: true }), judged('b', 'unavailable')],
    'b',
  ],
  [
    'the worst if all are draining',
    [judged('a', 'operational', { isDraining: true }), judged('b', 'unavailable', { isDraining: true })],
    'b',
  ],
  ['none of none', [], null],
])('a network has the health of %s', (_, routes, name) => {
  expect(bestRoute(routes)?.route ?? null).toBe(name);
});

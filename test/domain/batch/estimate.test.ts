import { expect, it } from 'vitest';
import { estimateCompletion, type NetworkProgress } from '../../../domain/batch/estimate.ts';

const from = new Date('2026-11-21T10:00:00.000Z');

function progress(over: Partial<NetworkProgress>): NetworkProgress {
  return { waiting: 0, pending: 0, perSecond: 10, resolveWithinMs: 900_000, ...over };
}

it.each([
  ['nothing is left', [progress({})], 0],
  [
    'waiting and pending rows complete at the observed rate',
    [progress({ waiting: 90, pending: 10 })],
    10_000,
  ],
  [
    'the slowest network decides',
    [progress({ waiting: 100 }), progress({ waiting: 100, perSecond: 1 })],
    100_000,
  ],
  ['pending rows end by resolve_by', [progress({ pending: 10, perSecond: 0 })], 900_000],
  ['a network without rows needs no rate', [progress({ waiting: 10 }), progress({ perSecond: null })], 1_000],
])('estimates the end: %s', (_name, networks, expectedMs) => {
  expect(estimateCompletion(from, networks)?.getTime()).toBe(from.getTime() + expectedMs);
});

it.each([
  ['an unknown rate', [progress({ waiting: 1, perSecond: null })]],
  ['a network that is silent', [progress({ waiting: 1, perSecond: 0 })]],
  ['a date more than a month away', [progress({ waiting: 1_000_000, perSecond: 0.01 })]],
])('gives no date for %s', (_name, networks) => {
  expect(estimateCompletion(from, networks)).toBeNull();
});

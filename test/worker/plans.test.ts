import { describe, expect, it } from 'vitest';
import type { NetworkQueue } from '../../db/networks/networks.ts';
import { networkQueue } from '../../domain/network/queues.ts';
import { planWorkers, type WorkerActivities } from '../../worker/plans.ts';
import { CACHED_WORKFLOWS_MAX } from '../../worker/temporal/workers.ts';

/** None is called here. */
const NO_ACTIVITIES: WorkerActivities = Object.create(null);

function queuesOf(networks: number, modes: readonly boolean[]): NetworkQueue[] {
  return Array.from({ length: networks }, (_, nth) => nth).flatMap((nth) =>
    modes.map((livemode) => ({
      queue: networkQueue(`net_${nth}`, livemode),
      networkId: `net_${nth}`,
      livemode,
      ratePerSecond: 10,
      inFlightMax: 100,
    })),
  );
}

function cachesOf(queues: readonly NetworkQueue[]): Map<string, number> {
  const plans = planWorkers(NO_ACTIVITIES, queues);
  return new Map(plans.map(({ taskQueue, cachedWorkflows }) => [taskQueue, cachedWorkflows]));
}

describe('the workflows that a process caches', () => {
  it.each([
    ['eight queues of four networks', queuesOf(4, [true, false])],
    ['the queues of a hundred networks', queuesOf(100, [true, false])],
    ['a single live queue', queuesOf(1, [true])],
    ['test queues alone', queuesOf(3, [false])],
    ['no network queue', []],
  ])('are no more than the process has memory for, with %s', (_, queues) => {
    const caches = [...cachesOf(queues).values()];
    expect(caches.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(CACHED_WORKFLOWS_MAX);
    expect(Math.min(...caches)).toBeGreaterThanOrEqual(2);
  });

  it('are for the most part those of live networks', () => {
    const caches = cachesOf(queuesOf(4, [true, false]));
    expect(caches.get(networkQueue('net_0', true))).toBe(187);
    expect(caches.get(networkQueue('net_0', false))).toBe(41);
  });
});

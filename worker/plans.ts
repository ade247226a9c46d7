import type { BatchActivities } from '../activities/batches.ts';
import type { PurchaseActivities } from '../activities/purchase.ts';
import type { RecurrenceActivities } from '../activities/recurrences.ts';
import type { WebhookActivities } from '../activities/webhooks.ts';
import type { NetworkQueue } from '../db/networks/networks.ts';
import { type NetworkRoutes, ONE_ROUTE_EACH } from '../services/purchases/ports.ts';
import { CALLS_MAX } from '../services/purchases/routes/calls.ts';
import { TASK_QUEUES } from '../workflows/names.ts';
import { BATCH_RELEASES_MAX } from './pools.ts';
import { CACHED_WORKFLOWS_MAX, type WorkerPlan } from './temporal/workers.ts';

/** What the workflows of a process may call. */
export interface WorkerActivities {
  readonly purchases: PurchaseActivities;
  readonly webhooks: WebhookActivities;
  readonly batches: BatchActivities & RecurrenceActivities;
}

/** Of the cached workflows of a process. */
const LIVE_PART = 3 / 4;
/** The least that the SDK accepts. */
const CACHED_WORKFLOWS_MIN = 2;

/**
 * Divides the cache of the process among its Temporal workers: three quarters for those of live networks, the rest for the
 * others. A process without a live network gives everything to the others.
 */
function cacheShares(live: number, others: number): { readonly live: number; readonly others: number } {
  const ofLive = live === 0 ? 0 : CACHED_WORKFLOWS_MAX * LIVE_PART;
  const each = (part: number, workers: number) =>
    Math.max(CACHED_WORKFLOWS_MIN, Math.floor(part / Math.max(1, workers)));
  return { live: each(ofLive, live), others: each(CACHED_WORKFLOWS_MAX - ofLive, others) };
}

/** Where several gateways share a worker, it has a slot for each call that the routes allow. */
const ROUTED_ACTIVITIES_MAX = CALLS_MAX.submit + CALLS_MAX.inquiry;

/**
 * One Temporal worker per network queue, one for webhook retries, one for batches. Those of live networks start first, those of
 * test networks last. The others may start a second later, because no purchase waits for them.
 */
export function planWorkers(
  activities: WorkerActivities,
  queues: readonly NetworkQueue[],
  routes: Pick<NetworkRoutes, 'of'> = ONE_ROUTE_EACH,
): WorkerPlan[] {
  const liveCount = queues.filter(({ livemode }) => livemode).length;
  const cache = cacheShares(liveCount, queues.length - liveCount + Object.keys(TASK_QUEUES).length);
  const networks = (live: boolean): WorkerPlan[] =>
    queues
      .filter(({ livemode }) => livemode === live)
      .map(({ queue, networkId, ratePerSecond }) => ({
        taskQueue: queue,
        activities: activities.purchases,
        ...(routes.of(networkId, live).length > 1 ? { activitiesMax: ROUTED_ACTIVITIES_MAX } : {}),
        // Inquiries may use the same rate at the carrier as sends.
        activitiesPerSecond: ratePerSecond,
        cachedWorkflows: live ? cache.live : cache.others,
        starts: live ? 'first' : 'later',
      }));
  return [
    ...networks(true),
    {
      taskQueue: TASK_QUEUES.webhooks,
      activities: activities.webhooks,
      cachedWorkflows: cache.others,
      starts: 'later',
    },
    {
      taskQueue: TASK_QUEUES.batches,
      activities: activities.batches,
      activitiesMax: BATCH_RELEASES_MAX,
      cachedWorkflows: cache.others,
      starts: 'later',
    },
    ...networks(false),
  ];
}

import type { Logger } from 'pino';
import { createBatchActivities } from '../activities/batches.ts';
import { createPurchaseActivities } from '../activities/purchase.ts';
import { createStatementActivities } from '../activities/statements.ts';
import { createWebhookActivities } from '../activities/webhooks.ts';
import type { NetworkQueue } from '../db/networks.ts';
import { TASK_QUEUES } from '../workflows/names.ts';
import type { WorkerParts } from './parts.ts';
import type { WorkerPlan } from './temporal-workers.ts';

/** Releases at once; each holds a connection of the batch pool while the lane works. */
export const BATCH_RELEASES_MAX = 8;

/** Upkeep is slow work that nobody waits for. */
const UPKEEP_MAX = 2;

/**
 * One Temporal worker a network queue, one for webhook retries, one for batches, one for upkeep. Those of live networks run
 * first, those of test networks last: what the others do begins a second later, and nobody's money waits for it.
 */
export function planWorkers(parts: WorkerParts, queues: readonly NetworkQueue[], log: Logger): WorkerPlan[] {
  const purchases = createPurchaseActivities({ ...parts, pool: parts.wayPool });
  const networks = (live: boolean): WorkerPlan[] =>
    queues
      .filter(({ livemode }) => livemode === live)
      .map(({ queue, ratePerSecond }) => ({
        taskQueue: queue,
        activities: purchases,
        // Inquiries have as much of the carrier as its sends have.
        activitiesPerSecond: ratePerSecond,
        starts: live ? 'first' : 'later',
      }));
  return [
    ...networks(true),
    {
      taskQueue: TASK_QUEUES.webhooks,
      activities: createWebhookActivities(parts.deliveries),
      starts: 'later',
    },
    {
      taskQueue: TASK_QUEUES.batches,
      activities: createBatchActivities({ ...parts, pool: parts.batchPool }),
      activitiesMax: BATCH_RELEASES_MAX,
      starts: 'later',
    },
    {
      taskQueue: TASK_QUEUES.upkeep,
      activities: createStatementActivities({ ...parts, log }),
      activitiesMax: UPKEEP_MAX,
      starts: 'later',
    },
    ...networks(false),
  ];
}

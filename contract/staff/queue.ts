import { z } from 'zod';
import { DateTime, namedList } from '../common.ts';
import { OF_ACCOUNT, staffList } from './common.ts';
import { StaffFailingEndpoint } from './lists.ts';

const WAITS = {
  waiting: z.int().describe('Rows that wait for a worker.'),
  taken: z.int().describe('Rows that a worker has taken, or that are paused.'),
  oldest_at: DateTime.nullable().describe('Since when the oldest row is there; null for none.'),
};

const Lane = z
  .object({
    account_id: OF_ACCOUNT.account_id.nullable().describe('Id of the account; null for what concerns none.'),
    account_name: OF_ACCOUNT.account_name
      .nullable()
      .describe('Name of the account; null for what concerns none.'),
    livemode: OF_ACCOUNT.livemode.nullable().describe('Whether the account is live; null for none.'),
    ...WAITS,
  })
  .meta({ id: 'StaffQueueLane', description: 'What one account has in a queue.' });

export const StaffQueue = z
  .object({
    object: z.literal('queue').describe('Always `queue`.'),
    name: z.string().meta({
      description: 'Name of the queue, as in the metric `outbox_waiting`.',
      examples: ['network.mtn_ng'],
    }),
    network_id: z.string().nullable().describe('The network whose purchases start from it; null for others.'),
    livemode: z
      .boolean()
      .nullable()
      .describe('Whether these are live purchases; null if it is no queue of a network.'),
    ...WAITS,
    in_flight: z
      .int()
      .nullable()
      .describe('Purchases that were started and are pending; null if it is no queue of a network.'),
    in_flight_max: z.int().nullable().describe('How many may be; null if it is no queue of a network.'),
    rate_per_second: z
      .number()
      .nullable()
      .describe('How many are started per second at most; null if it is no queue of a network.'),
    lanes: z.int().describe('How many accounts have rows in it. Accounts take turns.'),
    longest_lanes: z.array(Lane).describe('Up to 10 of them, those with the most rows first.'),
  })
  .meta({ id: 'StaffQueue', description: 'A queue of the outbox: what workers must still do.' });
export type StaffQueue = z.output<typeof StaffQueue>;

export const StaffQueueList = staffList('StaffQueueList', StaffQueue);

export const StaffQueuedEndpoint = StaffFailingEndpoint.extend({
  standing: z
    .enum(['proven', 'unproven', 'failing'])
    .describe('`failing` ones have their own queue, so that others do not wait for them.'),
  oldest_at: DateTime.nullable().describe('Since when the oldest attempt waits; null for none.'),
  retrying: z
    .int()
    .describe(
      'Events of the last two days that were tried and wait for the time of their next attempt; 1001 stands for more than 1000.',
    ),
  failed_two_days: z
    .int()
    .describe(
      'Events of the last two days that are no longer tried; 1001 stands for more than 1000. The last attempt is made a day after the first.',
    ),
}).meta({
  id: 'StaffQueuedEndpoint',
  description: 'A webhook endpoint for which attempts wait, or whose last attempt failed.',
});
export type StaffQueuedEndpoint = z.output<typeof StaffQueuedEndpoint>;

export const StaffQueuedEndpointList = namedList('StaffQueuedEndpointList', StaffQueuedEndpoint);

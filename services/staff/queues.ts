import type { Pool } from 'pg';
import type { StaffQueue, StaffQueuedEndpoint } from '../../contract/staff/queue.ts';
import type { QueuedEndpoint } from '../../db/endpoints/queued.ts';
import { type Lane, readLanes } from '../../db/outbox/lanes.ts';
import { type QueueState, readQueueStates } from '../../db/outbox/queue-states.ts';
import { OWN_QUEUES } from '../../domain/network/queues.ts';
import { judgeStanding } from '../../domain/webhook/endpoint-standing.ts';
import { renderFailingEndpoint } from './lists.ts';

/** Accounts that are shown of each queue. */
const LANES_SHOWN = 10;

/** Every queue of the outbox with what waits in it, also if it is empty: those of networks first. */
export async function listQueues(pool: Pool): Promise<StaffQueue[]> {
  const [networks, lanes] = await Promise.all([readQueueStates(pool), readLanes(pool, LANES_SHOWN)]);
  const states = new Map(networks.map((state) => [state.queue, state]));
  const names = new Set([...states.keys(), ...OWN_QUEUES, ...lanes.map(({ queue }) => queue)]);
  return [...names].map((name) =>
    render(
      name,
      states.get(name) ?? null,
      lanes.filter(({ queue }) => queue === name),
    ),
  );
}

function render(name: string, state: QueueState | null, lanes: readonly Lane[]): StaffQueue {
  const [first] = lanes;
  return {
    object: 'queue',
    name,
    network_id: state?.networkId ?? null,
    livemode: state?.livemode ?? null,
    waiting: first?.queueWaiting ?? 0,
    taken: first?.queueTaken ?? 0,
    oldest_at: first?.queueOldestAt.toISOString() ?? null,
    in_flight: state?.inFlight ?? null,
    in_flight_max: state?.inFlightMax ?? null,
    rate_per_second: state?.ratePerSecond ?? null,
    lanes: first?.lanes ?? 0,
    longest_lanes: lanes.map(({ account, waiting, taken, oldestAt }) => ({
      account_id: account?.id ?? null,
      account_name: account?.name ?? null,
      livemode: account?.livemode ?? null,
      waiting,
      taken,
      oldest_at: oldestAt.toISOString(),
    })),
  };
}

export function renderQueuedEndpoint(endpoint: QueuedEndpoint): StaffQueuedEndpoint {
  const { record, oldestAt, retrying, failed } = endpoint;
  return {
    ...renderFailingEndpoint(endpoint),
    standing: judgeStanding(record),
    oldest_at: oldestAt?.toISOString() ?? null,
    retrying,
    failed_two_days: failed,
  };
}

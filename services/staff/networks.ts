import type { Pool } from 'pg';
import type { StaffNetwork } from '../../contract/staff/network.ts';
import { listNetworkHealth, type NetworkHealth } from '../../db/networks/override.ts';
import { listRouteNames } from '../../db/networks/route-names.ts';
import { readQueueStates } from '../../db/outbox/queue-states.ts';

/** A network with its health, and how many live orders are in progress there. */
export interface NetworkState extends NetworkHealth {
  readonly inFlight: number;
  readonly inFlightMax: number;
  /** Its gateways about which anything is on record, the main one first. */
  readonly gateways: readonly string[];
}

/** Every network, in order of id. */
export async function listNetworkStates(pool: Pool): Promise<NetworkState[]> {
  const [networks, queues, routes] = await Promise.all([
    listNetworkHealth(pool),
    readQueueStates(pool),
    listRouteNames(pool),
  ]);
  return networks.map((network) => {
    const queue = queues.find(({ networkId, livemode }) => livemode && networkId === network.networkId);
    return {
      ...network,
      inFlight: queue?.inFlight ?? 0,
      inFlightMax: queue?.inFlightMax ?? 0,
      gateways: routes.get(network.networkId) ?? [],
    };
  });
}

export function renderNetworkState(state: NetworkState): StaffNetwork {
  const { wallet, overrideStatus, overrideUntil } = state;
  return {
    id: state.networkId,
    object: 'network',
    name: state.name,
    status: state.status,
    status_message: state.statusMessage,
    status_updated_at: state.statusUpdatedAt.toISOString(),
    cause: state.cause,
    judged_at: state.judgedAt?.toISOString() ?? null,
    override:
      overrideStatus === null
        ? null
        : { status: overrideStatus, until: overrideUntil?.toISOString() ?? null },
    wallet:
      wallet === null
        ? null
        : {
            available: wallet.available,
            currency: wallet.currency,
            minimum: wallet.minimum,
            read_at: wallet.readAt.toISOString(),
          },
    calls: state.calls,
    troubles: state.troubles,
    waiting: state.waiting,
    in_flight: state.inFlight,
    in_flight_max: state.inFlightMax,
    gateways: [...state.gateways],
  };
}

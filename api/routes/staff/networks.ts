import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { readCallMinutes } from '../../../db/networks/gateway-calls.ts';
import { listNetworkStates, renderNetworkState } from '../../../services/staff/networks.ts';
import { type StaffDeps, unknownToStaff } from './deps.ts';
import { whole } from './list.ts';
import { NETWORK_CALLS, NETWORKS } from './schemas.ts';

const may = { staffRight: 'networks:read' } as const;

/** /v1/staff/networks. */
export function staffNetworkRoutes({ pools: { reads: pool } }: StaffDeps): FastifyPluginAsyncZod {
  return async (app) => {
    app.get('/networks', { schema: NETWORKS, config: may }, async () =>
      whole((await listNetworkStates(pool)).map(renderNetworkState)),
    );

    app.get('/networks/:network_id/minutes', { schema: NETWORK_CALLS, config: may }, async ({ params }) => {
      const { network_id: networkId } = params;
      const networks = await listNetworkStates(pool);
      if (!networks.some((network) => network.networkId === networkId))
        throw unknownToStaff('network', 'network_id');
      const minutes = await readCallMinutes(pool, networkId);
      return whole(
        minutes.map(({ at, meanMs, ...counts }) => ({ at: at.toISOString(), ...counts, mean_ms: meanMs })),
      );
    });
  };
}

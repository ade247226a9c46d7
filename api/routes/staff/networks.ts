import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { FIELD_RULES } from '../../../contract/field-rules.ts';
import { HISTORY_RANGES, readCallHistory } from '../../../db/networks/call-history.ts';
import { readCallMinutes } from '../../../db/networks/gateway-calls.ts';
import { clearOverride, overrideNetwork } from '../../../db/networks/override.ts';
import { listNetworkStates, renderNetworkState } from '../../../services/staff/networks.ts';
import { apiError } from '../../plugins/api-error.ts';
import { staffActor } from '../../plugins/sessions/staff-rights.ts';
import { CLEAR_OVERRIDE, OVERRIDE } from './command-schemas.ts';
import { type StaffDeps, unknownToStaff } from './deps.ts';
import { whole } from './list.ts';
import { NETWORK_CALLS, NETWORKS } from './schemas.ts';

const UNKNOWN = () => unknownToStaff('network', 'network_id');
const may = { staffRight: 'networks:read' } as const;

/** /v1/staff/networks. */
export function staffNetworkRoutes({ pools: { reads: pool } }: StaffDeps): FastifyPluginAsyncZod {
  const find = async (networkId: string) => {
    const network = (await listNetworkStates(pool)).find((one) => one.networkId === networkId);
    if (network === undefined) throw UNKNOWN();
    return renderNetworkState(network);
  };
  return async (app) => {
    app.get('/networks', { schema: NETWORKS, config: may }, async () =>
      whole((await listNetworkStates(pool)).map(renderNetworkState)),
    );

    const changes = { staffRight: 'networks:write' } as const;
    app.post('/networks/:network_id/override', { schema: OVERRIDE, config: changes }, async (request) => {
      const { status, message = null, minutes, reason } = request.body;
      if ((status === 'operational') !== (message === null)) {
        const values = { field: 'message', rule: FIELD_RULES.override_message };
        throw apiError('field_invalid', { values, param: 'message' });
      }
      const networkId = request.params.network_id;
      const until = minutes === undefined ? null : new Date(Date.now() + minutes * 60_000);
      const override = { networkId, status, message, until };
      if (!(await overrideNetwork(pool, override, staffActor(request, reason)))) throw UNKNOWN();
      return find(networkId);
    });

    app.post('/networks/:network_id/clear', { schema: CLEAR_OVERRIDE, config: changes }, async (request) => {
      const networkId = request.params.network_id;
      if (!(await clearOverride(pool, networkId, staffActor(request, request.body.reason))))
        throw unknownToStaff('network with an override', 'network_id');
      return find(networkId);
    });

    app.get(
      '/networks/:network_id/minutes',
      { schema: NETWORK_CALLS, config: may },
      async ({ params, query }) => {
        const { network_id: networkId } = params;
        const { range } = query;
        await find(networkId);
        const intervals =
          range === 'hour'
            ? await readCallMinutes(pool, networkId)
            : await readCallHistory(pool, networkId, range);
        const { seconds } = HISTORY_RANGES[range];
        return whole(
          intervals.map(({ at, meanMs, ...counts }) => ({
            at: at.toISOString(),
            seconds,
            ...counts,
            mean_ms: meanMs,
          })),
        );
      },
    );
  };
}

import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { NamedId, NoQuery, namedList, Page } from '../../../contract/common.ts';
import {
  RequestReconciliation,
  StaffReconciliationRequest,
} from '../../../contract/staff/reconciliation-request.ts';
import { readNetworks } from '../../../db/networks/networks.ts';
import {
  findReconciliationRequest,
  listReconciliationRequests,
  requestReconciliation,
} from '../../../db/reconciliations/requests.ts';
import { type ReconciliationRequestId, readId } from '../../../domain/ids.ts';
import { isUtcDay } from '../../../domain/money/statement.ts';
import { MAIN_ROUTE } from '../../../domain/network/route.ts';
import { renderReconciliationRequest } from '../../../services/reconciliations/render.ts';
import { staffActor } from '../../plugins/sessions/staff-rights.ts';
import { type StaffDeps, unknownToStaff } from './deps.ts';
import { idIn, staffPage } from './list.ts';
import { COMMAND_REFUSALS, FOUND, READ_REFUSALS } from './responses.ts';

const REQUEST = {
  tags: ['Networks'],
  operationId: 'requestReconciliation',
  summary: 'Compare a day with the list of a gateway',
  description:
    'A worker takes it within seconds. It can take minutes: read the request until it is `done` or `failed`. Differences are booked as `gateway reconcile` books them. While a request for the same day of the same gateway is open, the answer is that request.',
  querystring: NoQuery,
  body: RequestReconciliation,
  response: { 200: StaffReconciliationRequest, ...COMMAND_REFUSALS },
};

const REQUESTS = {
  tags: ['Networks'],
  operationId: 'listReconciliationRequests',
  summary: 'List requested comparisons with the lists of gateways, newest first',
  querystring: z.strictObject({
    network_id: NamedId.optional().meta({ description: 'Only this network.', examples: ['net_mtn_ng'] }),
    ...Page,
  }),
  response: {
    200: namedList('StaffReconciliationRequestList', StaffReconciliationRequest),
    ...READ_REFUSALS,
  },
};

const ONE = {
  tags: ['Networks'],
  operationId: 'getReconciliationRequest',
  summary: 'Get a requested comparison, with what it found or why it failed',
  querystring: NoQuery,
  params: z.object({ request_id: NamedId.describe('Id of the request.') }),
  response: { 200: StaffReconciliationRequest, ...READ_REFUSALS, ...FOUND },
};

/** /v1/staff/reconciliation-requests: comparisons that workers run, because no process of the API asks a gateway for a list. */
export function staffReconciliationRoutes({
  pools: { reads: pool },
  cursors,
}: StaffDeps): FastifyPluginAsyncZod {
  return async (app) => {
    const path = '/reconciliation-requests';
    // As for the command `gateway reconcile`: differences settle purchases.
    const resolves = { staffRight: 'purchases:resolve' } as const;
    app.post(path, { schema: REQUEST, config: resolves }, async (request) => {
      const { network_id: networkId, date: day, livemode = true, route = MAIN_ROUTE, reason } = request.body;
      const networks = await readNetworks(pool);
      if (!networks.some(({ id }) => id === networkId)) throw unknownToStaff('network', 'network_id');
      if (!isUtcDay(day)) throw new TypeError(`${day} was not checked`);
      const requester = staffActor(request, reason);
      const stored = await requestReconciliation(pool, { networkId, livemode, route, day }, requester);
      return renderReconciliationRequest(stored.request);
    });

    const may = { staffRight: 'networks:read' } as const;
    app.get(path, { schema: REQUESTS, config: may }, ({ query }) =>
      staffPage(cursors, {
        endpoint: 'reconciliation-requests',
        query,
        render: renderReconciliationRequest,
        readPosition: ([id]) => idIn('rcn', id),
        positionOf: ({ id }) => [id],
        find: (after: ReconciliationRequestId | null, count) =>
          listReconciliationRequests(pool, query.network_id ?? null, after, count),
      }),
    );
    app.get(`${path}/:request_id`, { schema: ONE, config: may }, async ({ params }) => {
      const id = readId('rcn', params.request_id);
      const found = id === null ? null : await findReconciliationRequest(pool, id);
      if (found === null) throw unknownToStaff('requested reconciliation', 'request_id');
      return renderReconciliationRequest(found);
    });
  };
}

import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { NoQuery } from '../../../contract/common.ts';
import { StaffQueuedEndpointList, StaffQueueList } from '../../../contract/staff/queue.ts';
import { listQueuedEndpoints } from '../../../db/endpoints/queued.ts';
import { listQueues, renderQueuedEndpoint } from '../../../services/staff/queues.ts';
import type { StaffDeps } from './deps.ts';
import { whole } from './list.ts';
import { READ_REFUSALS } from './responses.ts';
import { WorstFirstPage, worstFirstPage } from './worst-first.ts';

const QUEUES = {
  tags: ['Queues'],
  operationId: 'listQueues',
  summary: 'List the queues of the outbox, with what waits in them and for which accounts',
  description:
    'Those of networks first. What has waited for more than a minute needs a look, unless its network is at its pace.',
  querystring: NoQuery,
  response: { 200: StaffQueueList, ...READ_REFUSALS },
};

const ENDPOINTS = {
  tags: ['Queues'],
  operationId: 'listQueuedEndpoints',
  summary: 'List webhook endpoints for which attempts wait or fail, those with the most that waits first',
  description:
    'The first page has those with the most that waits. Later pages have the others in an order that does not change, so that none is repeated. Endpoints that clients have disabled are left out.',
  querystring: WorstFirstPage,
  response: { 200: StaffQueuedEndpointList, ...READ_REFUSALS },
};

/** What workers must still do. */
export function staffQueueRoutes({ pools: { reads: pool }, cursors }: StaffDeps): FastifyPluginAsyncZod {
  return async (app) => {
    const may = { staffRight: 'system:read' } as const;
    app.get('/queues', { schema: QUEUES, config: may }, async () => whole(await listQueues(pool)));
    app.get('/queues/webhook-endpoints', { schema: ENDPOINTS, config: may }, ({ query }) =>
      worstFirstPage(cursors, {
        endpoint: 'queues/webhook-endpoints',
        query,
        render: renderQueuedEndpoint,
        find: (after, count) => listQueuedEndpoints(pool, after, count),
      }),
    );
  };
}

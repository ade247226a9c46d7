import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { NoQuery, Page } from '../../../contract/common.ts';
import { StaffQueuedEndpointList, StaffQueueList } from '../../../contract/staff/queue.ts';
import { listQueuedEndpoints, type QueuedPosition } from '../../../db/endpoints/queued.ts';
import { listQueues, renderQueuedEndpoint } from '../../../services/staff/queues.ts';
import type { StaffDeps } from './deps.ts';
import { countIn, endpointIn, staffPage, whole } from './list.ts';
import { READ_REFUSALS } from './responses.ts';

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
  description: 'Endpoints that clients have disabled are left out.',
  querystring: z.strictObject(Page),
  response: { 200: StaffQueuedEndpointList, ...READ_REFUSALS },
};

/** What workers must still do. */
export function staffQueueRoutes({ pools: { reads: pool }, cursors }: StaffDeps): FastifyPluginAsyncZod {
  return async (app) => {
    const may = { staffRight: 'system:read' } as const;
    app.get('/queues', { schema: QUEUES, config: may }, async () => whole(await listQueues(pool)));
    app.get('/queues/webhook-endpoints', { schema: ENDPOINTS, config: may }, ({ query }) =>
      staffPage(cursors, {
        endpoint: 'queues/webhook-endpoints',
        query,
        readFirst: Number(query.limit) + 1,
        render: renderQueuedEndpoint,
        readPosition: ([waiting, failures, account, endpoint]): QueuedPosition => ({
          waiting: countIn(waiting),
          failures: countIn(failures),
          ...endpointIn(account, endpoint),
        }),
        positionOf: ({ waiting, record, accountId, endpointId }) => [
          String(waiting),
          String(record.failures),
          accountId,
          endpointId ?? '',
        ],
        find: (after, count) => listQueuedEndpoints(pool, after, count),
      }),
    );
  };
}

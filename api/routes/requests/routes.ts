import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { DateTime } from '../../../contract/common.ts';
import { renderLoggedRequest, renderRequestDetails } from '../../../contract/requests/logged-request.ts';
import {
  findRequest,
  type RequestFilter,
  type RequestPosition,
  searchRequests,
} from '../../../db/requests/request-log.ts';
import { type AccountId, readId } from '../../../domain/ids.ts';
import { apiError } from '../../plugins/api-error.ts';
import type { ApiPools } from '../../pools.ts';
import type { PageDeps } from '../batch-pages.ts';
import { foreignCursor } from '../cursor.ts';
import { readPage } from '../page.ts';
import { GET, LIST, type RequestQuery } from './schemas.ts';

export interface RequestRoutesDeps extends PageDeps {
  readonly pools: Pick<ApiPools, 'own' | 'reads'>;
}

const config = { right: 'requests:read' } as const;

/** /v1/requests: the log of requests, for developers of clients. */
export function requestRoutes(deps: RequestRoutesDeps): FastifyPluginAsyncZod {
  return async (app) => {
    app.get('/requests', { schema: LIST, config }, async ({ caller, query, rights }, reply) => {
      const { accountId } = caller;
      const seesNumbers = rights.has('numbers:read');
      return deps.lists.make(reply, accountId, () => listPage(deps, accountId, query, seesNumbers));
    });

    app.get('/requests/:request_id', { schema: GET, config }, async ({ caller, params, rights }) => {
      const { accountId } = caller;
      const id = readId('req', params.request_id);
      const found = id === null ? null : await findRequest(deps.pools.own.of(accountId), accountId, id);
      if (found === null) throw apiError('request_not_logged');
      return renderRequestDetails(found, rights.has('numbers:read'));
    });
  };
}

function listPage(
  { pools, cursors, lists }: RequestRoutesDeps,
  accountId: AccountId,
  { limit, cursor, ...filters }: RequestQuery,
  seesNumbers: boolean,
) {
  return readPage({
    cursors,
    scope: { accountId, endpoint: 'requests', filters },
    cursor,
    limit: Number(limit),
    readPosition,
    find: (after, count) =>
      lists.read(accountId, () =>
        searchRequests(pools.own.of(accountId), accountId, toFilter(filters), after, count),
      ),
    positionOf: ({ at, id }) => [at.toISOString(), id],
    render: (requests) => requests.map((request) => renderLoggedRequest(request, seesNumbers)),
  });
}

function toFilter(query: Omit<RequestQuery, 'limit' | 'cursor'>): RequestFilter {
  const { created_from: from, created_to: to } = query;
  return {
    from: from === undefined ? null : new Date(from),
    to: to === undefined ? null : new Date(to),
    method: query.method ?? null,
    path: query.path ?? null,
    status: query.status === undefined ? null : toStatuses(query.status),
    principal: query.principal ?? null,
    id: query.request_id === undefined ? null : readId('req', query.request_id),
  };
}

/** `404` is one status, and `4xx` a hundred of them. */
function toStatuses(status: string): readonly [number, number] {
  if (!status.endsWith('xx')) return [Number(status), Number(status)];
  const first = Number(status[0]) * 100;
  return [first, first + 99];
}

function readPosition([at = '', text = '']: readonly string[]): RequestPosition {
  const id = readId('req', text);
  if (id === null || !DateTime.safeParse(at).success) throw foreignCursor();
  return { at: new Date(at), id };
}

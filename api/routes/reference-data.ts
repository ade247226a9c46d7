import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { BundleResource, renderBundle } from '../../contract/bundle.ts';
import { BundleId, NamedId, NetworkId, NoQuery, namedList, Page } from '../../contract/common.ts';
import { ErrorBody } from '../../contract/errors.ts';
import { FIELD_RULES } from '../../contract/field-rules.ts';
import { NetworkResource, renderNetwork } from '../../contract/network.ts';
import { renderStatus, StatusResource } from '../../contract/status.ts';
import { readAccountBundles } from '../../db/accounts/bundles.ts';
import { readAccountNetworks } from '../../db/accounts/networks.ts';
import { readPlatform } from '../../db/outbox/heartbeats.ts';
import { readRecentDeliveries } from '../../db/purchases/recent-delivery.ts';
import type { NetworkReading, RecentDelivery } from '../../domain/network/network.ts';
import { judgePlatform } from '../../domain/network/platform-status.ts';
import { createCache } from '../../services/cache.ts';
import { apiError } from '../plugins/api-error.ts';
import type { PageDeps } from './batch-pages.ts';
import { foreignCursor } from './cursor.ts';
import { readPage } from './page.ts';

/** How old recent delivery times may be. They cover minutes, and reading them is expensive. */
const DELIVERIES_FRESH_MS = 30_000;
/** From this age they are read again in the background. */
const DELIVERIES_REFRESH_MS = 15_000;
/** GET /v1/status has no pages. */
const NETWORKS_MAX = 1_000;
const NETWORK_ID = /^net_[a-z0-9_]{1,40}$/;
const BUNDLE_ID = /^bnd_[a-z0-9_]{1,60}$/;

const NetworkQuery = z.strictObject({
  country: z
    .string()
    .regex(/^[A-Z]{2}$/, { error: FIELD_RULES.country })
    .optional()
    .meta({ description: 'Only networks of this country (ISO 3166-1 alpha-2).', examples: ['NG'] }),
  ...Page,
});

const BundleQuery = z.strictObject({
  network_id: NamedId.optional().meta({
    description: 'Only bundles of this network.',
    examples: ['net_mtn_ng'],
  }),
  available: z
    .enum(['true', 'false'])
    .optional()
    .describe('`true`: only bundles that you can buy now. `false`: only the others.'),
  ...Page,
});

/** Networks, bundles and the service's status. */
export function referenceDataRoutes({
  pools,
  cursors,
}: Pick<PageDeps, 'pools' | 'cursors'>): FastifyPluginAsyncZod {
  const pool = pools.reads;
  const deliveries = createCache<'all', ReadonlyMap<string, RecentDelivery>>(
    1,
    DELIVERIES_FRESH_MS,
    () => readRecentDeliveries(pool),
    DELIVERIES_REFRESH_MS,
  );
  const renderNetworks = async (readings: readonly NetworkReading[]) => {
    const recent = await deliveries.get('all');
    return readings.map((reading) => renderNetwork(reading, recent.get(reading.id)));
  };

  return async (app) => {
    app.get(
      '/networks',
      { schema: LIST_NETWORKS, config: { right: 'catalogue:read' } },
      async ({ caller, query }) => {
        const { limit, cursor, country } = query;
        const page = await readPage({
          cursors,
          scope: { accountId: caller.accountId, endpoint: 'networks', filters: { country } },
          cursor,
          limit: Number(limit),
          readPosition: ([id = '']) => positionOf(NETWORK_ID, id),
          find: (after, count) =>
            readAccountNetworks(
              pool,
              caller.accountId,
              country === undefined ? {} : { country },
              after,
              count,
            ),
          positionOf: ({ id }) => [id],
          render: (readings) => [...readings],
        });
        return { ...page, data: await renderNetworks(page.data) };
      },
    );

    app.get(
      '/networks/:network_id',
      { schema: GET_NETWORK, config: { right: 'catalogue:read' } },
      async ({ caller, params }) => {
        const id = params.network_id;
        const found = NETWORK_ID.test(id)
          ? await readAccountNetworks(pool, caller.accountId, { id }, null, 1)
          : [];
        const [network] = await renderNetworks(found);
        if (network === undefined) throw apiError('network_unknown');
        return network;
      },
    );

    app.get(
      '/bundles',
      { schema: LIST_BUNDLES, config: { right: 'catalogue:read' } },
      async ({ caller, query }) => {
        const { limit, cursor, network_id, available } = query;
        const filter = {
          ...(network_id === undefined ? {} : { networkId: network_id }),
          ...(available === undefined ? {} : { available: available === 'true' }),
        };
        return readPage({
          cursors,
          scope: { accountId: caller.accountId, endpoint: 'bundles', filters: { network_id, available } },
          cursor,
          limit: Number(limit),
          readPosition: ([id = '']) => positionOf(BUNDLE_ID, id),
          find: (after, count) => readAccountBundles(pool, caller.accountId, filter, after, count),
          positionOf: ({ id }) => [id],
          render: (bundles) => bundles.map(renderBundle),
        });
      },
    );

    app.get(
      '/bundles/:bundle_id',
      { schema: GET_BUNDLE, config: { right: 'catalogue:read' } },
      async ({ caller, params }) => {
        const id = params.bundle_id;
        const [bundle] = BUNDLE_ID.test(id)
          ? await readAccountBundles(pool, caller.accountId, { id }, null, 1)
          : [];
        if (bundle === undefined) throw apiError('bundle_unknown');
        return renderBundle(bundle);
      },
    );

    app.get('/status', { schema: STATUS, config: { right: 'catalogue:read' } }, async ({ caller }) => {
      const [platform, readings] = await Promise.all([
        readPlatform(pool),
        readAccountNetworks(pool, caller.accountId, {}, null, NETWORKS_MAX),
      ]);
      const judged = judgePlatform({ ...platform, networks: readings.map(({ status }) => status) });
      return renderStatus(judged, await renderNetworks(readings), platform.at);
    });
  };
}

function positionOf(shape: RegExp, id: string): string {
  if (!shape.test(id)) throw foreignCursor();
  return id;
}

const refusals = { 400: ErrorBody, 401: ErrorBody, 429: ErrorBody, 500: ErrorBody };

const LIST_NETWORKS = {
  operationId: 'listNetworks',
  summary: 'List networks',
  description: 'The networks that you can buy for, with their live status, in order of id.',
  tags: ['Networks'],
  querystring: NetworkQuery,
  response: { 200: namedList('NetworkList', NetworkResource), ...refusals },
};

const GET_NETWORK = {
  operationId: 'getNetwork',
  summary: 'Get a network',
  description: 'Returns the network with its live status.',
  tags: ['Networks'],
  params: z.object({ network_id: NetworkId }),
  querystring: NoQuery,
  response: { 200: NetworkResource, 404: ErrorBody, ...refusals },
};

const LIST_BUNDLES = {
  operationId: 'listBundles',
  summary: 'List bundles',
  description: 'The bundles that are sold to you, at your prices, in order of id.',
  tags: ['Bundles'],
  querystring: BundleQuery,
  response: { 200: namedList('BundleList', BundleResource), ...refusals },
};

const GET_BUNDLE = {
  operationId: 'getBundle',
  summary: 'Get a bundle',
  description: 'Returns the bundle with your price.',
  tags: ['Bundles'],
  params: z.object({ bundle_id: BundleId }),
  querystring: NoQuery,
  response: { 200: BundleResource, 404: ErrorBody, ...refusals },
};

const STATUS = {
  operationId: 'getStatus',
  summary: 'Get service status',
  description: 'The status of the service, and of each network that you can buy for.',
  tags: ['Status'],
  querystring: NoQuery,
  response: { 200: StatusResource, ...refusals },
};

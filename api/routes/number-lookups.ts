import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Pool } from 'pg';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import { NoQuery } from '../../contract/common.ts';
import { ErrorBody } from '../../contract/errors.ts';
import { CreateNumberLookup, NumberLookupResource } from '../../contract/number-lookup.ts';
import { enabledNetworksOf, explainRefusal } from '../../domain/accept.ts';
import { maskPhoneNumber } from '../../domain/number-plan.ts';
import type { NumberLookups } from '../../lookup/number-lookup.ts';
import { ApiError } from '../api-error.ts';
import { createAccountBudget, takeTighter } from '../rate-limit.ts';

export interface NumberLookupRoutesDeps {
  readonly catalogue: Catalogue;
  readonly lookups: NumberLookups;
  readonly pool: Pool;
}

/** Where people's numbers are is worth harvesting: lookups have a tenth of the account's rate, and at least one. */
function lookupsPerSecond(rateLimitPerSecond: number): number {
  return Math.max(1, Math.floor(rateLimitPerSecond / 10));
}

/** POST /v1/number-lookups. */
export function numberLookupRoutes({
  catalogue,
  lookups,
  pool,
}: NumberLookupRoutesDeps): FastifyPluginAsyncZod {
  const budget = createAccountBudget(pool, 'number_lookups');
  return async (app) => {
    app.post('/number-lookups', { schema: CREATE }, async ({ caller, body, log }, reply) => {
      const { phone_number } = body;
      await takeTighter(budget, caller.accountId, lookupsPerSecond(caller.rateLimitPerSecond), reply);
      const [offers, { networkId, ported, lookedUpAt }] = await Promise.all([
        catalogue.offers(caller.accountId),
        lookups.lookUp(phone_number),
      ]);
      log.info(
        { account_id: caller.accountId, number: maskPhoneNumber(phone_number) },
        'a number was looked up',
      );
      if (networkId === null || !enabledNetworksOf(offers).has(networkId)) {
        const message = explainRefusal({ kind: 'unsupported_network' });
        throw new ApiError('unsupported_network', message, { param: 'phone_number' });
      }
      return {
        object: 'number_lookup' as const,
        phone_number,
        network_id: networkId,
        ported,
        looked_up_at: lookedUpAt.toISOString(),
      };
    });
  };
}

const CREATE = {
  operationId: 'createNumberLookup',
  summary: 'Find the network of a number',
  description:
    'The network that the number is on today, taking porting into account. Not required before a purchase, which looks the number up itself.',
  tags: ['Number lookups'],
  querystring: NoQuery,
  body: CreateNumberLookup,
  response: {
    200: NumberLookupResource,
    400: ErrorBody,
    401: ErrorBody,
    422: ErrorBody,
    429: ErrorBody,
    500: ErrorBody,
  },
};

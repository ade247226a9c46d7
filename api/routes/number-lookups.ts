import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { NoQuery } from '../../contract/common.ts';
import { ErrorBody } from '../../contract/errors.ts';
import { CreateNumberLookup, NumberLookupResource } from '../../contract/number-lookup.ts';
import { maskPhoneNumber } from '../../domain/network/number-plan.ts';
import { hasOfferFor } from '../../domain/purchase/accept.ts';
import type { Catalogue } from '../../services/catalogue/catalogue.ts';
import type { NumberLookups } from '../../services/numbers/number-lookup.ts';
import { apiError } from '../plugins/api-error.ts';
import { consumeLookupBudget, createAccountBudget } from '../plugins/rate-limit.ts';
import type { ApiPools } from '../pools.ts';

export interface NumberLookupRoutesDeps {
  readonly catalogue: Catalogue;
  readonly lookups: NumberLookups;
  readonly pools: Pick<ApiPools, 'keys'>;
}

/** Lookups per second: a tenth of the account's rate, at least one. Tighter, because lists of numbers are worth harvesting. */
export function lookupsPerSecond(rateLimitPerSecond: number): number {
  return Math.max(1, Math.floor(rateLimitPerSecond / 10));
}

/** POST /v1/number-lookups. */
export function numberLookupRoutes({
  catalogue,
  lookups,
  pools,
}: NumberLookupRoutesDeps): FastifyPluginAsyncZod {
  const budget = createAccountBudget(pools.keys, 'number_lookups');
  return async (app) => {
    app.post(
      '/number-lookups',
      { schema: CREATE, config: { right: 'numbers:lookup' } },
      async ({ caller, body, log }, reply) => {
        const { phone_number } = body;
        await consumeLookupBudget(
          budget,
          caller.accountId,
          lookupsPerSecond(caller.rateLimitPerSecond),
          reply,
        );
        const [offers, { networkId, ported, lookedUpAt }] = await Promise.all([
          catalogue.offers(caller.accountId),
          lookups.lookUp(phone_number),
        ]);
        log.info(
          { account_id: caller.accountId, number: maskPhoneNumber(phone_number) },
          'a number was looked up',
        );
        if (networkId === null || !hasOfferFor(offers, networkId)) {
          throw apiError('unsupported_network');
        }
        return {
          object: 'number_lookup' as const,
          phone_number,
          network_id: networkId,
          ported,
          looked_up_at: lookedUpAt.toISOString(),
        };
      },
    );
  };
}

const CREATE = {
  operationId: 'createNumberLookup',
  summary: 'Look up a number',
  description:
    'Returns the network that the number is on today, taking porting into account. You do not need it before a purchase, because the purchase looks the number up. Lookups are limited to a tenth of your request rate.',
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

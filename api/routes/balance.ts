import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { BalanceResource, renderBalance } from '../../contract/balance.ts';
import { NoQuery } from '../../contract/common.ts';
import { ErrorBody } from '../../contract/errors.ts';
import { readBalance } from '../../db/accounts/accounts.ts';
import type { ApiPools } from '../pools.ts';

/** GET /v1/balance. */
export function balanceRoutes(deps: { readonly pools: Pick<ApiPools, 'reads'> }): FastifyPluginAsyncZod {
  return async (app) => {
    app.get(
      '/balance',
      {
        schema: {
          operationId: 'getBalance',
          summary: 'Get the balance',
          description: 'What you can spend now, and what is held for pending purchases.',
          tags: ['Balance'],
          querystring: NoQuery,
          response: { 200: BalanceResource, 400: ErrorBody, 401: ErrorBody, 429: ErrorBody, 500: ErrorBody },
        },
      },
      async (request) => renderBalance(await readBalance(deps.pools.reads, request.caller.accountId)),
    );
  };
}

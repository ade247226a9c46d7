import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { NoQuery } from '../../../contract/common.ts';
import { ErrorBody } from '../../../contract/errors.ts';
import { TopUpDetails } from '../../../contract/rules/top-up.ts';
import { readTopUpDetails } from '../../../db/accounts/top-up.ts';
import type { ApiPools } from '../../pools.ts';

const NOT_SET = { bank: null, holder: null, number: null, reference: null, instructions: null };

/** GET /v1/settings/top-up. Operators set it. */
export function topUpRoutes({ pools }: { readonly pools: Pick<ApiPools, 'reads'> }): FastifyPluginAsyncZod {
  return async (app) => {
    app.get(
      '/settings/top-up',
      { schema: GET, config: { right: 'balance:read' } },
      async ({ caller }): Promise<TopUpDetails> => ({
        object: 'top_up_details',
        ...((await readTopUpDetails(pools.reads, caller.accountId)) ?? NOT_SET),
      }),
    );
  };
}

const GET = {
  operationId: 'getTopUpDetails',
  summary: 'Get the bank details for paying in',
  description:
    'The bank account to which you transfer money for this account, and the reference to give. Your technical contact sets them.',
  tags: ['Settings'],
  querystring: NoQuery,
  response: { 200: TopUpDetails, 400: ErrorBody, 401: ErrorBody, 429: ErrorBody, 500: ErrorBody },
};

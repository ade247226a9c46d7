import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { BalanceResource, ReplaceSandboxBalance, renderBalance } from '../../contract/balance.ts';
import { NoQuery } from '../../contract/common.ts';
import { ErrorBody } from '../../contract/errors.ts';
import { readBalance } from '../../db/accounts/accounts.ts';
import { BALANCE_CHANGES_MAX, setSandboxBalance } from '../../db/accounts/sandbox.ts';
import { assertNever } from '../../domain/assert-never.ts';
import { minorUnits } from '../../domain/money/money.ts';
import { apiError } from '../plugins/api-error.ts';
import type { ApiPools } from '../pools.ts';

/** GET /v1/balance, and PUT /v1/sandbox/balance. */
export function balanceRoutes({
  pools,
}: {
  readonly pools: Pick<ApiPools, 'own' | 'reads'>;
}): FastifyPluginAsyncZod {
  return async (app) => {
    app.get('/balance', { schema: GET, config: { right: 'balance:read' } }, async ({ caller }) =>
      renderBalance(await readBalance(pools.own.of(caller.accountId), caller.accountId)),
    );

    app.put(
      '/sandbox/balance',
      { schema: PUT, config: { right: 'sandbox:write' } },
      async ({ caller, actor, body, log }) => {
        const result = await setSandboxBalance(
          pools.reads,
          caller.accountId,
          minorUnits(body.available),
          actor,
        );
        switch (result.kind) {
          case 'set':
            log.info(
              { account_id: caller.accountId, available: body.available },
              'a sandbox balance was set',
            );
            return renderBalance(result.balance);
          case 'live_mode':
            throw apiError('sandbox_only');
          case 'too_often': {
            const { retryAfterSeconds } = result;
            throw apiError('sandbox_balance_often', {
              values: { limit: BALANCE_CHANGES_MAX },
              retryAfterSeconds,
            });
          }
          default:
            return assertNever(result);
        }
      },
    );
  };
}

const GET = {
  operationId: 'getBalance',
  summary: 'Get the balance',
  description: 'What you can spend now, and what is held for pending purchases.',
  tags: ['Balance'],
  querystring: NoQuery,
  response: { 200: BalanceResource, 400: ErrorBody, 401: ErrorBody, 429: ErrorBody, 500: ErrorBody },
};

const PUT = {
  operationId: 'replaceSandboxBalance',
  summary: 'Set the balance in test mode',
  description:
    'Sets the available balance of your test-mode account, for example to 0 to cause 402. The statement shows the difference as an adjustment. The held amount does not change. In live mode, this address returns 404.',
  tags: ['Sandbox'],
  querystring: NoQuery,
  body: ReplaceSandboxBalance,
  response: {
    200: BalanceResource,
    400: ErrorBody,
    401: ErrorBody,
    404: ErrorBody,
    429: ErrorBody,
    500: ErrorBody,
  },
};

import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { renderErasure } from '../../../contract/privacy/erasure.ts';
import { findErasure, listErasures } from '../../../db/privacy/erasures.ts';
import type { SecretsKeys } from '../../../domain/crypto/sealed-secret.ts';
import { type AccountId, type ErasureId, readId } from '../../../domain/ids.ts';
import { exportNumber } from '../../../services/privacy/export-number.ts';
import { requestErasure } from '../../../services/privacy/request-erasure.ts';
import { apiError } from '../../plugins/api-error.ts';
import { consumeLookupBudget, createAccountBudget } from '../../plugins/rate-limit.ts';
import { requireRight } from '../../plugins/rights.ts';
import type { ApiPools } from '../../pools.ts';
import type { PageDeps } from '../batch-pages.ts';
import { foreignCursor } from '../cursor.ts';
import { lookupsPerSecond } from '../number-lookups.ts';
import { readPage } from '../page.ts';
import { renderExport } from './render-export.ts';
import { ERASE, EXPORT, GET, LIST } from './schemas.ts';

export interface PrivacyRoutesDeps extends PageDeps {
  readonly pools: Pick<ApiPools, 'downloads' | 'files' | 'keys' | 'own' | 'reads'>;
  readonly webhooks: { readonly secretsKeys: SecretsKeys | null };
}

/** /v1/erasures and /v1/number-exports. Numbers are in bodies only, so that no log of addresses has them. */
export function privacyRoutes(deps: PrivacyRoutesDeps): FastifyPluginAsyncZod {
  const { pools, webhooks } = deps;
  const budget = createAccountBudget(pools.keys, 'number_lookups');
  const requireKeys = () => {
    if (webhooks.secretsKeys === null) throw apiError('secrets_unavailable');
    return webhooks.secretsKeys;
  };
  const countAsLookup = ({ caller }: FastifyRequest, reply: FastifyReply) =>
    consumeLookupBudget(budget, caller.accountId, lookupsPerSecond(caller.rateLimitPerSecond), reply);

  return async (app) => {
    app.post('/erasures', { schema: ERASE, config: { right: 'privacy:manage' } }, async (request, reply) => {
      await countAsLookup(request, reply);
      const { caller, body, actor } = request;
      const stored = await requestErasure(
        pools.reads,
        requireKeys(),
        caller.accountId,
        body.phone_number,
        actor,
      );
      if (stored.kind === 'stored')
        return reply.code(stored.isNew ? 201 : 200).send(renderErasure(stored.erasure));
      const { purchaseId, until } = stored.open;
      const facts = { purchase_id: purchaseId, until: until.toISOString() };
      throw apiError('erasure_too_early', { values: facts, details: facts });
    });

    app.get('/erasures', { schema: LIST, config: { right: 'privacy:manage' } }, async (request, reply) => {
      const { accountId } = request.caller;
      return deps.lists.make(reply, accountId, () => listPage(deps, accountId, request.query));
    });

    const one = { schema: GET, config: { right: 'privacy:manage' } } as const;
    app.get('/erasures/:erasure_id', one, async ({ caller, params }) => {
      const id = readId('era', params.erasure_id);
      const found =
        id === null ? null : await findErasure(pools.own.of(caller.accountId), caller.accountId, id);
      if (found === null) throw apiError('erasure_unknown');
      return renderErasure(found);
    });

    app.post(
      '/number-exports',
      { schema: EXPORT, config: { right: 'privacy:export' } },
      async (request, reply) => {
        // Texts of files and callbacks have the number in any form, so it cannot be masked.
        requireRight(request, 'numbers:read');
        await countAsLookup(request, reply);
        const { caller, body, actor } = request;
        const { accountId } = caller;
        const { phone_number: phoneNumber } = body;
        const held = await deps.lists.make(reply, accountId, () =>
          exportNumber(
            { pool: pools.files, own: pools.downloads.of(accountId) },
            requireKeys(),
            accountId,
            phoneNumber,
            actor,
          ),
        );
        return renderExport(phoneNumber, held);
      },
    );
  };
}

function listPage(
  { pools, cursors, lists }: PrivacyRoutesDeps,
  accountId: AccountId,
  { limit, cursor }: { readonly limit: string; readonly cursor?: string | undefined },
) {
  return readPage({
    cursors,
    scope: { accountId, endpoint: 'erasures', filters: {} },
    cursor,
    limit: Number(limit),
    readPosition: ([text = '']): ErasureId => {
      const id = readId('era', text);
      if (id === null) throw foreignCursor();
      return id;
    },
    find: (after, count) =>
      lists.read(accountId, () => listErasures(pools.own.of(accountId), accountId, after, count)),
    positionOf: ({ id }) => [id],
    render: (erasures) => erasures.map(renderErasure),
  });
}

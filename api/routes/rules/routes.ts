import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Blocklist } from '../../../contract/rules/rules.ts';
import { readAllowedBundles, replaceAllowedBundles } from '../../../db/rules/allowed-bundles.ts';
import { type BlocklistSummary, readBlocklist } from '../../../db/rules/blocklist.ts';
import { readSpendingLimits, replaceSpendingLimits } from '../../../db/rules/limits.ts';
import type { SecretsKeys } from '../../../domain/crypto/sealed-secret.ts';
import type { AccountId } from '../../../domain/ids.ts';
import { blockNumbers, lookUpBlocked, unblockNumbers } from '../../../services/rules/blocklist.ts';
import { apiError } from '../../plugins/api-error.ts';
import type { ApiPools } from '../../pools.ts';
import { readLimits, renderLimits } from './limits.ts';
import {
  DELETE_NUMBERS,
  GET_BLOCKLIST,
  GET_BUNDLES,
  GET_LIMITS,
  LOOKUP,
  PUT_BUNDLES,
  PUT_LIMITS,
  PUT_NUMBERS,
} from './schemas.ts';

export interface RuleRoutesDeps {
  readonly pools: Pick<ApiPools, 'own' | 'reads'>;
  readonly webhooks: { readonly secretsKeys: SecretsKeys | null };
}

/** 10,000 numbers of 15 digits take 190 kB. */
const NUMBERS_BYTES_MAX = 256 * 1024;
/** Unknown bundles that an error names. */
const BUNDLES_SHOWN = 20;

/** The rules that an account sets for its purchases, under /v1/settings. */
export function ruleRoutes({ pools, webhooks }: RuleRoutesDeps): FastifyPluginAsyncZod {
  const pool = pools.reads;
  const requireKeys = () => {
    if (webhooks.secretsKeys === null) throw apiError('secrets_unavailable');
    return webhooks.secretsKeys;
  };
  const showChanged = async (accountId: AccountId, changed: number) => ({
    ...renderBlocklist(await readBlocklist(pools.own.of(accountId), accountId)),
    changed,
  });

  return async (app) => {
    app.get(
      '/settings/allowed-bundles',
      { schema: GET_BUNDLES, config: { right: 'rules:read' } },
      async ({ caller }) =>
        renderBundles(await readAllowedBundles(pools.own.of(caller.accountId), caller.accountId)),
    );

    app.put(
      '/settings/allowed-bundles',
      { schema: PUT_BUNDLES, config: { right: 'rules:write' } },
      async ({ caller, actor, body }) => {
        const replaced = await replaceAllowedBundles(pool, caller.accountId, body.bundle_ids, actor);
        if (replaced.kind === 'not_sold') throw notSold(replaced.bundleIds);
        return renderBundles(await readAllowedBundles(pools.own.of(caller.accountId), caller.accountId));
      },
    );

    app.get(
      '/settings/spending-limits',
      { schema: GET_LIMITS, config: { right: 'rules:read' } },
      async ({ caller }) =>
        renderLimits(await readSpendingLimits(pools.own.of(caller.accountId), caller.accountId), caller),
    );

    app.put(
      '/settings/spending-limits',
      { schema: PUT_LIMITS, config: { right: 'rules:write' } },
      async ({ caller, actor, body }) => {
        await replaceSpendingLimits(pool, caller.accountId, readLimits(body, caller), actor);
        return renderLimits(
          await readSpendingLimits(pools.own.of(caller.accountId), caller.accountId),
          caller,
        );
      },
    );

    app.get(
      '/settings/blocklist',
      { schema: GET_BLOCKLIST, config: { right: 'rules:read' } },
      async ({ caller }) =>
        renderBlocklist(await readBlocklist(pools.own.of(caller.accountId), caller.accountId)),
    );

    const bulk = { bodyLimit: NUMBERS_BYTES_MAX, config: { right: 'rules:write' as const } };
    app.put(
      '/settings/blocklist/numbers',
      { schema: PUT_NUMBERS, ...bulk },
      async ({ caller, actor, body }) => {
        const { accountId } = caller;
        const numbers = [...new Set(body.phone_numbers)];
        return showChanged(accountId, await blockNumbers(pool, requireKeys(), accountId, numbers, actor));
      },
    );

    app.delete(
      '/settings/blocklist/numbers',
      { schema: DELETE_NUMBERS, ...bulk },
      async ({ caller, actor, body }) => {
        const { accountId } = caller;
        const numbers = [...new Set(body.phone_numbers)];
        return showChanged(accountId, await unblockNumbers(pool, requireKeys(), accountId, numbers, actor));
      },
    );

    app.post(
      '/settings/blocklist/lookups',
      { schema: LOOKUP, config: { right: 'rules:read' } },
      async ({ caller, body }) => {
        const at = await lookUpBlocked(pool, requireKeys(), caller.accountId, body.phone_number);
        return {
          object: 'blocklist_lookup' as const,
          phone_number: body.phone_number,
          blocked: at !== null,
          added_at: at?.toISOString() ?? null,
        };
      },
    );
  };
}

function notSold(bundleIds: readonly string[]) {
  return apiError('allowed_bundle_unknown', {
    values: { bundle_id: bundleIds[0] ?? '' },
    details: { bundle_ids: bundleIds.slice(0, BUNDLES_SHOWN) },
  });
}

function renderBundles(bundleIds: readonly string[] | null) {
  return { object: 'allowed_bundles' as const, bundle_ids: bundleIds === null ? null : [...bundleIds] };
}

function renderBlocklist({ count, firstAddedAt, lastAddedAt }: BlocklistSummary): Blocklist {
  return {
    object: 'blocklist',
    count,
    first_added_at: firstAddedAt?.toISOString() ?? null,
    last_added_at: lastAddedAt?.toISOString() ?? null,
  };
}

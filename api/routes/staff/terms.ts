import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { z } from 'zod';
import { renderApprovalRules } from '../../../contract/approvals/rules.ts';
import type { ChangePrices } from '../../../contract/staff/terms.ts';
import { searchAccounts } from '../../../db/accounts/search.ts';
import { changePrices, listPrices, type PriceChange } from '../../../db/accounts/terms.ts';
import { readApprovalRule, replaceApprovalRule } from '../../../db/approvals/rules.ts';
import { readAllBundles } from '../../../db/networks/all-bundles.ts';
import { readId } from '../../../domain/ids.ts';
import { minorUnits } from '../../../domain/money/money.ts';
import { renderBundle, renderPrice } from '../../../services/staff/terms.ts';
import { apiError } from '../../plugins/api-error.ts';
import { staffActor } from '../../plugins/sessions/staff-rights.ts';
import { readRule } from '../approvals/rule.ts';
import { type StaffDeps, unknownToStaff } from './deps.ts';
import { whole } from './list.ts';
import { movingMoney } from './missing.ts';
import { APPROVAL_RULES, BUNDLES, PRICES, SET_APPROVAL_RULES, SET_PRICES } from './terms-schemas.ts';

/** Bundles, prices of an account, and from which amounts its campaigns need approval. */
export function staffTermsRoutes({ pools: { reads: pool } }: StaffDeps): FastifyPluginAsyncZod {
  const find = async (text: string) => {
    const id = readId('acc', text);
    const [account] = id === null ? [] : await searchAccounts(pool, { id }, 1);
    if (account === undefined) throw unknownToStaff('account', 'account_id');
    return account;
  };
  const prices = async ({ id, currency }: Awaited<ReturnType<typeof find>>) =>
    whole((await listPrices(pool, id)).map((each) => renderPrice(each, currency)));
  const rules = async ({ id, currency }: Awaited<ReturnType<typeof find>>) =>
    renderApprovalRules(await readApprovalRule(pool, id, 'campaign_start'), currency);
  const may = { staffRight: 'accounts:read' } as const;

  return async (app) => {
    app.get('/bundles', { schema: BUNDLES, config: may }, async () =>
      whole((await readAllBundles(pool)).map(renderBundle)),
    );
    app.get('/accounts/:account_id/prices', { schema: PRICES, config: may }, async ({ params }) =>
      prices(await find(params.account_id)),
    );
    const sells = { staffRight: 'money:write' } as const;
    app.post('/accounts/:account_id/prices', { schema: SET_PRICES, config: sells }, async (request) => {
      const account = await find(request.params.account_id);
      const { changes, reason } = request.body;
      const wanted = readChanges(changes, account.currency);
      const actor = staffActor(request, reason);
      const changed = await movingMoney(() => changePrices(pool, account.id, wanted, actor));
      if (changed.kind === 'unknown_bundles') throw unknownToStaff('bundle', 'changes');
      return prices(account);
    });

    const path = '/accounts/:account_id/approval-rules';
    app.get(path, { schema: APPROVAL_RULES, config: may }, async ({ params }) =>
      rules(await find(params.account_id)),
    );
    const sets = { staffRight: 'accounts:write' } as const;
    app.put(path, { schema: SET_APPROVAL_RULES, config: sets }, async (request) => {
      const account = await find(request.params.account_id);
      const { campaign_start: given, reason } = request.body;
      const rule = readRule(given, account.currency);
      const actor = staffActor(request, reason);
      await movingMoney(() => replaceApprovalRule(pool, account.id, 'campaign_start', rule, actor));
      return rules(account);
    });
  };
}

/** @throws ApiError for a price that is not above zero in the currency, and for a bundle that is given twice. */
function readChanges(given: z.output<typeof ChangePrices>['changes'], currency: string): PriceChange[] {
  const invalid = (rule: string) =>
    apiError('field_invalid', { values: { field: 'changes', rule }, param: 'changes' });
  if (new Set(given.map(({ bundle_id }) => bundle_id)).size < given.length)
    throw invalid('must name each bundle once');
  return given.map(({ bundle_id: bundleId, price }) => {
    if (price === null) return { bundleId, price };
    if (price.currency !== currency || price.amount < 1)
      throw invalid(`must have prices above zero in ${currency}`);
    return { bundleId, price: minorUnits(price.amount) };
  });
}

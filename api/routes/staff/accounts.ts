import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { fundAccount } from '../../../db/accounts/accounts.ts';
import { searchAccounts } from '../../../db/accounts/search.ts';
import { listFailingEndpoints } from '../../../db/endpoints/failing.ts';
import { type AccountId, readId } from '../../../domain/ids.ts';
import { minorUnits } from '../../../domain/money/money.ts';
import { readAccountDetail, renderFoundAccount } from '../../../services/staff/accounts.ts';
import { renderFailingEndpoint } from '../../../services/staff/lists.ts';
import { apiError } from '../../plugins/api-error.ts';
import { staffActor } from '../../plugins/sessions/staff-rights.ts';
import { BOOK } from './command-schemas.ts';
import { type StaffDeps, unknownToStaff } from './deps.ts';
import { idIn, staffPage } from './list.ts';
import { movingMoney } from './missing.ts';
import { ACCOUNT, ACCOUNTS, FAILING } from './schemas.ts';
import { worstFirstPage } from './worst-first.ts';

const may = { staffRight: 'accounts:read' } as const;

/** /v1/staff/accounts, and their failing endpoints. */
export function staffAccountRoutes({ pools: { reads: pool }, cursors }: StaffDeps): FastifyPluginAsyncZod {
  return async (app) => {
    app.get('/accounts', { schema: ACCOUNTS, config: may }, ({ query }) =>
      staffPage(cursors, {
        endpoint: 'accounts',
        query,
        render: renderFoundAccount,
        readPosition: ([id]) => idIn('acc', id),
        positionOf: ({ id }) => [id],
        find: (after: AccountId | null, count) =>
          searchAccounts(
            pool,
            { text: query.q === undefined || query.q === '' ? null : query.q },
            count,
            after,
          ),
      }),
    );

    app.get('/accounts/:account_id', { schema: ACCOUNT, config: may }, async ({ params }) => {
      const id = readId('acc', params.account_id);
      const account = id === null ? null : await readAccountDetail(pool, id);
      if (account === null) throw unknownToStaff('account', 'account_id');
      return account;
    });

    const moves = { staffRight: 'money:write' } as const;
    app.post('/accounts/:account_id/entries', { schema: BOOK, config: moves }, async (request) => {
      const { type, amount, reason } = request.body;
      const id = readId('acc', request.params.account_id);
      const [account] = id === null ? [] : await searchAccounts(pool, { id }, 1);
      if (account === undefined) throw unknownToStaff('account', 'account_id');
      const { currency } = account;
      if (amount.currency !== currency || amount.amount === 0 || (type === 'funding' && amount.amount < 0))
        throw apiError('staff_entry_unfit', { values: { currency } });
      // Checked again under the account's lock. Here, so that no one is asked to approve what is impossible.
      if (account.available + amount.amount < 0) throw apiError('staff_money_refused');
      const entry = { type, amount: minorUnits(amount.amount), ...staffActor(request, reason) };
      const { available, held } = await movingMoney(() => fundAccount(pool, account.id, entry));
      return {
        account_id: account.id,
        type,
        amount,
        available: { amount: available, currency },
        held: { amount: held, currency },
      };
    });

    app.get('/webhook-endpoints/failing', { schema: FAILING, config: may }, ({ query }) =>
      worstFirstPage(cursors, {
        endpoint: 'webhook-endpoints/failing',
        query,
        render: renderFailingEndpoint,
        find: (after, count) => listFailingEndpoints(pool, after, count),
      }),
    );
  };
}

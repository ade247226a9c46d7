import type { Pool } from 'pg';
import { renderPurchase } from '../../contract/purchase.ts';
import type { StaffSearch } from '../../contract/staff/purchase.ts';
import { readAccountNames, searchAccounts } from '../../db/accounts/search.ts';
import { findPurchase } from '../../db/purchases/purchases.ts';
import { findTraced, findTracedByNumber, findUnboughtRows } from '../../db/purchases/trace.ts';
import { readId } from '../../domain/ids.ts';
import { isE164 } from '../../domain/network/number-plan.ts';
import { diagnoseRow } from '../../domain/purchase/diagnosis.ts';
import { renderFoundAccount } from './accounts.ts';

const ACCOUNTS_MAX = 20;

/** What a text names over all accounts: a purchase id, a phone number (+234…), a reference, an account id, or a part of a name. */
export async function searchEverything(pool: Pool, text: string): Promise<StaffSearch> {
  const account = readId('acc', text);
  const number = text.replace(/[ ()-]/g, '');
  const [purchases, rows, accounts] = await Promise.all([
    searchPurchases(pool, text, isE164(number) ? number : null),
    findUnboughtRows(pool, text, null),
    searchAccounts(pool, account === null ? { text } : { id: account }, ACCOUNTS_MAX),
  ]);
  return {
    object: 'search',
    purchases,
    rows: rows.map((row) => ({ batch_id: row.batchId, line: row.line, ...diagnoseRow(row) })),
    accounts: accounts.map(renderFoundAccount),
  };
}

async function searchPurchases(
  pool: Pool,
  text: string,
  number: string | null,
): Promise<StaffSearch['purchases']> {
  const id = readId('pur', text);
  const found =
    number === null
      ? await findTraced(pool, id === null ? { reference: text } : { id }, null)
      : await findTracedByNumber(pool, number);
  const [names, purchases] = await Promise.all([
    readAccountNames(
      pool,
      found.map(({ accountId }) => accountId),
    ),
    Promise.all(found.map((each) => findPurchase(pool, each.accountId, each.id))),
  ]);
  return purchases.flatMap((purchase) => {
    if (purchase === null) return [];
    const { accountId, livemode } = purchase.order;
    const account_name = names.get(accountId) ?? '';
    return [{ account_id: accountId, account_name, livemode, purchase: renderPurchase(purchase) }];
  });
}

import type { Pool } from 'pg';
import { renderPurchase } from '../../contract/purchase.ts';
import type { StaffSearch } from '../../contract/staff/purchase.ts';
import { readAccountNames, searchAccounts } from '../../db/accounts/search.ts';
import { readNetworks } from '../../db/networks/networks.ts';
import { findPurchase } from '../../db/purchases/purchases.ts';
import { findTraced, findTracedByNumber, findUnboughtRows } from '../../db/purchases/trace.ts';
import { readId } from '../../domain/ids.ts';
import { isE164 } from '../../domain/network/number-plan.ts';
import { diagnoseRow } from '../../domain/purchase/diagnosis.ts';
import { isPhoneCountry, readLocalNumber } from '../batches/mobile-number.ts';
import { renderFoundAccount } from './accounts.ts';

const ACCOUNTS_MAX = 20;
/** Digits that may be a phone number without its country. */
const LOCAL_DIGITS = /^[0-9]{7,15}$/;

/**
 * What a text names over all accounts: a purchase id, a phone number in E.164 or as people write it in a country whose networks
 * are sold, a reference, an account id, or a part of a name.
 */
export async function searchEverything(pool: Pool, text: string): Promise<StaffSearch> {
  const account = readId('acc', text);
  const [purchases, rows, accounts] = await Promise.all([
    searchPurchases(pool, text, await readNumbers(pool, text)),
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

/** The numbers in E.164 that a text can mean: one if it has its country, otherwise one per country in which it is a mobile number. */
async function readNumbers(pool: Pool, text: string): Promise<readonly string[]> {
  const number = text.replace(/[ ().-]/g, '');
  if (isE164(number)) return [number];
  if (!LOCAL_DIGITS.test(number)) return [];
  const countries = new Set((await readNetworks(pool)).map(({ country }) => country));
  return [...countries].filter(isPhoneCountry).flatMap((country) => readLocalNumber(number, country) ?? []);
}

async function searchPurchases(
  pool: Pool,
  text: string,
  numbers: readonly string[],
): Promise<StaffSearch['purchases']> {
  const id = readId('pur', text);
  const searches = await Promise.all([
    findTraced(pool, id === null ? { reference: text } : { id }, null),
    ...numbers.map((number) => findTracedByNumber(pool, number)),
  ]);
  // A reference can be the number too.
  const found = [...new Map(searches.flat().map((one) => [one.id, one])).values()];
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

import { searchAccounts } from '../db/accounts/search.ts';
import type { AccountSummary } from '../db/accounts/terms.ts';
import { parseAmount } from '../domain/money/amount.ts';
import type { MinorUnits } from '../domain/money/money.ts';
import { CliError, wrongUsage } from './failure.ts';
import type { Session } from './session.ts';

/** The account with this id, or the live demo account when no id was given. @throws CliError when there is none. */
export async function knownAccount(session: Session, text: string | undefined): Promise<AccountSummary> {
  const id = session.account(text);
  const [account] = await searchAccounts(session.pool(), { id }, 1);
  if (account === undefined)
    throw new CliError(`There is no account ${id}. List the accounts with: bundlewire account list`);
  return account;
}

/** Reads an amount that was typed. @throws CliError that shows how to write one. */
export function readAmount(text: string, currency: string): MinorUnits {
  const amount = parseAmount(text, currency);
  if (amount === null) {
    throw wrongUsage(`${text} is not an amount in ${currency}. Write every decimal, for example 1,500.00.`);
  }
  return amount;
}

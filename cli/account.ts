import { type AccountSummary, readAccounts } from '../db/accounts/terms.ts';
import { parseAmount } from '../domain/money/amount.ts';
import type { MinorUnits } from '../domain/money/money.ts';
import { CliError, wrongUsage } from './failure.ts';
import type { Session } from './session.ts';

/** The account named, as it is now. @throws CliError when there is none. */
export async function knownAccount(session: Session, text: string | undefined): Promise<AccountSummary> {
  const accountId = session.account(text);
  const [account] = await readAccounts(session.pool(), accountId);
  if (account === undefined) throw new CliError(`There is no account ${accountId}.`);
  return account;
}

/** An amount as a person wrote it. @throws CliError with how to write one. */
export function readAmount(text: string, currency: string): MinorUnits {
  const amount = parseAmount(text, currency);
  if (amount === null) {
    throw wrongUsage(`${text} is no amount of ${currency}. Write every decimal, for example 1,500.00.`);
  }
  return amount;
}

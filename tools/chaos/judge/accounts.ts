import type { AccountId } from '../../../domain/ids.ts';
import type { Observed } from '../run/observed.ts';
import type { ChaosStack } from '../run/stack.ts';
import { type BalanceChange, judgeBalances } from './balances.ts';
import { readTransactions, type Transaction } from './changes.ts';
import { type Operation, toHistory } from './history.ts';
import { patiently } from './patiently.ts';
import { readBalanceChanges, readEnding } from './stored.ts';

/** What is compared for each account by itself. */
export interface AccountsJudged {
  readonly balances: readonly string[];
  readonly history: readonly Operation[];
}

/**
 * Compares the balances that were read with those that were, and puts together the history of each account.
 * @param isDatedWell false if faults moved the clock that dates the ledger; then only the changes that the triggers wrote count
 */
export async function judgeAccounts(
  stack: ChaosStack,
  seen: Observed,
  isDatedWell: boolean,
): Promise<AccountsJudged> {
  const balances: string[] = [];
  const history: Operation[] = [];
  for (const [place, { id }] of stack.accounts.entries()) {
    const ending = await patiently(() => readEnding(stack.pool, id));
    const transactions = await patiently(() => readTransactions(stack.pool, id));
    const own = ofAccount(seen, place);
    const changes = isDatedWell ? await ledgerOf(stack, id) : toChanges(transactions);
    balances.push(...judgeBalances(own.balances, changes));
    history.push(...toHistory(id, own, transactions, ending));
  }
  return { balances, history };
}

function ledgerOf({ pool }: ChaosStack, id: AccountId): Promise<BalanceChange[]> {
  return patiently(() => readBalanceChanges(pool, id));
}

function ofAccount({ answers, looks, balances }: Observed, account: number) {
  const isOwn = (one: { readonly account: number }) => one.account === account;
  return {
    answers: answers.filter(isOwn),
    looks: looks.filter(isOwn),
    balances: balances.filter(isOwn),
  };
}

/** How much each transaction changed. */
export function toChanges(transactions: readonly Transaction[]): BalanceChange[] {
  let before = { available: 0, held: 0 };
  return transactions.flatMap(({ at, balance }) => {
    if (balance === null) return [];
    const change = {
      at,
      available: balance.available - before.available,
      held: balance.held - before.held,
    };
    before = balance;
    return [change];
  });
}

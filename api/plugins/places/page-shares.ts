import type { AccountId } from '../../../domain/ids.ts';

/** Pages of an account that are made at the same time: enough for its request rate. */
const OF_ACCOUNT = 1;

/**
 * Shares the making of pages between accounts: one takes milliseconds of the database and of the serving thread. A page with a
 * share does not wait for a connection, because each pool has its own shares, and no more than connections.
 */
export interface PageShares {
  /** Runs `make` as soon as the account has a free share, in the order of its calls. */
  run<T>(accountId: AccountId, make: () => Promise<T>): Promise<T>;
}

interface Waiting {
  readonly accountId: AccountId;
  readonly begin: () => void;
}

/** @param ofProcess pages that are made at the same time. */
export function createPageShares(ofProcess: number): PageShares {
  const taken = new Map<AccountId, number>();
  let waiting: readonly Waiting[] = [];
  let all = 0;

  const isFree = (accountId: AccountId) => all < ofProcess && (taken.get(accountId) ?? 0) < OF_ACCOUNT;
  const take = (accountId: AccountId) => {
    taken.set(accountId, (taken.get(accountId) ?? 0) + 1);
    all += 1;
  };
  const giveBack = (accountId: AccountId) => {
    const left = (taken.get(accountId) ?? 1) - 1;
    if (left > 0) taken.set(accountId, left);
    else taken.delete(accountId);
    all -= 1;
    const next = waiting.find((each) => isFree(each.accountId));
    if (next === undefined) return;
    waiting = waiting.filter((each) => each !== next);
    take(next.accountId);
    next.begin();
  };

  return {
    async run(accountId, make) {
      if (isFree(accountId)) take(accountId);
      else await new Promise<void>((begin) => (waiting = [...waiting, { accountId, begin }]));
      try {
        return await make();
      } finally {
        giveBack(accountId);
      }
    },
  };
}

import type { AccountId } from '../../../domain/ids.ts';

/**
 * Shares the making of pages between accounts, one at a time for each, which is enough for its request rate: a page takes milliseconds of the database and of the serving thread. A page with a
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
  const taken = new Set<AccountId>();
  let waiting: readonly Waiting[] = [];

  const isFree = (accountId: AccountId) => taken.size < ofProcess && !taken.has(accountId);
  const giveBack = (accountId: AccountId) => {
    taken.delete(accountId);
    const next = waiting.find((each) => isFree(each.accountId));
    if (next === undefined) return;
    waiting = waiting.filter((each) => each !== next);
    taken.add(next.accountId);
    next.begin();
  };

  return {
    async run(accountId, make) {
      if (isFree(accountId)) taken.add(accountId);
      else await new Promise<void>((begin) => (waiting = [...waiting, { accountId, begin }]));
      try {
        return await make();
      } finally {
        giveBack(accountId);
      }
    },
  };
}

import type { AccountId } from '../../../domain/ids.ts';
import { apiError } from '../api-error.ts';

type PlaceKind = 'downloads' | 'uploads' | 'lists' | 'slow' | 'streams';

/** How many places there are, and the errors when all are taken. */
export interface PlacesLimit {
  readonly ofAccount: number;
  readonly ofProcess: number;
  readonly accountFull: `${PlaceKind}_of_account`;
  readonly processFull: `${PlaceKind}_of_all`;
}

/** More than one client reads at the same time; all together use less memory than the rest of the process. */
export const DOWNLOADED: PlacesLimit = {
  ofAccount: 4,
  ofProcess: 32,
  accountFull: 'downloads_of_account',
  processFull: 'downloads_of_all',
};
/** Each holds up to 24 MiB for the numbers of a million rows, and a few pages of rows. */
export const UPLOADED: PlacesLimit = {
  ofAccount: 4,
  ofProcess: 12,
  accountFull: 'uploads_of_account',
  processFull: 'uploads_of_all',
};
/** Pages of lists that are being made or sent: each holds up to 256 KiB and its rendering. */
export const LISTED: PlacesLimit = {
  ofAccount: 32,
  ofProcess: 512,
  accountFull: 'lists_of_account',
  processFull: 'lists_of_all',
};
/** Answers that the sandbox delays: each holds its connection and its rendering. */
export const SLOW: PlacesLimit = {
  ofAccount: 4,
  ofProcess: 32,
  accountFull: 'slow_of_account',
  processFull: 'slow_of_all',
};
/** Streams of progress: each reads one batch every two seconds. */
export const STREAMED: PlacesLimit = {
  ofAccount: 8,
  ofProcess: 64,
  accountFull: 'streams_of_account',
  processFull: 'streams_of_all',
};
const WAIT = { retryAfterSeconds: 5 };

/** Limits concurrent files: each holds memory as long as its client reads. */
export interface Places {
  /**
   * Takes a place, and returns a function that frees it; call it once.
   * @throws ApiError `rate_limited` if the account, or all accounts together, have none left.
   */
  take(accountId: AccountId): () => void;
}

export function createPlaces(limit: PlacesLimit = DOWNLOADED): Places {
  const taken = new Map<AccountId, number>();
  let all = 0;
  return {
    take(accountId) {
      const mine = taken.get(accountId) ?? 0;
      if (mine >= limit.ofAccount) {
        throw apiError(limit.accountFull, { values: { limit: limit.ofAccount }, ...WAIT });
      }
      if (all >= limit.ofProcess) throw apiError(limit.processFull, WAIT);
      taken.set(accountId, mine + 1);
      all += 1;
      return () => {
        const left = (taken.get(accountId) ?? 1) - 1;
        if (left > 0) taken.set(accountId, left);
        else taken.delete(accountId);
        all -= 1;
      };
    },
  };
}

import type { AccountId } from '../domain/ids.ts';
import { ApiError } from './api-error.ts';

/** More than one client reads at once; all together take less memory than the rest of the process. */
const OF_ACCOUNT_MAX = 4;
const OF_PROCESS_MAX = 32;
const RETRY_AFTER_SECONDS = 5;

/** Limits how many whole files are sent at once: each holds memory for as long as its reader likes to take. */
export interface FilePlaces {
  /**
   * Takes a place; what it answers gives it back, once.
   * @throws ApiError `rate_limited` when the account, or all together, have none left.
   */
  take(accountId: AccountId): () => void;
}

export function createFilePlaces(): FilePlaces {
  const taken = new Map<AccountId, number>();
  let all = 0;
  return {
    take(accountId) {
      const mine = taken.get(accountId) ?? 0;
      if (mine >= OF_ACCOUNT_MAX)
        throw tooMany(
          `${OF_ACCOUNT_MAX} files are being sent to your account. Take one to its end, then ask for the next.`,
        );
      if (all >= OF_PROCESS_MAX)
        throw tooMany('Too many files are being sent at the moment. Ask again shortly.');
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

function tooMany(message: string): ApiError {
  return new ApiError('rate_limited', message, { retryAfterSeconds: RETRY_AFTER_SECONDS });
}

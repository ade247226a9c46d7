import type { AccountId } from '../../domain/ids.ts';
import { ApiError } from '../plugins/api-error.ts';

/** How many places there are, and what someone reads who finds none. */
export interface PlacesLimit {
  readonly ofAccount: number;
  readonly ofProcess: number;
  readonly accountFull: string;
  readonly processFull: string;
}

/** More than one client reads at once; all together take less memory than the rest of the process. */
const SENT: PlacesLimit = {
  ofAccount: 4,
  ofProcess: 32,
  accountFull: '4 files are being sent to your account. Take one to its end, then ask for the next.',
  processFull: 'Too many files are being sent at the moment. Ask again shortly.',
};
/** Each holds up to 24 MiB for the numbers of a million rows, and some pages of rows. */
export const UPLOADED: PlacesLimit = {
  ofAccount: 4,
  ofProcess: 12,
  accountFull:
    '4 uploads of your account are under way. Wait until one has ended, then upload the next file.',
  processFull: 'Too many files are being uploaded at the moment. Upload the file again shortly.',
};
/** Answers of lists that are being made, or wait to be read: each holds up to 256 KiB and its rendering. */
export const LISTED: PlacesLimit = {
  ofAccount: 32,
  ofProcess: 512,
  accountFull:
    '32 lists of your account were asked for and are not yet read. Read one, then ask for the next.',
  processFull: 'Too many lists are being read at the moment. Ask again shortly.',
};
const RETRY_AFTER_SECONDS = 5;

/** Limits how many whole files are under way at once: each holds memory for as long as its client likes to take. */
export interface FilePlaces {
  /**
   * Takes a place; what it answers gives it back, once.
   * @throws ApiError `rate_limited` when the account, or all together, have none left.
   */
  take(accountId: AccountId): () => void;
}

export function createFilePlaces(limit: PlacesLimit = SENT): FilePlaces {
  const taken = new Map<AccountId, number>();
  let all = 0;
  return {
    take(accountId) {
      const mine = taken.get(accountId) ?? 0;
      if (mine >= limit.ofAccount) throw tooMany(limit.accountFull);
      if (all >= limit.ofProcess) throw tooMany(limit.processFull);
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

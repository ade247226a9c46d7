import type { FastifyReply } from 'fastify';
import type { AccountId } from '../../../domain/ids.ts';
import { holdPlace } from './hold-place.ts';
import type { PageShares } from './page-shares.ts';
import { createPlaces, LISTED } from './places.ts';

/** Longest time from the request for a page to the last byte of its answer, which has about 128 KiB. */
export const LIST_WITHIN_MS = 60_000;

/** Limits the pages of lists that are being made or sent, and reads them one at a time per account. */
export interface ListAnswers {
  /**
   * Makes a page for an answer.
   * @throws ApiError `rate_limited` if too many pages of the account, or of all accounts, wait to be made or sent.
   */
  make<T>(reply: FastifyReply, accountId: AccountId, page: () => Promise<T>): Promise<T>;
  /** Reads the rows of a page when it is the account's turn. */
  read<T>(accountId: AccountId, read: () => Promise<T>): Promise<T>;
}

export function createListAnswers(shares: PageShares): ListAnswers {
  const places = createPlaces(LISTED);
  return {
    async make(reply, accountId, page) {
      holdPlace(reply, places.take(accountId), LIST_WITHIN_MS);
      return page();
    },
    read: (accountId, read) => shares.run(accountId, read),
  };
}

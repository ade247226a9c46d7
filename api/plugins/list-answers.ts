import type { FastifyReply } from 'fastify';
import type { AccountId } from '../../domain/ids.ts';
import { createFilePlaces, LISTED } from '../routes/file-places.ts';
import type { PageShares } from '../routes/page-shares.ts';
import { holdPlace } from './result-file.ts';

/** Longest from the request for a page to the last byte of its answer, which has some 128 KiB. */
const WITHIN_MS = 60_000;

/** Answers of lists: bounded in number from the request until the answer is taken, and read one by one for each account. */
export interface ListAnswers {
  /**
   * Makes a page for an answer.
   * @throws ApiError `rate_limited` while too many pages of the account, or of all, wait to be made or taken.
   */
  make<T>(reply: FastifyReply, accountId: AccountId, page: () => Promise<T>): Promise<T>;
  /** Reads what a page of a list or file shows, when the account's turn comes. */
  read<T>(accountId: AccountId, read: () => Promise<T>): Promise<T>;
}

export function createListAnswers(shares: PageShares): ListAnswers {
  const places = createFilePlaces(LISTED);
  return {
    async make(reply, accountId, page) {
      holdPlace(reply, places.take(accountId), WITHIN_MS);
      return page();
    },
    read: (accountId, read) => shares.run(accountId, read),
  };
}

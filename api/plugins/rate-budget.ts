import type { Permits } from '../../db/accounts/rate-windows.ts';
import type { AccountId } from '../../domain/ids.ts';

/** The accounts' budgets of requests per second, which all API processes share. */
export interface RateBudget {
  /** Takes one of the current second's `limit`. `remaining` is what is left, as far as this process knows. */
  take(
    account: AccountId,
    limit: number,
  ): Promise<{ readonly admitted: boolean; readonly remaining: number }>;
  /** What is left of the current second's `limit`, as far as this process knows. Takes nothing. */
  peek(account: AccountId, limit: number): number;
}

/**
 * Takes permits of the shared second for this process: at least `waiting`, if that many are left. Null if that is not
 * possible now.
 */
export type LeasePermits = (account: AccountId, limit: number, waiting: number) => Promise<Permits | null>;

/** This process's share of an account's second. */
interface Share {
  permits: number;
  /** What was left for all processes at the last lease. */
  left: number;
  /** On the monotonic clock, in milliseconds. */
  endsAt: number;
  /** Requests without a permit so far. */
  waiting: number;
  leasing: Promise<void> | null;
}

const SECOND_MS = 1_000;
/** With more accounts than this, those whose second is over are dropped. */
const SHARES_MAX = 10_000;

/**
 * Counts down permits that the process leases for all its requests of an account together, so that most requests need no
 * query. All processes together never exceed a limit. If no permits can be leased, the process counts alone for a second.
 * @param now monotonic milliseconds.
 */
export function createRateBudget(lease: LeasePermits, now = () => performance.now()): RateBudget {
  const shares = new Map<AccountId, Share>();
  const isOver = ({ endsAt }: Share) => now() >= endsAt;

  const shareOf = (account: AccountId): Share => {
    const known = shares.get(account);
    if (known !== undefined) return known;
    if (shares.size >= SHARES_MAX) {
      for (const [each, share] of shares) if (isOver(share) && share.waiting === 0) shares.delete(each);
    }
    const share: Share = { permits: 0, left: 0, endsAt: now(), waiting: 0, leasing: null };
    shares.set(account, share);
    return share;
  };

  const refill = async (account: AccountId, limit: number, share: Share): Promise<void> => {
    const leased = await lease(account, limit, share.waiting).catch(() => null);
    const { granted, left, endsInMs } = leased ?? { granted: limit, left: 0, endsInMs: SECOND_MS };
    // Requests that waited for a lease may use it, even if its second ended on the way.
    Object.assign(share, { permits: granted, left, endsAt: now() + Math.max(1, endsInMs), leasing: null });
  };

  return {
    async take(account, limit) {
      const share = shareOf(account);
      share.waiting += 1;
      while (share.permits === 0 || isOver(share)) {
        if (share.left === 0 && !isOver(share)) break;
        share.leasing ??= refill(account, limit, share);
        await share.leasing;
      }
      share.waiting -= 1;
      if (share.permits === 0) return { admitted: false, remaining: 0 };
      share.permits -= 1;
      return { admitted: true, remaining: share.permits + share.left };
    },
    peek(account, limit) {
      const share = shares.get(account);
      return share === undefined || isOver(share) ? limit : share.permits + share.left;
    },
  };
}

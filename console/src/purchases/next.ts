import type { Purchase } from '../../../clients/typescript/src/types.ts';

/** For so long after network_timeout, the network is still asked; the bundle may arrive, and costs nothing. */
const LATE_HOURS = 72;

/** What still happens to a purchase, and when. Times are ISO 8601. */
export type Next =
  /** It becomes final at the latest then. */
  | { readonly kind: 'waits'; readonly until: string }
  /** Its outcome was unknown at the deadline: the bundle may still arrive until then. */
  | { readonly kind: 'mayArrive'; readonly until: string }
  /** Nothing more by itself; someone may buy again. */
  | { readonly kind: 'ended' }
  /** Nothing more, unless the network takes the bundle back. */
  | { readonly kind: 'delivered' }
  | { readonly kind: 'refunded' };

/** What happens next to a purchase. @param now in ms since 1970 */
export function nextOf(
  purchase: Pick<Purchase, 'status' | 'resolve_by' | 'completed_at' | 'failure'>,
  now: number,
): Next {
  const { status, resolve_by: resolveBy, completed_at: completedAt, failure } = purchase;
  switch (status) {
    case 'pending':
      return { kind: 'waits', until: resolveBy };
    case 'successful':
      return { kind: 'delivered' };
    case 'reversed':
      return { kind: 'refunded' };
    case 'failed': {
      if (failure?.code !== 'network_timeout') return { kind: 'ended' };
      const until = new Date(Date.parse(completedAt ?? resolveBy) + LATE_HOURS * 3_600_000);
      return until.getTime() > now ? { kind: 'mayArrive', until: until.toISOString() } : { kind: 'ended' };
    }
  }
}

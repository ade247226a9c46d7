import type { LateDelivery, Purchase } from '../../../clients/typescript/src/types.ts';

/** For so long after network_timeout, the network is asked if an order was sent. */
const LATE_HOURS = 72;

/** What still happens to a purchase, and when. Times are ISO 8601. */
export type Next =
  /** It becomes final at the latest then. */
  | { readonly kind: 'waits'; readonly until: string }
  /** Its outcome was unknown at the deadline: the bundle may still arrive until then. */
  | { readonly kind: 'mayArrive'; readonly until: string }
  /** The bundle arrived after the purchase had failed. */
  | { readonly kind: 'arrivedLate'; readonly at: string; readonly chargedAt: string | null }
  /** It arrived late, and the network took it back. */
  | { readonly kind: 'takenBack'; readonly at: string; readonly chargedAt: string | null }
  /** The network reported, after the purchase had failed, that the customer does not have the bundle. */
  | { readonly kind: 'notDelivered' }
  /** The network was asked until then, and never said. */
  | { readonly kind: 'neverKnown'; readonly until: string }
  /** Nothing more by itself; someone may buy again. */
  | { readonly kind: 'ended' }
  /** Nothing more, unless the network takes the bundle back. */
  | { readonly kind: 'delivered' }
  | { readonly kind: 'refunded' };

/**
 * What happens next to a purchase.
 * @param now in ms since 1970
 * @param late whether the bundle arrived late; null if that could not be read
 */
export function nextOf(
  purchase: Pick<Purchase, 'status' | 'resolve_by' | 'completed_at' | 'failure'>,
  now: number,
  late: Omit<LateDelivery, 'object' | 'purchase_id'> | null = null,
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
      if (late !== null) return afterFailure(late, completedAt ?? resolveBy);
      if (failure?.code !== 'network_timeout') return { kind: 'ended' };
      const until = new Date(Date.parse(completedAt ?? resolveBy) + LATE_HOURS * 3_600_000).toISOString();
      return { kind: Date.parse(until) > now ? 'mayArrive' : 'neverKnown', until };
    }
  }
}

function afterFailure(late: Omit<LateDelivery, 'object' | 'purchase_id'>, failedAt: string): Next {
  const { status, delivered_at: deliveredAt, charged_at: chargedAt, asked_until: until } = late;
  switch (status) {
    case 'delivered':
      return { kind: 'arrivedLate', at: deliveredAt ?? failedAt, chargedAt };
    case 'reversed':
      return { kind: 'takenBack', at: deliveredAt ?? failedAt, chargedAt };
    case 'possible':
      return { kind: 'mayArrive', until: until ?? failedAt };
    case 'unknown':
      return { kind: 'neverKnown', until: until ?? failedAt };
    case 'not_delivered':
      return { kind: 'notDelivered' };
    case 'none':
      return { kind: 'ended' };
  }
}

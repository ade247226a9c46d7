import { assertNever } from '../assert-never.ts';
import type { RefusalCode } from '../purchase/failure-codes.ts';
import type { Clearance } from './route.ts';

/** An answer of a gateway to a submission or an inquiry, as far as this rule reads it. */
export type RouteAnswer =
  | { readonly kind: 'not_submitted'; readonly reason: string }
  | { readonly kind: 'refused'; readonly code: RefusalCode; readonly supplierFault: boolean }
  | { readonly kind: 'not_found'; readonly conclusive: boolean }
  | {
      readonly kind:
        | 'confirmed'
        | 'accepted'
        | 'unknown'
        | 'pending'
        | 'unconfirmed'
        | 'reversed'
        | 'unavailable';
    };

/**
 * Whether an answer shows that nothing of the order can be delivered, so that another route may be asked; null if it does not.
 * An order of unknown outcome is never cleared: its gateway may have it. A refusal clears only if it is about the gateway (our
 * account there, or a product that it does not sell), because another gateway would refuse the same number too.
 * The table in docs/routing.md has the source for each gateway.
 */
export function clearanceOf(answer: RouteAnswer): Clearance | null {
  switch (answer.kind) {
    case 'not_submitted':
      return 'not_submitted';
    case 'refused':
      return isAboutGateway(answer) ? 'gateway_refused' : null;
    case 'not_found':
      return answer.conclusive ? 'never_received' : null;
    case 'confirmed':
    case 'accepted':
    case 'unknown':
    case 'pending':
    case 'unconfirmed':
    case 'reversed':
    case 'unavailable':
      return null;
    default:
      return assertNever(answer);
  }
}

function isAboutGateway({ code, supplierFault }: Extract<RouteAnswer, { kind: 'refused' }>): boolean {
  return supplierFault || code === 'bundle_unavailable';
}

/** What a purchase with several routes knows when one of them reports. */
export interface RouteStanding {
  /** Whether the purchase was last submitted on the route that reports. */
  readonly isCurrent: boolean;
  /** Whether this route has reported a delivery before. */
  readonly deliveredHere: boolean;
  /** Whether another route has reported a delivery that stands. */
  readonly deliveredElsewhere: boolean;
}

/**
 * `book`: settle it. `second_delivery`: settle it too, which changes nothing; the client has the bundle twice and pays once.
 * `ignore`: it says nothing about the purchase.
 */
export type RouteNews = 'book' | 'second_delivery' | 'ignore';

/**
 * What a final report of one route means for the purchase. A delivery always counts, even from a route that had been cleared: the
 * number has the bundle. A refusal counts only from the route that has the order now; of an earlier route it was expected.
 */
export function hearRoute(
  report: 'confirmed' | 'refused' | 'reversed' | 'voided',
  { isCurrent, deliveredHere, deliveredElsewhere }: RouteStanding,
): RouteNews {
  if (report === 'confirmed') return deliveredElsewhere ? 'second_delivery' : 'book';
  if (deliveredElsewhere) return 'ignore';
  if (report === 'refused') return isCurrent ? 'book' : 'ignore';
  return isCurrent || deliveredHere ? 'book' : 'ignore';
}

/** What is on record about the time after a purchase failed. */
export interface LateRecord {
  /** A confirmation that came after the failure; null for none. */
  readonly confirmation: {
    readonly confirmedAt: Date;
    /** Whether the network took the bundle back afterwards. */
    readonly isTakenBack: boolean;
    /** When the client was charged for it by agreement; null if it was not. */
    readonly chargedAt: Date | null;
  } | null;
  /** Inquiries after a timeout; null if nothing was sent, or if the network had answered. `outcome` is null until they end. */
  readonly inquiry: { readonly until: Date; readonly outcome: string | null } | null;
}

/** Whether the bundle of a purchase that failed arrived after all. */
export type LateDelivery =
  /** Nothing was sent, or the network refused it. */
  | { readonly status: 'none' }
  /** The network is asked until then. */
  | { readonly status: 'possible'; readonly until: Date }
  | { readonly status: 'delivered'; readonly deliveredAt: Date; readonly chargedAt: Date | null }
  /** Delivered, and then reversed by the network. */
  | { readonly status: 'reversed'; readonly deliveredAt: Date; readonly chargedAt: Date | null }
  /** The network reported that it did not deliver it, or that it reversed it. */
  | { readonly status: 'not_delivered' }
  /** The network was asked until then, and never said. */
  | { readonly status: 'unknown'; readonly until: Date };

/** Outcomes of inquiries after which the customer does not have the bundle. */
const WITHOUT_BUNDLE: ReadonlySet<string> = new Set(['refused', 'reversed', 'voided', 'never_received']);

/** What is known about a late delivery. A delivery counts, whatever inquiries found. Pure. */
export function lateDeliveryOf({ confirmation, inquiry }: LateRecord, now: Date): LateDelivery {
  if (confirmation !== null) {
    const { confirmedAt: deliveredAt, isTakenBack, chargedAt } = confirmation;
    return { status: isTakenBack ? 'reversed' : 'delivered', deliveredAt, chargedAt };
  }
  if (inquiry === null) return { status: 'none' };
  const { until, outcome } = inquiry;
  if (outcome === null && until > now) return { status: 'possible', until };
  return outcome !== null && WITHOUT_BUNDLE.has(outcome)
    ? { status: 'not_delivered' }
    : { status: 'unknown', until };
}

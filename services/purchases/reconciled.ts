/** One order on which books and list did not agree. */
export interface Finding {
  /** Our purchase, or the carrier's reference of an order that is not ours. */
  readonly subject: string;
  readonly kind: /** The list had a new outcome; it is booked now. */
    | 'settled_successful'
    | 'settled_failed'
    | 'settled_reversed'
    /** Delivered after it had failed: listed as a late confirmation. */
    | 'late_delivery'
    | 'late_delivery_taken_back'
    /** The carrier denies a delivery that it had confirmed; recorded as a contradiction. */
    | 'denied'
    /** We charged for it, and the carrier does not know it, even when asked. */
    | 'unknown_to_carrier'
    | 'reference_shared'
    /** Another gateway delivered it too: a loss, recorded as a contradiction. */
    | 'delivered_twice'
    /** The carrier took something else than its price: the list counts from now on. */
    | 'other_cost'
    /** In the carrier's list under one of our keys, but not a purchase of this network. */
    | 'not_ours'
    | 'unclear';
  readonly detail: string;
}

export type Reconciled =
  | { readonly kind: 'no_gateway' }
  /** The protocol offers no list. */
  | { readonly kind: 'no_list'; readonly protocol: string }
  | { readonly kind: 'unavailable'; readonly detail: string }
  | {
      readonly kind: 'reconciled';
      readonly ours: number;
      readonly listed: number;
      /** Orders in the list without one of our keys. */
      readonly strangers: number;
      readonly findings: readonly Finding[];
    };

export interface Day {
  readonly networkId: string;
  readonly livemode: boolean;
  /** The gateway whose list is compared. */
  readonly route: string;
  readonly from: Date;
  /** 24 hours later. */
  readonly to: Date;
}

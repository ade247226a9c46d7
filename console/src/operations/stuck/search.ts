/** Minutes that one may choose for "pending for longer than". */
export const STUCK_MINUTES = [1, 5, 10] as const;
export type StuckMinutes = (typeof STUCK_MINUTES)[number];

/** Purchases that are pending for longer than this are shown as stuck unless the address says otherwise. */
export const STUCK_AFTER: StuckMinutes = 5;

/** What the address of the stuck purchases says. */
export interface StuckSearch {
  /** Only purchases with this cause. */
  cause?: string;
  /** Only purchases of this network. */
  network?: string;
  /** Only those that are pending for longer than this; `STUCK_AFTER` if it is left out. */
  minutes?: StuckMinutes;
}

/** Reads an address; what is not known is left out. */
export function readStuckSearch({ cause, network, minutes }: Record<string, unknown>): StuckSearch {
  const known = STUCK_MINUTES.find((one) => one === minutes);
  return {
    ...(typeof cause === 'string' && cause !== '' ? { cause } : {}),
    ...(typeof network === 'string' && network !== '' ? { network } : {}),
    ...(known === undefined || known === STUCK_AFTER ? {} : { minutes: known }),
  };
}

/** The age of the API for a number of minutes. */
export function olderThan(minutes: StuckMinutes = STUCK_AFTER): { readonly older_than_seconds: number } {
  return { older_than_seconds: 60 * minutes };
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Offsets of the attempts from the first, in milliseconds: the contract's 1 m, 5 m, 30 m, 2 h, 8 h and 24 h. */
export const ATTEMPT_OFFSETS_MS = [
  0,
  MINUTE,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  8 * HOUR,
  24 * HOUR,
] as const;

/** Attempts made in all before an event is not sent again. */
export const ATTEMPTS_MAX = ATTEMPT_OFFSETS_MS.length;

/** Longest a receiver may take over DNS, connect, TLS, headers and body together. */
export const WEBHOOK_TIMEOUT_MS = 10_000;

/** Longest that one address of several is waited for: a lost packet is sent again after a second, and TLS takes its turns. */
const EACH_ADDRESS_MS = 2_500;

/**
 * How long a connection to one of a receiver's addresses may take, in milliseconds. The last one may take what
 * the deadline leaves, the others their share of it.
 */
export function connectWithinMs(addresses: number, left: number): number {
  if (left <= 1) return WEBHOOK_TIMEOUT_MS;
  return Math.min(EACH_ADDRESS_MS, Math.floor(WEBHOOK_TIMEOUT_MS / addresses));
}

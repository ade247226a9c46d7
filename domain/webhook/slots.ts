import type { Standing } from './endpoint-standing.ts';

/**
 * Attempts under way at the same time in a process, at endpoints that work or are unproven. A process has these slots twice: for
 * endpoints that operators set, and for those that clients set.
 */
export const OPEN_SLOTS = 512;
/** How many of them unproven endpoints may hold together. */
export const UNPROVEN_SLOTS = 128;
/** Attempts under way at the same time at endpoints that fail. They take nothing from the others' slots. */
export const HELD_SLOTS = 256;
/** How many of them one failing endpoint may hold. */
export const HELD_EACH = 64;

const UNPROVEN_EACH = 4;
const SHARE_AT_LEAST = 4;
const HOST_AT_LEAST = 8;

/** How many attempts of this process are under way when one more is asked for. */
export interface SlotUse {
  readonly standing: Standing;
  readonly ofEndpoint: number;
  readonly ofHost: number;
  readonly unproven: number;
  readonly total: number;
}

/**
 * `send` now; `wait` in the queue until a slot of the endpoint is free; `pause`, since its host has enough; `hold`: move to
 * the queue of failing endpoints.
 */
export type SlotVerdict = 'send' | 'wait' | 'pause' | 'hold';

/**
 * How many attempts an endpoint may have under way. One that works may have half of the free slots, so that any
 * number of slow ones never takes the last slots from the others.
 */
export function endpointShare(standing: Standing, total: number): number {
  if (standing !== 'proven') return UNPROVEN_EACH;
  return Math.max(SHARE_AT_LEAST, Math.floor((OPEN_SLOTS - total) / 2));
}

/** How many attempts a failing endpoint may have under way: half of the free held slots, so that several share them. */
export function heldShare(total: number): number {
  return Math.min(HELD_EACH, Math.max(SHARE_AT_LEAST, Math.floor((HELD_SLOTS - total) / 2)));
}

/** Decides for one attempt of the open queue. */
export function judgeOpen(use: SlotUse): SlotVerdict {
  if (use.standing === 'failing') return 'hold';
  if (use.total >= OPEN_SLOTS || use.ofEndpoint >= endpointShare(use.standing, use.total)) return 'wait';

  const hostFull = use.ofHost >= Math.max(HOST_AT_LEAST, OPEN_SLOTS - use.total);
  if (use.standing === 'proven') return hostFull ? 'pause' : 'send';
  return hostFull || use.unproven >= UNPROVEN_SLOTS ? 'hold' : 'send';
}

/** Decides for one attempt of the queue of failing endpoints. */
export function judgeHeld({
  ofEndpoint,
  ofHost,
  total,
}: Pick<SlotUse, 'ofEndpoint' | 'ofHost' | 'total'>): SlotVerdict {
  if (total >= HELD_SLOTS || ofEndpoint >= heldShare(total)) return 'wait';
  return ofHost >= Math.max(HOST_AT_LEAST, HELD_SLOTS - total) ? 'pause' : 'send';
}

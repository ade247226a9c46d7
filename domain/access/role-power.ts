import type { Principal } from './principal.ts';
import { type Right, SPENDING_RIGHTS } from './rights.ts';

const APPROVING_RIGHTS: ReadonlySet<Right> = new Set<Right>(['approvals:decide', 'approvals:rules']);

/**
 * The rights that a request may give to others, or take from them. A key gives no right to spend or to approve: a person has no caps
 * and does not expire, and a key could approve for itself as a person whom it invited.
 */
export function rightsToGive(kind: Principal['kind'], own: ReadonlySet<Right>): ReadonlySet<Right> {
  if (kind !== 'key') return own;
  return new Set([...own].filter((right) => !SPENDING_RIGHTS.has(right) && !APPROVING_RIGHTS.has(right)));
}

/** A right of a role that one who has `own` may not give; null if there is none. */
export function findRightAbove(own: ReadonlySet<Right>, role: ReadonlySet<Right>): Right | null {
  for (const right of role) if (!own.has(right)) return right;
  return null;
}

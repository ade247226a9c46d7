import type { MinorUnits } from '../money/money.ts';
import { type Right, rightsOf, SPENDING_RIGHTS } from './rights.ts';

/** Most that a key may spend on one purchase and in one UTC day, in minor units; null for no cap. */
export interface KeyCaps {
  readonly purchase: MinorUnits | null;
  readonly day: MinorUnits | null;
}

export const NO_CAPS: KeyCaps = { purchase: null, day: null };

/** What holds for a key. */
export interface KeyTerms {
  readonly name: string;
  /** Rights, or words for several of them (domain/access/rights.ts). */
  readonly scopes: readonly string[];
  /** From then on the key does not work; null for never. */
  readonly expiresAt: Date | null;
  readonly caps: KeyCaps;
}

/** The terms of a key of which nothing is said: it may do everything. */
export const FULL_TERMS: KeyTerms = { name: '', scopes: ['all'], expiresAt: null, caps: NO_CAPS };

/** Why terms would give more than the one who asks for them has. */
export type PowerExcess =
  | { readonly kind: 'right'; readonly right: Right }
  /** They would last longer. */
  | { readonly kind: 'expiry'; readonly latest: Date }
  /** They would spend more: a key with a cap makes no other key that spends, because each would spend up to its own cap. */
  | { readonly kind: 'cap' };

/** What the one who asks may pass on. */
export interface Power extends Pick<KeyTerms, 'expiresAt' | 'caps'> {
  readonly rights: ReadonlySet<Right>;
}

/**
 * Why a key with these terms may do more than the one who asks for it; null if it may not. This applies to new, changed and rotated
 * keys, because the one who asks may come to hold the key.
 * @param isSelf whether a key asks for its own terms.
 */
export function findExcess(own: Power, wanted: KeyTerms, isSelf: boolean): PowerExcess | null {
  const rights = rightsOf(wanted.scopes);
  for (const right of rights) if (!own.rights.has(right)) return { kind: 'right', right };
  const latest = own.expiresAt;
  if (latest !== null && (wanted.expiresAt === null || wanted.expiresAt > latest))
    return { kind: 'expiry', latest };
  const isCapped = own.caps.day !== null || own.caps.purchase !== null;
  const spends = [...SPENDING_RIGHTS].some((right) => rights.has(right));
  if (!isCapped || !spends) return null;
  const isWithin =
    isSelf && within(wanted.caps.day, own.caps.day) && within(wanted.caps.purchase, own.caps.purchase);
  return isWithin ? null : { kind: 'cap' };
}

function within(wanted: MinorUnits | null, own: MinorUnits | null): boolean {
  return own === null || (wanted !== null && wanted <= own);
}

import type { KeyCaps } from '../access/key-power.ts';
import type { KeyId } from '../ids.ts';
import type { MinorUnits } from '../money/money.ts';

/** The caps of a key, and what counts against them: the price of what is pending or successful of a UTC day. */
export interface KeySpending {
  readonly caps: KeyCaps;
  readonly daySpent: MinorUnits;
  readonly dayEndsAt: Date;
}

/** The keys with a cap, of those that a transaction buys with. */
export type SpendingOfKeys = ReadonlyMap<KeyId, KeySpending>;

export const NO_CAPPED_KEYS: SpendingOfKeys = new Map();

/** A cap that a purchase would exceed. */
export type KeyCapExcess =
  | { readonly scope: 'purchase'; readonly cap: MinorUnits }
  | {
      readonly scope: 'day';
      readonly cap: MinorUnits;
      readonly spent: MinorUnits;
      /** When it counts from zero again. */
      readonly endsAt: Date;
    };

/** Adds up what one transaction of an account accepts with each key, beside what counts already. */
export interface KeySpendingCount {
  /** The first cap that a price would exceed: purchase, day; null if none. */
  findExcess(price: MinorUnits, keyId: KeyId | null): KeyCapExcess | null;
  add(price: MinorUnits, keyId: KeyId | null): void;
}

export function countKeySpending(keys: SpendingOfKeys): KeySpendingCount {
  if (keys.size === 0) return UNLIMITED;
  const daySpent = new Map([...keys].map(([keyId, key]) => [keyId, key.daySpent]));
  return {
    findExcess(price, keyId) {
      const key = keyId === null ? undefined : keys.get(keyId);
      if (key === undefined || keyId === null) return null;
      const { purchase, day } = key.caps;
      if (purchase !== null && price > purchase) return { scope: 'purchase', cap: purchase };
      const spent = daySpent.get(keyId) ?? 0;
      if (day === null || spent + price <= day) return null;
      return { scope: 'day', cap: day, spent, endsAt: key.dayEndsAt };
    },
    add(price, keyId) {
      const spent = keyId === null ? undefined : daySpent.get(keyId);
      if (keyId !== null && spent !== undefined) daySpent.set(keyId, spent + price);
    },
  };
}

const UNLIMITED: KeySpendingCount = { findExcess: () => null, add: () => undefined };

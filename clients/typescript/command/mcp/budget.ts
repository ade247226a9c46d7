import type { Money } from '../../src/index.ts';

/** Why an amount cannot be reserved. */
export type Denial =
  | { readonly kind: 'over_cap'; readonly left: Money }
  | { readonly kind: 'other_currency'; readonly currency: string };

/** A place in the budget for one request. Exactly one of its functions is called, when the request has ended. */
export interface Reservation {
  readonly kind: 'reserved';
  /** It has bought, or may have bought: the amount stays taken. `price` is what was agreed, if that is known. */
  keep(price: Money | null): void;
  /** It was certainly refused: the amount is free again, unless another request with the reference needs it. */
  release(): void;
}

/** What may be spent while this process runs. */
export interface Budget {
  readonly cap: Money;
  left(): Money;
  /** Takes the amount before a request is sent. One reference buys at most once, so it needs the highest amount once. */
  reserve(reference: string, price: Money): Reservation | Denial;
}

interface Entry {
  amount: number;
  inFlight: number;
  isKept: boolean;
}

/** A budget that is never exceeded by what was reserved. It has no pauses, so concurrent requests cannot pass it together. */
export function createBudget(cap: Money): Budget {
  const entries = new Map<string, Entry>();
  const taken = () => [...entries.values()].reduce((sum, { amount }) => sum + amount, 0);
  const left = (): Money => ({ amount: Math.max(0, cap.amount - taken()), currency: cap.currency });
  return {
    cap,
    left,
    reserve(reference, { amount, currency }) {
      if (currency !== cap.currency) return { kind: 'other_currency', currency };
      const known = entries.get(reference);
      const further = Math.max(0, amount - (known?.amount ?? 0));
      if (taken() + further > cap.amount) return { kind: 'over_cap', left: left() };

      const entry = known ?? { amount: 0, inFlight: 0, isKept: false };
      entry.amount += further;
      entry.inFlight += 1;
      entries.set(reference, entry);
      return {
        kind: 'reserved',
        keep(price) {
          entry.inFlight -= 1;
          entry.isKept = true;
          entry.amount = Math.max(entry.amount, price?.amount ?? 0);
        },
        release() {
          entry.inFlight -= 1;
          if (entry.inFlight === 0 && !entry.isKept) entries.delete(reference);
        },
      };
    },
  };
}

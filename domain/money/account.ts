import type { MinorUnits } from './money.ts';

/** What an account has: `available` to spend now, `held` for purchases that are pending. */
export interface Balance {
  readonly available: MinorUnits;
  readonly held: MinorUnits;
  readonly currency: string;
  readonly updatedAt: Date;
}

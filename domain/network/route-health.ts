import { compareDecimals } from '../money/decimal.ts';
import type { HealthState, Phase, WalletReading } from './health-reading.ts';

/** A route of a network that has several, as it was just judged. */
export interface JudgedRoute {
  readonly route: string;
  readonly state: HealthState;
  /** Null if it was not read, or no minimum is set. */
  readonly wallet: WalletReading | null;
  readonly isDraining: boolean;
}

const RANK: Readonly<Record<Phase, number>> = { operational: 0, half_open: 1, degraded: 2, unavailable: 3 };

/**
 * The route whose health a network has: the best of those that take purchases, because they take what the others do not. So a
 * network is unavailable only if each of them is. If all routes are draining, nothing is sent, and the worst one counts.
 */
export function bestRoute(routes: readonly JudgedRoute[]): JudgedRoute | null {
  const open = routes.filter(({ isDraining }) => !isDraining);
  const byRank = (open.length > 0 ? open : routes).toSorted((one, other) => rank(one) - rank(other));
  return (open.length > 0 ? byRank[0] : byRank.at(-1)) ?? null;
}

function rank({ state, wallet }: JudgedRoute): number {
  const isLow = wallet !== null && compareDecimals(wallet.available, wallet.minimum) < 0;
  return 2 * RANK[state.phase] + (isLow ? 1 : 0);
}

/** A network's pace: a token bucket and a budget of purchases in flight. */
export interface Pace {
  readonly ratePerSecond: number;
  readonly burst: number;
  readonly inFlightMax: number;
  /** Below 0 where sends that were repeated took some in advance. */
  readonly tokens: number;
  readonly tokensAt: Date;
}

export interface Admission {
  /** How many purchases may start now. */
  readonly admitted: number;
  /** Tokens left before any of them is taken. */
  readonly tokens: number;
}

/** How many of `wanted` purchases the pace lets through now, with the bucket refilled to `now`. */
export function admit(pace: Pace, inFlight: number, wanted: number, now: Date): Admission {
  const elapsedSeconds = Math.max(0, (now.getTime() - pace.tokensAt.getTime()) / 1000);
  const tokens = Math.min(pace.burst, pace.tokens + elapsedSeconds * pace.ratePerSecond);
  const room = Math.max(0, pace.inFlightMax - inFlight);
  return { admitted: Math.min(wanted, room, Math.max(0, Math.floor(tokens))), tokens };
}

/** How many rows were final at a time. */
export interface Sample {
  /** In ms. */
  readonly at: number;
  readonly finals: number;
}

/** The rate is that of this time, in ms. */
const SPAN_MS = 120_000;
/** Shorter times say little. */
const SPAN_MIN_MS = 10_000;

/** Adds what was seen now, and forgets what is too old. One older sample stays, so that the span is whole. */
export function addSample(samples: readonly Sample[], sample: Sample): readonly Sample[] {
  const all = [...samples, sample];
  const first = all.findLastIndex(({ at }) => at <= sample.at - SPAN_MS);
  return first <= 0 ? all : all.slice(first);
}

/** Rows that become final per minute; null if too little was seen to say it. */
export function perMinute(samples: readonly Sample[]): number | null {
  const first = samples[0];
  const last = samples.at(-1);
  if (first === undefined || last === undefined || last.at - first.at < SPAN_MIN_MS) return null;
  return Math.round(((last.finals - first.finals) * 60_000) / (last.at - first.at));
}

/**
 * The times between which a chart is drawn, in seconds since 1970. A single time stands in the middle: by itself, it would be at the
 * left edge of a day that has no other point.
 * @param times in their order; without them, both are null
 * @param around what is shown before and after a single time, in seconds
 */
export function timeRange(times: readonly number[], around: number): [number | null, number | null] {
  const [first, last] = [times[0], times.at(-1)];
  if (first === undefined || last === undefined) return [null, null];
  return first < last ? [first, last] : [first - around, last + around];
}

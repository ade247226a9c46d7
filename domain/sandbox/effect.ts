/** What a request in test mode can ask the API to do with it. */
export const EFFECTS = [
  'insufficient-balance',
  'rate-limited',
  'internal-error',
  'unavailable',
  'slow',
  'short-deadline',
  'closed-day',
] as const;
export type Effect = (typeof EFFECTS)[number];

const MARKER = /^sandbox:([a-z-]+):./;

/** The effect that a header names; null if it names none. Its case does not matter. */
export function readEffect(text: string): Effect | null {
  const wanted = text.trim().toLowerCase();
  return EFFECTS.find((effect) => effect === wanted) ?? null;
}

/** The effect in a reference such as `sandbox:slow:order-1`; null for every other reference. */
export function readReferenceEffect(reference: string): Effect | null {
  return readEffect(MARKER.exec(reference)?.[1] ?? '');
}

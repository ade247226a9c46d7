/**
 * Why a request ended as voided: the rows or prices of its campaign changed, another start was requested in its place, the campaign
 * was started without it or cancelled, or its schedule was removed.
 */
export const VOID_CODES = ['changed', 'replaced', 'started', 'canceled', 'unscheduled'] as const;
export type VoidCode = (typeof VOID_CODES)[number];

/** A stored code; null for anything else, as in requests of earlier versions. */
export function readVoidCode(text: string | null): VoidCode | null {
  return VOID_CODES.find((code) => code === text) ?? null;
}

/** Time before `resolve_by` of the last inquiry, so that a confirmation is not missed for want of asking. */
const LAST_LOOK_MS = 3_000;

/**
 * When the nth inquiry (from 0) is due after the send, in milliseconds: the given delays, then the last spacing again and
 * again. `delaysMs` is ascending and not empty.
 */
export function inquiryDelayMs(delaysMs: readonly number[], nth: number): number {
  const given = delaysMs[nth];
  if (given !== undefined) return given;

  const last = delaysMs.at(-1) ?? 0;
  const spacing = last - (delaysMs.at(-2) ?? 0);
  return last + (nth - delaysMs.length + 1) * spacing;
}

/** The inquiry after the nth whose time has not passed: those missed in an outage are not made up one after another. */
export function nextInquiry(delaysMs: readonly number[], nth: number, elapsedMs: number): number {
  let next = nth + 1;
  while (
    inquiryDelayMs(delaysMs, next) < elapsedMs &&
    inquiryDelayMs(delaysMs, next) < inquiryDelayMs(delaysMs, next + 1)
  ) {
    next += 1;
  }
  return next;
}

/** When to act next: the nth inquiry, a last look shortly before `resolveBy`, or `resolveBy` itself. Unix milliseconds. */
export function nextLookAt(
  delaysMs: readonly number[],
  nth: number,
  sentAt: number,
  resolveBy: number,
  now: number,
): number {
  const due = Math.max(sentAt + inquiryDelayMs(delaysMs, nth), now);
  const lastLook = resolveBy - LAST_LOOK_MS;
  if (due < lastLook) return due;
  return now < lastLook ? lastLook : resolveBy;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Inquiries after a timeout whose outcome is unknown, offset from the timeout; they end after 72 hours. */
const LATE_INQUIRY_OFFSETS_MS = [
  15_000,
  MINUTE,
  5 * MINUTE,
  15 * MINUTE,
  HOUR,
  3 * HOUR,
  6 * HOUR,
  12 * HOUR,
  24 * HOUR,
  36 * HOUR,
  48 * HOUR,
  60 * HOUR,
  72 * HOUR,
] as const;

/** Those that are to be made by who begins `elapsedMs` after the timeout: of those that were missed only the last. */
export function lateOffsetsFrom(elapsedMs: number): readonly number[] {
  return LATE_INQUIRY_OFFSETS_MS.filter(
    (_offset, nth) => (LATE_INQUIRY_OFFSETS_MS[nth + 1] ?? Number.POSITIVE_INFINITY) > elapsedMs,
  );
}

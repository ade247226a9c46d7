/** Time before the deadline of the last inquiry, so that a confirmation is not missed. */
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

/** The inquiries of one submission. Times are Unix milliseconds. */
export interface InquirySchedule {
  /** As for `inquiryDelayMs`. */
  readonly delaysMs: readonly number[];
  readonly sentAt: number;
  /** When the purchase is settled without a confirmation. */
  readonly settleBy: number;
}

/** Which inquiry is due, or was made last, and the time now. */
interface Position {
  readonly nth: number;
  readonly now: number;
}

/** The inquiry after the nth whose time has not passed: those missed in an outage are not made up one after another. */
export function nextInquiry({ delaysMs, sentAt }: InquirySchedule, { nth, now }: Position): number {
  const elapsedMs = now - sentAt;
  let next = nth + 1;
  while (
    inquiryDelayMs(delaysMs, next) < elapsedMs &&
    inquiryDelayMs(delaysMs, next) < inquiryDelayMs(delaysMs, next + 1)
  ) {
    next += 1;
  }
  return next;
}

/** When to act next: the nth inquiry, a last look shortly before `settleBy`, or `settleBy` itself. Unix milliseconds. */
export function nextLookAt({ delaysMs, sentAt, settleBy }: InquirySchedule, { nth, now }: Position): number {
  const due = Math.max(sentAt + inquiryDelayMs(delaysMs, nth), now);
  const lastLook = settleBy - LAST_LOOK_MS;
  if (due < lastLook) return due;
  return now < lastLook ? lastLook : settleBy;
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

/** The inquiries left when starting `elapsedMs` after the timeout: of the missed ones, only the last. */
export function lateOffsetsFrom(elapsedMs: number): readonly number[] {
  return LATE_INQUIRY_OFFSETS_MS.filter(
    (_offset, nth) => (LATE_INQUIRY_OFFSETS_MS[nth + 1] ?? Number.POSITIVE_INFINITY) > elapsedMs,
  );
}

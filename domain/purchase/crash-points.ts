/** The windows of a purchase in which a process may die, in the order in which a purchase passes them. */
export const CRASH_POINTS = [
  /** Its workflow runs; nothing is written yet. */
  'before_fence',
  /** The row in `submissions` is committed; nothing is sent. */
  'after_fence',
  /** The gateway has answered; nothing is recorded. */
  'before_record',
  /** The answer is recorded, with the confirmation where it is one; nothing is settled. */
  'after_record',
  /** Settled, and the row of the first attempt is committed; the webhook is not sent. */
  'before_webhook',
  /** The receiver has answered; the outcome of the attempt is not recorded. */
  'after_webhook',
] as const;

/** The window of a page of a campaign: its purchases are committed, but not yet counted in the batch. */
export const BATCH_CRASH_POINTS = ['after_release'] as const;

export type CrashPointName = (typeof CRASH_POINTS)[number] | (typeof BATCH_CRASH_POINTS)[number];

/** Called at each window; does nothing except in a process that a test ends there. */
export type CrashPoint = (name: CrashPointName) => void;

import type { BatchStatus } from './batch.ts';

/** How far ahead a start may be planned. */
export const START_AHEAD_DAYS_MAX = 366;

/** Whether a time can be planned: rendered in UTC, its year must have four digits. */
export function isPlannable(text: string, now: Date): boolean {
  const at = Date.parse(text);
  return at >= 0 && at <= now.getTime() + START_AHEAD_DAYS_MAX * 24 * 3_600_000;
}

/** When a batch may start, and where it is. */
export interface Timing {
  readonly status: BatchStatus;
  /** Nothing is bought before this; null for no start time. */
  readonly notBefore: Date | null;
  readonly now: Date;
}

/** Whether a batch was started, but its start time has not come: nothing was bought, and all of it can still be changed. */
export function isScheduled({ status, notBefore, now }: Timing): boolean {
  return status === 'running' && notBefore !== null && now < notBefore;
}

export type ScheduleOrder =
  /** Starts at a time, or moves the start that was set before. */
  | { readonly kind: 'schedule'; readonly startAt: Date }
  /** Starts now in place of later. */
  | { readonly kind: 'start_now' }
  /** Does not start by itself any more, and waits for a start. */
  | { readonly kind: 'unschedule' };

export type ScheduleVerdict =
  | { readonly kind: 'moves'; readonly to: 'running' | 'ready'; readonly notBefore: Date | null }
  /** It is so already: a repeated order does no harm. */
  | { readonly kind: 'already' }
  /** The time that was sent has passed. */
  | { readonly kind: 'past'; readonly startAt: Date; readonly now: Date }
  | { readonly kind: 'refused' };

/** What an order does to a batch. From its start time on, no order changes anything. */
export function judgeSchedule(timing: Timing, order: ScheduleOrder): ScheduleVerdict {
  const { status, notBefore, now } = timing;
  const scheduled = isScheduled(timing);
  switch (order.kind) {
    case 'schedule': {
      if (!scheduled && status !== 'ready') return { kind: 'refused' };
      const { startAt } = order;
      return startAt <= now
        ? { kind: 'past', startAt, now }
        : { kind: 'moves', to: 'running', notBefore: startAt };
    }
    case 'start_now':
      if (scheduled) return { kind: 'moves', to: 'running', notBefore: now };
      return status === 'running' ? { kind: 'already' } : { kind: 'refused' };
    case 'unschedule':
      if (scheduled || (status === 'ready' && notBefore !== null))
        return { kind: 'moves', to: 'ready', notBefore: null };
      return status === 'ready' ? { kind: 'already' } : { kind: 'refused' };
  }
}

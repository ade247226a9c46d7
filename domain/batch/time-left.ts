import type { AccountId } from '../ids.ts';
import type { BatchStatus, NoEstimate, Pause, WaitsFor } from './batch.ts';
import { type Estimate, estimateBatch, type NetworkWork } from './estimate.ts';

/** When a batch will have ended, or why it cannot be said. Both are null where there is nothing to estimate any more. */
export interface TimeLeft {
  readonly estimatedCompletionAt: Date | null;
  readonly noEstimate: NoEstimate | null;
}

/** What decides about the end of a batch. */
export interface Course {
  readonly accountId: AccountId;
  readonly status: BatchStatus;
  readonly pause: Pause | null;
  readonly notBefore: Date | null;
  /** Present while it waits for the hours of its recipients. */
  readonly waitsFor?: WaitsFor | null;
  /** Whether it stops after its first rows. */
  readonly isTrial: boolean;
  readonly networks: readonly NetworkWork[];
}

/** Estimates the end of a batch; of one that is ready, as if it were started now. */
export function judgeTimeLeft(course: Course, now: Date): TimeLeft {
  const { status, pause, notBefore } = course;
  switch (status) {
    case 'validating':
      return without('checking', 'The file is being checked.');
    case 'completed':
    case 'canceled':
    case 'rejected':
      return { estimatedCompletionAt: null, noEstimate: null };
    case 'paused':
      return ofPause(pause);
    case 'ready':
    case 'running':
      if (notBefore !== null && notBefore > now)
        return without('starts_later', `The campaign starts at ${showTime(notBefore)}.`);
      if (course.waitsFor?.code === 'quiet_hours') return without('quiet_hours', course.waitsFor.message);
      if (course.isTrial) {
        return without('first_rows', 'The campaign buys its first rows. Then it waits for your decision.');
      }
      return ofEstimate(estimateBatch(course.accountId, now, course.networks), now);
  }
}

function ofPause(pause: Pause | null): TimeLeft {
  switch (pause?.code) {
    case 'insufficient_balance':
      return without(
        'needs_money',
        'The campaign waits for funds. Add funds. The campaign then resumes automatically.',
      );
    case 'requested':
      return without('paused', 'The campaign was paused on request. Resume it to continue.');
    default:
      return without('needs_decision', 'The campaign is paused, and waits for your decision.');
  }
}

function ofEstimate(estimate: Estimate, now: Date): TimeLeft {
  switch (estimate.kind) {
    case 'ends':
      return { estimatedCompletionAt: new Date(now.getTime() + estimate.inMs), noEstimate: null };
    case 'unavailable':
      return without(
        'network_unavailable',
        `The network ${estimate.network} is not accepting purchases. Its rows wait until it accepts purchases again.`,
      );
    case 'measuring':
      return without('measuring', `There are not enough measured purchases on ${estimate.network} yet.`);
    case 'too_slow':
      return without(
        'too_slow',
        `At the speed of the last minutes, the rows on ${estimate.network} take more than 30 days.`,
      );
  }
}

function without(code: NoEstimate['code'], message: string): TimeLeft {
  return { estimatedCompletionAt: null, noEstimate: { code, message } };
}

/** 2026-12-01 18:00 UTC. */
function showTime(at: Date): string {
  return `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

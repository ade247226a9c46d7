import type { BatchResource } from '../../../contract/batches/batch.ts';

const FIELDS = [
  'id',
  'status',
  'stage',
  'waits_for',
  'pause',
  'counts',
  'cost',
  'charged',
  'refunded',
  'held',
  'not_spent',
  'available',
  'shortfall',
  'estimated_completion_at',
  'no_estimate',
  'started_at',
  'completed_at',
] as const satisfies readonly (keyof BatchResource)[];

/** What changes while a batch runs. It has no phone number, because events are not masked. */
export type BatchProgress = Pick<BatchResource, (typeof FIELDS)[number]>;

export function progressOf(batch: BatchResource): BatchProgress {
  return Object.fromEntries(FIELDS.map((field) => [field, batch[field]])) as BatchProgress;
}

/** Whether nothing changes any more until someone acts. A cancelled batch may still have pending purchases. */
export function isAtRest({ status, counts }: BatchProgress): boolean {
  switch (status) {
    case 'ready':
    case 'completed':
    case 'rejected':
      return true;
    case 'canceled':
      return counts.pending === 0;
    case 'validating':
    case 'running':
    case 'paused':
      return false;
  }
}

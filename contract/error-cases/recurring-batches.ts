import type { ErrorCase } from './error-case.ts';

/** Recurring batches and their calendars. */
export const RECURRING_CASES = {
  recurring_batch_unknown: {
    code: 'not_found',
    param: 'recurring_batch_id',
    when: 'the account has no recurring batch with this id',
    message: 'Your account has no recurring batch with this id. List the recurring batches to see their ids.',
  },
  recurring_source_unknown: {
    code: 'not_found',
    param: 'batch_id',
    when: 'the account has no checked batch with the batch_id of a new recurring batch',
    message:
      'Your account has no checked batch with this id. Check the id. A batch that is still being checked, or was rejected, cannot be bought again.',
  },
  recurring_reference_used: {
    code: 'reference_conflict',
    param: 'reference',
    when: 'the account has used the reference for another recurring batch, also for a deleted one',
    message:
      'This reference was already used for another recurring batch. Nothing was created. Choose a new reference.',
  },
  recurring_batch_never: {
    code: 'invalid_request',
    param: 'ends_at',
    when: 'the calendar of a new recurring batch has no run between now and its end',
    message: 'This calendar has no run from now to its end. Nothing was created. Check the days and ends_at.',
  },
} as const satisfies Readonly<Record<string, ErrorCase>>;

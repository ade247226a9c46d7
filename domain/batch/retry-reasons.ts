import { FAILURE_CODES, type RetryAdvice } from '../purchase/failure-codes.ts';

/** Whether a row that was not bought for a reason may be bought if it is tried again as it is. */
export type RetryChance = (typeof RETRY_CHANCES)[number];
export const RETRY_CHANCES = ['may_work', 'with_care', 'never'] as const;

/** Reasons for which the turn of a row passed, that do not concern the row itself. */
const PASSING: readonly string[] = ['network_unavailable', 'insufficient_balance', 'canceled'];

const CHANCES: Readonly<Record<RetryAdvice, RetryChance>> = {
  yes: 'may_work',
  later: 'may_work',
  in_minutes: 'may_work',
  with_care: 'with_care',
  after_change: 'never',
  no: 'never',
};

/** What a failure code or the code of a row error promises. */
export function chanceOf(reason: string): RetryChance {
  if (PASSING.includes(reason)) return 'may_work';
  const failure = Object.entries(FAILURE_CODES).find(([code]) => code === reason)?.[1];
  return failure === undefined ? 'never' : CHANCES[failure.retry];
}

/** Reasons that a retry takes if the client names none. */
export const RETRIED_BY_DEFAULT: readonly string[] = [...new Set([...Object.keys(FAILURE_CODES), ...PASSING])]
  .filter((reason) => chanceOf(reason) === 'may_work')
  .sort();

/** Reasons that a client may name: after a timeout, the bundle may have been delivered. */
export const RETRIABLE: readonly string[] = [...RETRIED_BY_DEFAULT, 'network_timeout'].sort();

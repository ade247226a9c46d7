import type { BatchOutcome } from '../../../../clients/typescript/src/types.ts';

/** Reasons of skipped rows that were bought before, for another row, or that a person dropped. No one corrects them. */
const SETTLED: ReadonlySet<string> = new Set([
  'already_bought',
  'bought_in_results',
  'bought_recently',
  'dropped',
  'duplicate_purchase',
]);

/** Rows that bought nothing and never will, by what the file of rows to correct does with them. */
export interface Unbought {
  /** They are in the file. */
  readonly toCorrect: number;
  /** Their network never answered. They are in the file if the person asks for them. */
  readonly timeouts: number;
  /** Duplicates and dropped rows, which the file leaves out. */
  readonly settled: number;
  /** Of those, duplicates of a recent purchase. The file has one if that purchase has failed since. */
  readonly recent: number;
}

/** Counts the rows that bought nothing and never will. @param isCanceled whether the campaign was cancelled */
export function unboughtOf(
  outcomes: readonly Pick<BatchOutcome, 'state' | 'reason' | 'rows'>[],
  isCanceled: boolean,
): Unbought {
  const count = (is: (state: BatchOutcome['state'], reason: string) => boolean) =>
    outcomes.reduce((sum, { state, reason, rows }) => sum + (is(state, reason ?? '') ? rows : 0), 0);
  const isSettled = (state: BatchOutcome['state'], reason: string) =>
    state === 'refused' && SETTLED.has(reason);
  const isTimeout = (state: BatchOutcome['state'], reason: string) =>
    state === 'failed' && reason === 'network_timeout';
  return {
    toCorrect: count((state, reason) =>
      state === 'waiting'
        ? isCanceled
        : ['invalid', 'failed', 'refused'].includes(state) &&
          !isSettled(state, reason) &&
          !isTimeout(state, reason),
    ),
    timeouts: count(isTimeout),
    settled: count(isSettled),
    recent: count((state, reason) => isSettled(state, reason) && reason === 'bought_recently'),
  };
}

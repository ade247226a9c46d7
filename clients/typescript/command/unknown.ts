import { NoAnswerError } from '../src/index.ts';
import { CommandError } from './failure.ts';
import { EXIT } from './spec.ts';

/**
 * Runs a request that buys or starts something. If it has no answer, or is stopped, its outcome is unknown.
 * @throws CommandError with what to do, in one or two sentences of `advice`.
 */
export async function knownOutcome<T>(
  {
    reference,
    advice,
    signal,
  }: { readonly reference: string; readonly advice: string; readonly signal: AbortSignal },
  request: () => Promise<T>,
): Promise<T> {
  signal.throwIfAborted();
  try {
    return await request();
  } catch (error) {
    const silent = error instanceof NoAnswerError;
    if (!silent && !signal.aborted) throw error;
    const why = silent ? error.why.replaceAll('_', ' ') : 'the command was stopped';
    throw new CommandError(
      `The outcome of ${reference} is not known (${why}). ${advice}`,
      EXIT.unknown,
      'outcome_unknown',
      reference,
    );
  }
}

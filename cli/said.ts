import { ApiError, NoAnswerError } from '../client/index.ts';
import { CliError, EXIT } from './failure.ts';

/** Turns what the API refused, or did not answer, into what a person is told. */
export async function said<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof ApiError)
      throw new CliError(`${error.message} (${error.code}, ${error.requestId ?? ''})`);
    if (error instanceof NoAnswerError)
      throw new CliError(`The API does not answer: ${error.message}`, EXIT.cannot);
    throw error;
  }
}

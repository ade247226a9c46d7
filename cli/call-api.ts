import { ApiError, NoAnswerError } from '../clients/typescript/src/index.ts';
import { CliError, EXIT } from './failure.ts';

/** Calls the API. @throws CliError with the API's own message when it rejects the call, or when it does not answer. */
export async function callApi<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof ApiError) {
      const request = error.requestId === null ? '' : `, request ${error.requestId}`;
      throw new CliError(`${error.message} (${error.code}${request})`);
    }
    if (error instanceof NoAnswerError) {
      throw new CliError(`The API does not answer. ${error.message} Check BASE_URL.`, EXIT.cannot);
    }
    throw error;
  }
}

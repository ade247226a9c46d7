import {
  ERROR_CASES,
  type ErrorCaseName,
  type MessageValues,
} from '../../contract/error-cases/error-cases.ts';
import { ERRORS, type ErrorBody, type ErrorCode } from '../../contract/errors.ts';
import { fillMessage } from '../../domain/messages.ts';

interface Facts {
  readonly param?: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

/** The body of an error, as the API sends it for a case. */
export function example<Name extends ErrorCaseName>(
  name: Name,
  values: MessageValues<Name>,
  { param, details }: Facts = {},
): ErrorBody {
  const found: { readonly code: ErrorCode; readonly message: string; readonly param?: string } =
    ERROR_CASES[name];
  const field = param ?? found.param;
  return {
    error: {
      code: found.code,
      message: fillMessage(found.message, values),
      ...(field === undefined ? {} : { param: field }),
      retryable: ERRORS[found.code].retryable,
      request_id: 'req_01kf0x8w9mfb7r9m2ptq4n6wze',
      ...(details === undefined ? {} : { details }),
    },
  };
}

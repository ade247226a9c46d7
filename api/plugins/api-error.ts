import {
  ERROR_CASES,
  type ErrorCaseName,
  type MessageValues,
} from '../../contract/error-cases/error-cases.ts';
import { ERRORS, type ErrorBody, type ErrorCode } from '../../contract/errors.ts';
import { fillMessage } from '../../domain/messages.ts';

export interface ApiErrorFacts {
  /** Replaces that of the case. */
  readonly param?: string;
  readonly details?: Readonly<Record<string, unknown>>;
  /** Seconds; sent as Retry-After. */
  readonly retryAfterSeconds?: number;
  /** Replaces that of the case. */
  readonly status?: number;
}

type Values = Readonly<Record<string, string | number>>;

/** Values are required if the message of the case has placeholders. */
type FactsOf<Name extends ErrorCaseName> = keyof MessageValues<Name> extends never
  ? [facts?: ApiErrorFacts]
  : [facts: ApiErrorFacts & { readonly values: MessageValues<Name> }];

/** A rejection as the client reads it. Routes throw it, and the error handler renders it. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly facts: ApiErrorFacts;

  /** Use `apiError`, which checks the placeholders. */
  constructor(name: ErrorCaseName, facts: ApiErrorFacts & { readonly values?: Values }) {
    const found: (typeof ERROR_CASES)[ErrorCaseName] & { readonly status?: number; readonly param?: string } =
      ERROR_CASES[name];
    super(fillMessage(found.message, facts.values ?? {}));
    this.name = 'ApiError';
    this.code = found.code;
    this.status = facts.status ?? found.status ?? ERRORS[found.code].status;
    const param = facts.param ?? found.param;
    this.facts = { ...facts, ...(param === undefined ? {} : { param }) };
  }

  toBody(requestId: string): ErrorBody {
    const { param, details } = this.facts;
    return {
      error: {
        code: this.code,
        message: this.message,
        ...(param === undefined ? {} : { param }),
        retryable: ERRORS[this.code].retryable,
        request_id: requestId,
        ...(details === undefined ? {} : { details: { ...details } }),
      },
    };
  }
}

/** Creates the error of a case, with the values of its message: `apiError('network_mismatch', { values: { network_id } })`. */
export function apiError<Name extends ErrorCaseName>(name: Name, ...[facts]: FactsOf<Name>): ApiError {
  return new ApiError(name, facts ?? {});
}

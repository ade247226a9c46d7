import {
  ERROR_CASES,
  type ErrorCaseName,
  type MessageValues,
} from '../../contract/error-cases/error-cases.ts';
import { messageInFrench } from '../../contract/error-cases/french/french.ts';
import { ERRORS, type ErrorBody, type ErrorCode } from '../../contract/errors.ts';
import { fillMessage } from '../../domain/messages.ts';
import type { Language } from '../language.ts';

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
  readonly #case: ErrorCaseName;
  readonly #values: Values;

  /** Use `apiError`, which checks the placeholders. */
  constructor(name: ErrorCaseName, facts: ApiErrorFacts & { readonly values?: Values }) {
    const found: (typeof ERROR_CASES)[ErrorCaseName] & { readonly status?: number; readonly param?: string } =
      ERROR_CASES[name];
    super(fillMessage(found.message, facts.values ?? {}));
    this.#case = name;
    this.#values = facts.values ?? {};
    this.name = 'ApiError';
    this.code = found.code;
    this.status = facts.status ?? found.status ?? ERRORS[found.code].status;
    const param = facts.param ?? found.param;
    this.facts = { ...facts, ...(param === undefined ? {} : { param }) };
  }

  /** As the client reads it. Logs have the English message. */
  toBody(requestId: string, language: Language = 'en'): ErrorBody {
    const { param, details } = this.facts;
    return {
      error: {
        code: this.code,
        message: language === 'fr' ? messageInFrench(this.#case, this.#values) : this.message,
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

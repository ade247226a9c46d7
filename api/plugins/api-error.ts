import { ERRORS, type ErrorBody, type ErrorCode } from '../../contract/errors.ts';

export interface ApiErrorFacts {
  readonly param?: string;
  readonly details?: Readonly<Record<string, unknown>>;
  /** Seconds; sent as Retry-After. */
  readonly retryAfterSeconds?: number;
  /** Where the contract's status for the code does not fit: 405 for a wrong method, 413 for a body too large. */
  readonly status?: number;
}

/** A refusal as a client will read it. Thrown by routes; the one error handler renders it. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly facts: ApiErrorFacts;

  constructor(code: ErrorCode, message: string, facts: ApiErrorFacts = {}) {
    super(message);
    this.name = 'ApiError';
    this.code = code;
    this.facts = facts;
  }

  get status(): number {
    return this.facts.status ?? ERRORS[this.code].status;
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

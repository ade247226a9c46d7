import type { ErrorBody } from './types.ts';

/** The service rejected the request. */
export class ApiError extends Error {
  /** HTTP status. */
  readonly status: number;
  /** Stable code for programs. New codes may be added: handle an unknown one by `status` and `retryable`. */
  readonly code: string;
  /** Whether the same request can succeed later. */
  readonly retryable: boolean;
  /** The field of the request that caused the error; null when there is none. */
  readonly param: string | null;
  readonly details: Readonly<Record<string, unknown>>;
  /** Quote it when you contact support; null when a proxy answered instead of the service. */
  readonly requestId: string | null;
  /** How long to wait before the next attempt, in seconds; null when the service does not say. */
  readonly retryAfterSeconds: number | null;

  constructor(status: number, error: ErrorBody['error'] | null, headers: Headers) {
    super(error?.message ?? `The service answered HTTP ${status} without a readable error.`);
    this.name = 'ApiError';
    this.status = status;
    this.code = error?.code ?? 'unreadable_answer';
    this.retryable = error?.retryable ?? (status === 429 || status >= 500);
    this.param = error?.param ?? null;
    this.details = error?.details ?? {};
    this.requestId = error?.request_id ?? headers.get('svc-request-id');
    this.retryAfterSeconds = readSeconds(headers.get('retry-after'));
  }
}

/**
 * There was no readable answer, so the outcome of the request is unknown. It is safe to send it again with the same
 * reference.
 */
export class NoAnswerError extends Error {
  readonly why: 'timeout' | 'connection' | 'unreadable';
  readonly retryable = true;

  constructor(why: NoAnswerError['why'], message: string, cause: unknown) {
    super(message, { cause });
    this.name = 'NoAnswerError';
    this.why = why;
  }
}

function readSeconds(text: string | null): number | null {
  return text !== null && /^\d{1,6}$/.test(text) ? Number(text) : null;
}

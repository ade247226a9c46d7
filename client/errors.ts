import type { ErrorBody } from './types.ts';

/** The service answered, and the answer is a refusal. */
export class ApiError extends Error {
  /** HTTP status. */
  readonly status: number;
  /** Stable machine code. New ones may be added: treat one that you do not know by `status` and `retryable`. */
  readonly code: string;
  /** Whether the same request can succeed later. */
  readonly retryable: boolean;
  /** The request field concerned, when there is one. */
  readonly param: string | null;
  readonly details: Readonly<Record<string, unknown>>;
  /** To quote to the technical contact; null where something in between answered. */
  readonly requestId: string | null;
  /** How long the service asks to wait; null when it does not. */
  readonly retryAfterSeconds: number | null;

  constructor(status: number, error: ErrorBody['error'] | null, headers: Headers) {
    super(error?.message ?? `HTTP ${status} without an error that can be read`);
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
 * No answer came, or none that can be read: whether the request was carried out is not known. Sending it again with the same
 * reference is safe.
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

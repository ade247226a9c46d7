import type { Batch, BatchRejection, ErrorBody } from './types.ts';

/** The service rejected the request. */
export class ApiError extends Error {
  /** HTTP status. */
  readonly status: number;
  /** Stable code for programs. New codes may be added. If you do not know a code, use `status` and `retryable`. */
  readonly code: string;
  /** Whether the same request can succeed later. */
  readonly retryable: boolean;
  /** The field of the request that caused the error; null when there is none. */
  readonly param: string | null;
  readonly details: Readonly<Record<string, unknown>>;
  /** Quote it when you contact support. */
  readonly requestId: string | null;
  /** How long to wait before the next attempt, in seconds; null when the service does not say. */
  readonly retryAfterSeconds: number | null;

  constructor(status: number, error: ErrorBody['error'], headers: Headers) {
    super(error.message ?? `The service answered HTTP ${status}.`);
    this.name = 'ApiError';
    this.status = status;
    this.code = error.code;
    this.retryable = error.retryable ?? (status === 429 || status >= 500);
    this.param = error.param ?? null;
    this.details = error.details ?? {};
    this.requestId = error.request_id ?? headers.get('svc-request-id');
    this.retryAfterSeconds = readRetryAfter(headers);
  }
}

/** What is known about a request without a readable answer. */
export interface NoAnswer {
  /** `earlier_attempt`: an earlier attempt had no answer, and the later ones were rejected. `overdue`: still not final. */
  readonly why: 'timeout' | 'connection' | 'unreadable' | 'earlier_attempt' | 'overdue';
  readonly message: string;
  readonly cause: unknown;
  readonly reference?: string | undefined;
  /** What to do, for a request that is not sent again. */
  readonly ifLost?: string | undefined;
  /** HTTP status, if something answered that is not the service. */
  readonly status?: number;
  readonly retryAfterSeconds?: number | null;
}

/**
 * There was no readable answer, so the outcome of the request is unknown. It is safe to send it again with the same
 * reference, unless `retryable` is false.
 */
export class NoAnswerError extends Error {
  readonly why: NoAnswer['why'];
  /** The reference of the purchase or batch; null for other requests. */
  readonly reference: string | null;
  readonly status: number | null;
  readonly retryAfterSeconds: number | null;
  /** False for requests that create or rotate an API key: the message says what to do. */
  readonly retryable: boolean;

  constructor({ why, message, cause, reference, ifLost, status, retryAfterSeconds }: NoAnswer) {
    const advice =
      reference === undefined || why === 'overdue'
        ? ''
        : ` The outcome of ${reference} is unknown. Send the same request with the same reference again, or look the reference up.`;
    super(message + (ifLost === undefined ? advice : ` ${ifLost}`), { cause });
    this.name = 'NoAnswerError';
    this.why = why;
    this.reference = reference ?? null;
    this.retryable = ifLost === undefined;
    this.status = status ?? null;
    this.retryAfterSeconds = retryAfterSeconds ?? null;
  }
}

/** Wrong arguments or settings. Nothing was sent. */
export class UsageError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UsageError';
  }
}

/** The file of a batch cannot be used. Correct it, and upload it again under the same reference. */
export class BatchRejectedError extends Error {
  readonly batch: Batch;
  readonly rejection: BatchRejection;

  constructor(batch: Batch) {
    const rejection = batch.rejection ?? { code: 'rejected', message: 'The file was rejected.', line: null };
    const rows = batch.errors.slice(0, 3).map(({ line, message }) => `Line ${line}: ${message}`);
    super([rejection.message, ...rows].join(' '));
    this.name = 'BatchRejectedError';
    this.batch = batch;
    this.rejection = rejection;
  }
}

/** The lines of a closed day do not lead from its opening to its closing balance. Download them again. */
export class StatementMismatchError extends Error {
  readonly date: string;
  /** Opening balance plus all amounts, in minor units. */
  readonly found: number;
  /** Closing balance, in minor units. */
  readonly expected: number;

  constructor(date: string, found: number, expected: number) {
    super(`The lines of ${date} lead to ${found}, and the closing balance is ${expected} (minor units).`);
    this.name = 'StatementMismatchError';
    this.date = date;
    this.found = found;
    this.expected = expected;
  }
}

/** The day is not closed, so its lines can still change. Nothing was compared. */
export class StatementOpenError extends Error {
  /** UTC day, `YYYY-MM-DD`. */
  readonly date: string;

  constructor(date: string) {
    super(
      `The statement of ${date} is open, so its lines can still change. Reconcile it after its midnight in UTC, or wait with statements.untilClosed('${date}').`,
    );
    this.name = 'StatementOpenError';
    this.date = date;
  }
}

/** Seconds of `Retry-After`; null when it is absent or a date. */
export function readRetryAfter(headers: Headers): number | null {
  const text = headers.get('retry-after');
  return text !== null && /^\d{1,6}$/.test(text) ? Number(text) : null;
}

import { ApiError, NoAnswerError, readRetryAfter } from './errors.ts';
import { pause, pauseAfter } from './pause.ts';
import type { Method, Settings } from './settings.ts';
import type { ErrorBody } from './types.ts';

/** Files that the service sends. */
export const CSV = 'text/csv';
export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
export type FileType = typeof CSV | typeof XLSX;

/** A body that is opened for each attempt, or at hand. */
export type Content = string | Uint8Array<ArrayBuffer> | Blob | (() => ReadableStream<Uint8Array>);

export interface Request {
  readonly method: Method;
  /** Starts with `/v1`. */
  readonly path: string;
  readonly query?: object;
  readonly body?: { readonly type: string; readonly content: Content };
  readonly accept?: 'application/json' | FileType;
  /** Of the purchase or batch that the request creates. */
  readonly reference?: string | undefined;
  /** What to do after a lost answer. The request is then not sent again: its answer shows a secret, and only once. */
  readonly ifLost?: string | undefined;
  /** Aborts the request, including its pauses. */
  readonly signal?: AbortSignal | undefined;
}

/** Sends requests, and retries those that failed temporarily. */
export interface Http {
  /**
   * The answer to a request. Files stream; JSON is complete, and an object.
   * @throws ApiError when the service rejects it, NoAnswerError when its outcome is unknown.
   */
  send(request: Request): Promise<Response>;
  readonly retries: Settings['retries'];
}

/** The slowest upload that is waited for. */
const BYTES_PER_MS = 100;
const STREAM_TIMEOUT_MS = 60 * 60_000;

/**
 * Requests of this API are safe to retry: purchases and uploads have a reference, and nothing is done twice under one
 * reference. Settings are replaced by the same values, and a second endpoint with one URL is rejected. Those with `ifLost` are
 * retried only after an answer.
 */
export function createHttp(settings: Settings): Http {
  const { retries } = settings;
  return {
    retries,
    async send(request) {
      const began = performance.now();
      let unanswered = false;
      for (let attempt = 1; ; attempt++) {
        const outcome = await attemptOnce(settings, request, attempt);
        if (outcome instanceof Response) return outcome;

        unanswered ||= outcome instanceof NoAnswerError;
        const pauseMs = pauseAfter(outcome, attempt);
        const late = performance.now() + pauseMs > began + retries.withinMs;
        if (!outcome.retryable || attempt >= retries.attempts || late)
          throw lastError(outcome, unanswered, request);
        await pause(pauseMs, request.signal);
      }
    },
  };
}

/**
 * A rejection says nothing about an earlier attempt that had no answer: that one may have bought, or may still arrive.
 */
function lastError(outcome: ApiError | NoAnswerError, unanswered: boolean, { reference }: Request): Error {
  if (outcome instanceof NoAnswerError || !unanswered || reference === undefined) return outcome;
  return new NoAnswerError({
    why: 'earlier_attempt',
    // Without the message of the rejection: that nothing was bought is true of the last attempt only.
    message: `An attempt had no answer, and may have been accepted. The last attempt was rejected with ${outcome.code} (HTTP ${outcome.status}, request ${outcome.requestId}).`,
    cause: outcome,
    reference,
  });
}

async function attemptOnce(
  settings: Settings,
  request: Request,
  attempt: number,
): Promise<Response | ApiError | NoAnswerError> {
  const { method, path, signal, reference, ifLost } = request;
  const began = performance.now();
  const limitMs = timeLimit(settings.timeoutMs, request.body?.content);
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(), limitMs);
  let response: Response | null = null;
  try {
    const signals = signal === undefined ? deadline.signal : AbortSignal.any([deadline.signal, signal]);
    response = await settings.fetch(urlOf(settings, request), initOf(settings, request, signals));
    return await readAnswer(response, request);
  } catch (error) {
    if (signal?.aborted === true) throw error;
    if (deadline.signal.aborted) {
      const message = `The service did not answer within ${limitMs / 1_000} s.`;
      return new NoAnswerError({ why: 'timeout', message, cause: error, reference, ifLost });
    }
    const message = 'The connection failed before the service answered.';
    return new NoAnswerError({ why: 'connection', message, cause: error, reference, ifLost });
  } finally {
    clearTimeout(timer);
    const [status, requestId] = [response?.status ?? null, response?.headers.get('svc-request-id') ?? null];
    const ms = Math.round(performance.now() - began);
    settings.logger({ method, path, status, requestId, attempt, ms });
  }
}

function urlOf({ baseUrl }: Settings, { path, query = {} }: Request): URL {
  const url = new URL(baseUrl + path);
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) url.searchParams.set(name, String(value));
  }
  return url;
}

function initOf(
  { apiKey, sandbox, userAgent }: Settings,
  { method, body, accept = 'application/json' }: Request,
  signal: AbortSignal,
): RequestInit {
  const headers = {
    authorization: `Bearer ${apiKey}`,
    accept,
    'user-agent': userAgent,
    ...(sandbox === null ? {} : { 'svc-sandbox': sandbox }),
  };
  // A redirect could lead the key to another address.
  const init: RequestInit = { method, headers, redirect: 'manual', signal };
  if (body === undefined) return init;
  const { type, content } = body;
  const typed = { ...init, headers: { ...headers, 'content-type': type } };
  if (typeof content === 'function')
    return Object.assign(typed, { ...STREAMED, body: content(), duplex: 'half' });
  return content instanceof Blob ? { ...typed, ...STREAMED, body: content } : { ...typed, body: content };
}

/**
 * With any other mode, fetch keeps a copy of the whole body, to send it again after a redirect. In this mode, a redirect
 * counts as a lost connection.
 */
const STREAMED: Pick<RequestInit, 'redirect' | 'window'> = { redirect: 'error', window: null };

/** Reads JSON within the attempt, so that a truncated body counts as no answer. Files stream. */
async function readAnswer(
  response: Response,
  { accept = 'application/json', reference, ifLost }: Request,
): Promise<Response | ApiError | NoAnswerError> {
  const { status, headers } = response;
  const isFile = accept !== 'application/json' && headers.get('content-type')?.startsWith(accept) === true;
  if (response.ok && isFile) return response;

  const text = await response.text();
  const body = readObject(text);
  if (response.ok && body !== null && accept === 'application/json')
    return new Response(text, { status, headers });
  const error = response.ok ? null : readError(body);
  if (error !== null) return new ApiError(status, error, headers);
  return new NoAnswerError({
    why: 'unreadable',
    message: `HTTP ${status} came with a body that is not from the service.`,
    cause: null,
    status,
    retryAfterSeconds: readRetryAfter(headers),
    reference,
    ifLost,
  });
}

function readObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null;
  } catch {
    return null;
  }
}

function readError(body: Partial<ErrorBody> | null): ErrorBody['error'] | null {
  return typeof body?.error?.code === 'string' ? body.error : null;
}

/** In milliseconds. */
function timeLimit(timeoutMs: number, content: Content | undefined): number {
  if (typeof content === 'function') return Math.max(timeoutMs, STREAM_TIMEOUT_MS);
  return content instanceof Blob ? timeoutMs + Math.round(content.size / BYTES_PER_MS) : timeoutMs;
}

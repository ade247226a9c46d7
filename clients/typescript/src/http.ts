import { ApiError, NoAnswerError } from './errors.ts';
import { pause } from './pause.ts';
import type { ErrorBody } from './types.ts';

export interface ClientOptions {
  /** For example `https://api.example.com`, without `/v1`. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Time limit of one attempt, in milliseconds; 30,000 by default. */
  readonly timeoutMs?: number;
  /** How often, and for how long, a request is retried. */
  readonly retries?: Partial<Retries>;
  /** Replaces the global fetch. */
  readonly fetch?: typeof fetch;
}

export interface Retries {
  /** Total attempts; 1 means no retry. 5 by default. */
  readonly attempts: number;
  /** No attempt starts later than this after the first, in milliseconds; 60,000 by default. */
  readonly withinMs: number;
}

export interface Request {
  readonly method: 'GET' | 'POST';
  /** Starts with `/v1`. */
  readonly path: string;
  readonly query?: object;
  readonly body?: { readonly type: string; readonly content: string | Uint8Array<ArrayBuffer> | Blob };
  readonly accept?: string;
  /** Aborts the request, including its pauses. */
  readonly signal?: AbortSignal | undefined;
}

/** Sends requests, and retries those that failed temporarily. */
export interface Http {
  /**
   * The answer to a request. Files stream; JSON is complete.
   * @throws ApiError when the service rejects it, NoAnswerError when there was no answer in time.
   */
  send(request: Request): Promise<Response>;
}

const TIMEOUT_MS = 30_000;
const RETRIES: Retries = { attempts: 5, withinMs: 60_000 };
const PAUSE_MS = 250;
const PAUSE_MAX_MS = 8_000;

/**
 * Every request of this API is safe to retry: purchases and uploads have a reference, and nothing is done twice under one
 * reference.
 */
export function createHttp(options: ClientOptions): Http {
  const retries = { ...RETRIES, ...options.retries };

  return {
    async send(request) {
      const began = performance.now();
      for (let attempt = 1; ; attempt++) {
        const outcome = await attemptOnce(options, request);
        if (outcome instanceof Response) return outcome;

        const pauseMs = pauseAfter(outcome, attempt);
        const late = performance.now() + pauseMs > began + retries.withinMs;
        if (!outcome.retryable || attempt >= retries.attempts || late) throw outcome;
        await pause(pauseMs, request.signal);
      }
    },
  };
}

async function attemptOnce(
  { baseUrl, apiKey, timeoutMs = TIMEOUT_MS, fetch: send = fetch }: ClientOptions,
  { method, path, query = {}, body, accept = 'application/json', signal }: Request,
): Promise<Response | ApiError | NoAnswerError> {
  const url = new URL(baseUrl.replace(/\/$/, '') + path);
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) url.searchParams.set(name, String(value));
  }
  const deadline = AbortSignal.timeout(timeoutMs);
  try {
    const response = await send(url, {
      method,
      headers: {
        authorization: `Bearer ${apiKey}`,
        accept,
        ...(body === undefined ? {} : { 'content-type': body.type }),
      },
      redirect: 'error',
      signal: signal === undefined ? deadline : AbortSignal.any([deadline, signal]),
      ...(body === undefined ? {} : { body: body.content }),
    });
    if (response.ok) return await completeJson(response);
    return new ApiError(response.status, readError(await response.text()), response.headers);
  } catch (error) {
    if (signal?.aborted === true) throw error;
    if (deadline.aborted)
      return new NoAnswerError('timeout', `The service did not answer within ${timeoutMs / 1_000} s.`, error);
    return new NoAnswerError('connection', 'The connection failed before the service answered.', error);
  }
}

/** Reads JSON within the attempt, so that a truncated body counts as no answer. Files stream. */
async function completeJson(response: Response): Promise<Response> {
  if (response.headers.get('content-type')?.startsWith('application/json') !== true) return response;
  const text = await response.text();
  return new Response(text, { status: response.status, headers: response.headers });
}

function readError(text: string): ErrorBody['error'] | null {
  try {
    const body: Partial<ErrorBody> | null = JSON.parse(text);
    return typeof body?.error?.code === 'string' ? body.error : null;
  } catch {
    return null;
  }
}

/** The pause that the service asks for; else one that doubles each time, with jitter so that clients do not return together. */
function pauseAfter(failure: ApiError | NoAnswerError, attempt: number): number {
  const asked = failure instanceof ApiError ? failure.retryAfterSeconds : null;
  const grown = Math.min(PAUSE_MAX_MS, PAUSE_MS * 2 ** (attempt - 1)) * (0.5 + Math.random() / 2);
  return asked === null ? grown : asked * 1_000 + grown / 4;
}

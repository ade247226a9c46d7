import { ApiError, NoAnswerError } from './errors.ts';
import { pause } from './pause.ts';
import type { ErrorBody } from './types.ts';

export interface ClientOptions {
  /** For example `https://api.example.com`, without `/v1`. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Longest that one attempt may take, in milliseconds; 30 seconds by default. */
  readonly timeoutMs?: number;
  /** How often, and for how long, a request that is safe to repeat is repeated. */
  readonly retries?: Partial<Retries>;
  /** In place of the global one. */
  readonly fetch?: typeof fetch;
}

export interface Retries {
  /** Attempts in all; 1 never repeats. 5 by default. */
  readonly attempts: number;
  /** No attempt begins later than this after the first, in milliseconds. 60 seconds by default. */
  readonly withinMs: number;
}

export interface Request {
  readonly method: 'GET' | 'POST';
  /** From `/v1` on. */
  readonly path: string;
  readonly query?: object;
  readonly body?: { readonly type: string; readonly content: string | Uint8Array<ArrayBuffer> | Blob };
  readonly accept?: string;
  /** Ends the request, and what it waits for, from outside. */
  readonly signal?: AbortSignal | undefined;
}

/** Sends requests, and repeats what failed for a reason that passes. */
export interface Http {
  /**
   * The answer of a request, its body not read yet.
   * @throws ApiError for a refusal, NoAnswerError when there was no answer in time.
   */
  send(request: Request): Promise<Response>;
}

const TIMEOUT_MS = 30_000;
const RETRIES: Retries = { attempts: 5, withinMs: 60_000 };
const PAUSE_MS = 250;
const PAUSE_MAX_MS = 8_000;

/**
 * Every request of this API may be repeated: what buys or uploads does it under a reference, and nothing is done twice
 * under one reference.
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
      return new NoAnswerError('timeout', `No answer within ${timeoutMs / 1_000} s.`, error);
    return new NoAnswerError('connection', 'The connection failed before the answer came.', error);
  }
}

/** A body of JSON is read within the attempt: one that breaks off is an answer that did not come. Files stream. */
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

/** What the service asks for, or twice as long each time, a random part of it so that clients do not come back together. */
function pauseAfter(failure: ApiError | NoAnswerError, attempt: number): number {
  const asked = failure instanceof ApiError ? failure.retryAfterSeconds : null;
  const grown = Math.min(PAUSE_MAX_MS, PAUSE_MS * 2 ** (attempt - 1)) * (0.5 + Math.random() / 2);
  return asked === null ? grown : asked * 1_000 + grown / 4;
}

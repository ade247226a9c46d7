import { Agent } from 'undici';
import { exchange } from './http-exchange.ts';
import type { HttpResult } from './http-result.ts';

const CONNECT_TIMEOUT_MS = 5_000;
/** More concurrent calls than this wait for a connection, within their deadline. */
const MAX_CONNECTIONS = 256;

export interface HttpOptions {
  /** Scheme, host and the start of every path, without credentials. */
  readonly baseUrl: string;
  /** From the call until the last byte of the answer, including the wait for a connection. */
  readonly timeoutMs: number;
}

export interface HttpRequest {
  readonly method: 'GET' | 'POST';
  /** Appended to the base URL; begins with a slash. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  /** A shorter time limit, if the call is part of a longer one. */
  readonly withinMs?: number;
}

export interface HttpClient {
  /** Returns every outcome. Rejects only for a request that cannot be written as HTTP, which is a bug. */
  call(request: HttpRequest, signal: AbortSignal): Promise<HttpResult>;
  /** Waits for calls in progress, then closes the connections. */
  close(): Promise<void>;
}

/**
 * The HTTP client of one adapter: separate connections, HTTP/1.1, no redirects, no retries, one deadline per call.
 *
 * Whether a request was sent is not guessed from error codes. undici calls `onRequestStart` in the tick in which it
 * writes a request to a socket. An error before that (refused, DNS, TLS, connect timeout, deadline while waiting for a
 * connection) is `not_connected`. Every later error is `lost`, even on a kept-alive socket that the other side closed at
 * the moment of the write.
 */
export function createHttpClient(options: HttpOptions): HttpClient {
  const base = new URL(options.baseUrl);
  const basePath = base.pathname.replace(/\/+$/, '');
  const agent = new Agent({
    allowH2: false,
    pipelining: 1,
    connections: MAX_CONNECTIONS,
    connectTimeout: Math.min(CONNECT_TIMEOUT_MS, options.timeoutMs),
    // Only the deadline below limits a call.
    headersTimeout: 0,
    bodyTimeout: 0,
    keepAliveTimeout: 4_000,
    keepAliveMaxTimeout: 30_000,
  });

  return {
    call: ({ method, path, headers, body, withinMs = options.timeoutMs }, signal) =>
      exchange(
        agent,
        { origin: base.origin, path: `${basePath}${path}`, method, headers: { ...headers }, body },
        Math.min(withinMs, options.timeoutMs),
        signal,
      ),
    close: () => agent.close(),
  };
}

import { Agent } from 'undici';
import { exchange } from './http-exchange.ts';
import type { HttpResult } from './http-result.ts';

const CONNECT_TIMEOUT_MS = 5_000;
/** Above this many simultaneous calls, the rest wait for a connection, within their own deadline. */
const MAX_CONNECTIONS = 256;

export interface HttpOptions {
  /** Scheme, host and the path every call begins with; no credentials in it. */
  readonly baseUrl: string;
  /** From the call until the last byte of the answer, waiting for a connection included. */
  readonly timeoutMs: number;
}

export interface HttpRequest {
  readonly method: 'GET' | 'POST';
  /** Appended to the base URL; begins with a slash. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  /** Less time than a call has by the options, where it is part of a longer one. */
  readonly withinMs?: number;
}

export interface HttpClient {
  /** Outcomes are returned; it rejects only for a request that cannot be put into HTTP, which is a bug. */
  call(request: HttpRequest, signal: AbortSignal): Promise<HttpResult>;
  /** Waits for calls under way, then closes their connections. */
  close(): Promise<void>;
}

/**
 * The HTTP client of one adapter: its own connections, HTTP/1.1, no redirects, no repeats, one deadline for each call.
 *
 * Whether a request left is not guessed from error codes. undici announces `onRequestStart` in the tick in which it
 * writes a request to a socket, and not before: an error earlier than that (refused, DNS, TLS, connect timeout, deadline
 * while waiting for a connection) is `not_connected`; every error later than that is `lost`, also on a kept-alive socket
 * that the other side closed at the very moment we wrote.
 */
export function createHttpClient(options: HttpOptions): HttpClient {
  const base = new URL(options.baseUrl);
  const basePath = base.pathname.replace(/\/+$/, '');
  const agent = new Agent({
    allowH2: false,
    pipelining: 1,
    connections: MAX_CONNECTIONS,
    connectTimeout: Math.min(CONNECT_TIMEOUT_MS, options.timeoutMs),
    // The deadline below is the only clock of a call.
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

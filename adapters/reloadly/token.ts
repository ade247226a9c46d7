import { describe } from '../answers.ts';
import type { HttpClient } from '../http.ts';
import { readBody, readToken } from './wire.ts';

/** How long before its end a token is renewed. One that lives less than ten times this is renewed after 90% of it. */
const MARGIN_MS = 60_000;

export type TokenGiven =
  | { readonly kind: 'token'; readonly token: string }
  /** Our credentials were rejected. */
  | { readonly kind: 'refused'; readonly detail: string }
  | { readonly kind: 'unavailable'; readonly detail: string };

/** The OAuth2 token of one account, shared by all its calls. */
export interface TokenCache {
  /** The current token, or a new one. Concurrent callers share one request. */
  get(signal: AbortSignal): Promise<TokenGiven>;
  /** Discards a rejected token, unless it has been replaced meanwhile. */
  drop(token: string): void;
}

export interface TokenCacheParts {
  readonly http: HttpClient;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly audience: string;
  readonly now: () => Date;
}

export function createTokenCache({
  http,
  clientId,
  clientSecret,
  audience,
  now,
}: TokenCacheParts): TokenCache {
  let held: { token: string; untilMs: number } | null = null;
  let asking: Promise<TokenGiven> | null = null;
  /** The first caller may give up while others still wait for the same answer. */
  const never = new AbortController().signal;

  const ask = async (): Promise<TokenGiven> => {
    const askedMs = now().getTime();
    const body = JSON.stringify({
      client_id: clientId,
      client_secret: clientSecret,
      grant_type: 'client_credentials',
      audience,
    });
    const headers = { 'content-type': 'application/json', accept: 'application/json' };
    const answer = await http.call({ method: 'POST', path: '/oauth/token', headers, body }, never);
    if (answer.kind !== 'answered') return { kind: 'unavailable', detail: `no token: ${answer.detail}` };

    const read = readToken(answer.body);
    if (read === null) return toRefusal(answer);
    const lifeMs = read.expiresInSeconds * 1_000;
    held = { token: read.token, untilMs: askedMs + lifeMs - Math.min(MARGIN_MS, lifeMs / 10) };
    return { kind: 'token', token: read.token };
  };

  return {
    async get(signal) {
      if (held !== null && now().getTime() < held.untilMs) return { kind: 'token', token: held.token };
      asking ??= ask().finally(() => {
        asking = null;
      });
      return untilAborted(asking, signal);
    },
    drop(token) {
      if (held?.token === token) held = null;
    },
  };
}

function toRefusal(answer: Parameters<typeof describe>[0]): TokenGiven {
  const body = readBody(answer.body);
  const isRefused =
    body.kind === 'error' && answer.status >= 400 && answer.status < 500 && answer.status !== 429;
  return isRefused
    ? { kind: 'refused', detail: `${body.code} ${body.words}`.trim() }
    : { kind: 'unavailable', detail: `no token: ${describe(answer)}` };
}

function untilAborted(asking: Promise<TokenGiven>, signal: AbortSignal): Promise<TokenGiven> {
  return new Promise((resolve, reject) => {
    const onAbort = () => resolve({ kind: 'unavailable', detail: 'no token in time' });
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    asking.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}

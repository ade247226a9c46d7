import type { CallContext } from '../adapter.ts';
import type { HttpClient, HttpRequest } from '../http.ts';
import type { Answered, HttpResult } from '../http-result.ts';
import { ERROR_CODES } from './codes.ts';
import type { TokenCache } from './token.ts';
import { readBody } from './wire.ts';

export type Called<T> =
  | { readonly kind: 'read'; readonly value: T }
  /** Only a token was requested from Reloadly. */
  | { readonly kind: 'no_token'; readonly refused: boolean; readonly detail: string }
  | { readonly kind: 'not_answered'; readonly result: Exclude<HttpResult, Answered> };

export type Got =
  | { readonly kind: 'answered'; readonly answer: Answered }
  | { readonly kind: 'unavailable'; readonly detail: string };

type Request = Omit<HttpRequest, 'headers' | 'withinMs'>;

/** Calls with a token. A rejected token is replaced once, within the time limit of the call. */
export interface ReloadlyCalls {
  call<T>(request: Request, call: CallContext, read: (answer: Answered) => T | 'token'): Promise<Called<T>>;
  get(path: string, call: CallContext): Promise<Got>;
}

export interface CallsParts {
  readonly http: HttpClient;
  readonly tokens: TokenCache;
  readonly timeoutMs: number;
}

export function createCalls({ http, tokens, timeoutMs }: CallsParts): ReloadlyCalls {
  const call: ReloadlyCalls['call'] = async (request, { signal }, read) => {
    const endMs = performance.now() + timeoutMs;
    const inTime = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
    for (let tries = 1; ; tries++) {
      const given = await tokens.get(inTime);
      if (given.kind !== 'token') {
        return { kind: 'no_token', refused: given.kind === 'refused', detail: given.detail };
      }
      const withinMs = Math.max(Math.round(endMs - performance.now()), 1);
      const result = await http.call(
        { ...request, headers: makeHeaders(request, given.token), withinMs },
        signal,
      );
      if (result.kind !== 'answered') return { kind: 'not_answered', result };

      const value = read(result);
      if (value !== 'token') return { kind: 'read', value };
      tokens.drop(given.token);
      if (tries === 2) return { kind: 'no_token', refused: true, detail: 'the new token was rejected too' };
    }
  };

  return {
    call,
    async get(path, context) {
      const called = await call({ method: 'GET', path, body: null }, context, orToken);
      switch (called.kind) {
        case 'read':
          return { kind: 'answered', answer: called.value };
        case 'no_token':
          return { kind: 'unavailable', detail: called.detail };
        case 'not_answered':
          return { kind: 'unavailable', detail: called.result.detail };
      }
    },
  };
}

function orToken(answer: Answered): Answered | 'token' {
  const body = readBody(answer.body);
  return body.kind === 'error' && ERROR_CODES.get(body.code)?.kind === 'token' ? 'token' : answer;
}

function makeHeaders({ body }: Request, token: string): Record<string, string> {
  return {
    authorization: `Bearer ${token}`,
    accept: 'application/com.reloadly.topups-v1+json',
    'user-agent': 'bundlewire',
    ...(body === null ? {} : { 'content-type': 'application/json' }),
  };
}

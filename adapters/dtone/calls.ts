import type { CallContext } from '../adapter.ts';
import { createHttpClient } from '../http.ts';
import type { HttpResult } from '../http-result.ts';
import type { DtOneConfig } from './config.ts';

/** The HTTP of one account at DT One, with what it was configured with. */
export interface Calls extends DtOneConfig {
  readonly now: () => Date;
  get(path: string, call: CallContext, withinMs?: number): Promise<HttpResult>;
  post(path: string, body: string | null, call: CallContext, withinMs?: number): Promise<HttpResult>;
  close(): Promise<void>;
}

export function createCalls(config: DtOneConfig): Calls {
  const http = createHttpClient({ baseUrl: config.baseUrl, timeoutMs: config.timeoutMs });
  const headers = makeHeaders(config);
  const within = (ms: number | undefined) => (ms === undefined ? {} : { withinMs: Math.ceil(ms) });

  return {
    ...config,
    now: config.now ?? (() => new Date()),
    get: (path, call, ms) =>
      http.call({ method: 'GET', path, headers, body: null, ...within(ms) }, call.signal),
    post(path, body, call, ms) {
      const typed = body === null ? headers : { ...headers, 'content-type': 'application/json' };
      return http.call({ method: 'POST', path, headers: typed, body, ...within(ms) }, call.signal);
    },
    close: () => http.close(),
  };
}

function makeHeaders({ apiKey, apiSecret }: DtOneConfig): Readonly<Record<string, string>> {
  const credentials = Buffer.from(`${apiKey}:${apiSecret}`, 'utf8').toString('base64');
  return { authorization: `Basic ${credentials}`, accept: 'application/json', 'user-agent': 'bundlewire' };
}

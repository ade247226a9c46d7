import { type CallOptions, json, readJson } from './calls.ts';
import { UsageError } from './errors.ts';
import type { Http } from './http.ts';
import type { Method } from './settings.ts';

/** What `client.request` sends. */
export interface RequestOptions extends CallOptions {
  /** Parameters of the query. Those that are undefined are left out. */
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  /** Sent as JSON. */
  readonly body?: object;
}

/** The answer to `client.request`. */
export interface RequestAnswer<T> {
  /** 200, 201 or 202. */
  readonly status: number;
  /** Not validated. */
  readonly body: T;
}

/** Sends a request to any operation of the API that answers with JSON. */
export type SendRequest = <T = unknown>(
  method: Method,
  path: string,
  options?: RequestOptions,
) => Promise<RequestAnswer<T>>;

const METHODS: ReadonlySet<string> = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']);
/** Without a query, and without characters or segments that would lead to another address. */
const PATH = /^\/v\d+(\/(?!\.{1,2}(\/|$))[\w.~:%@!$&'()*+,;=-]+)+$/;

export function createRequest(http: Http): SendRequest {
  return async <T>(method: Method, path: string, { query, body, signal }: RequestOptions = {}) => {
    if (!METHODS.has(method))
      throw new UsageError(`${method} is not a method of the API, such as GET or POST.`);
    if (typeof path !== 'string' || !PATH.test(path))
      throw new UsageError('path must be a path such as /v1/balance. Give parameters as query.');
    const answer = await http.send({
      method,
      path,
      signal,
      ...(query === undefined ? {} : { query }),
      ...(body === undefined ? {} : { body: json(body) }),
      reference: method === 'GET' ? undefined : (referenceOf(body) ?? referenceOf(query)),
    });
    return { status: answer.status, body: await readJson<T>(answer) };
  };
}

/** What makes an unknown outcome stay unknown: see `lastError`. */
function referenceOf(values: object | undefined): string | undefined {
  const reference = values !== undefined && 'reference' in values ? values.reference : undefined;
  return typeof reference === 'string' && reference !== '' ? reference : undefined;
}

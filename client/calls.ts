import { NoAnswerError } from './errors.ts';
import type { Http, Request } from './http.ts';
import { type Listing, listing, type Page } from './listing.ts';

export interface CallOptions {
  /** Ends the call, and what it waits for. */
  readonly signal?: AbortSignal;
}

/** The few ways in which the API is called. */
export interface Calls {
  get<T>(path: string, options?: CallOptions): Promise<T>;
  list<T>(path: string, query?: object): Listing<T>;
  post<T>(
    path: string,
    body?: Request['body'],
    query?: object,
    options?: CallOptions,
  ): Promise<{ readonly body: T; readonly replayed: boolean }>;
  /** A CSV file, as it comes. */
  file(path: string, query?: object): Promise<ReadableStream<Uint8Array>>;
}

/** What calls return is typed as the OpenAPI document says; nothing is validated again here. */
export function createCalls(http: Http): Calls {
  const read = async <T>(request: Request): Promise<T> => readJson<T>(await http.send(request));
  return {
    get: (path, { signal } = {}) => read({ method: 'GET', path, signal }),
    list: <T>(path: string, query: object = {}) =>
      listing<T>((cursor) => read<Page<T>>({ method: 'GET', path, query: { ...query, cursor } })),
    async post<T>(path: string, body?: Request['body'], query: object = {}, { signal }: CallOptions = {}) {
      const answer = await http.send({ method: 'POST', path, query, signal, ...(body && { body }) });
      const replayed = answer.headers.get('svc-idempotent-replay') === 'true';
      return { body: await readJson<T>(answer), replayed };
    },
    async file(path, query = {}) {
      const { body } = await http.send({ method: 'GET', path, query, accept: 'text/csv' });
      if (body === null) throw new NoAnswerError('unreadable', 'The file has no body.', null);
      return body;
    },
  };
}

async function readJson<T>(answer: Response): Promise<T> {
  const text = await answer.text();
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new NoAnswerError('unreadable', `HTTP ${answer.status} with a body that is not JSON.`, error);
  }
}

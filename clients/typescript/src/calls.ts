import { NoAnswerError } from './errors.ts';
import type { Http, Request } from './http.ts';
import { type Listing, listing, type Page } from './listing.ts';

export interface CallOptions {
  /** Aborts the call, including its pauses. */
  readonly signal?: AbortSignal;
}

/** The kinds of API calls. */
export interface Calls {
  get<T>(path: string, options?: CallOptions): Promise<T>;
  list<T>(path: string, query?: object): Listing<T>;
  post<T>(
    path: string,
    body?: Request['body'],
    query?: object,
    options?: CallOptions,
  ): Promise<{ readonly body: T; readonly replayed: boolean }>;
  /** A CSV file, as a stream. */
  file(path: string, query?: object): Promise<ReadableStream<Uint8Array>>;
}

/** Results have the types of the OpenAPI document. They are not validated here. */
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
      if (body === null)
        throw new NoAnswerError('unreadable', 'The service answered without a file. Request it again.', null);
      return body;
    },
  };
}

async function readJson<T>(answer: Response): Promise<T> {
  const text = await answer.text();
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new NoAnswerError(
      'unreadable',
      `The service answered HTTP ${answer.status} with a body that is not JSON.`,
      error,
    );
  }
}

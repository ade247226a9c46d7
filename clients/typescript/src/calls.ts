import { NoAnswerError, UsageError } from './errors.ts';
import { type Content, CSV, type FileType, type Http, type Request } from './http.ts';
import { type Listing, listing, type Page } from './listing.ts';
import type { Method } from './settings.ts';

export interface CallOptions {
  /** Aborts the call, including its pauses. */
  readonly signal?: AbortSignal;
}

/** What a POST sends. */
export interface Post {
  readonly path: string;
  readonly query?: object;
  readonly body?: { readonly type: string; readonly content: Content };
  /** Of the purchase or batch that it creates. @throws UsageError when it is empty. */
  readonly reference?: string;
  /** As in `Request`. */
  readonly ifLost?: string;
}

/** What PUT, PATCH and DELETE send. */
export interface Change extends CallOptions {
  /** Sent as JSON. */
  readonly body?: object;
}

/** A large file that breaks off again and again is no reason to download it twenty times. */
const DOWNLOADS_MAX = 5;

/** A body in JSON. */
export const json = (value: object): NonNullable<Post['body']> => ({
  type: 'application/json',
  content: JSON.stringify(value),
});

/** The kinds of API calls. */
export interface Calls {
  get<T>(path: string, options?: CallOptions): Promise<T>;
  list<T>(path: string, query?: object): Listing<T>;
  post<T>(post: Post, options?: CallOptions): Promise<{ readonly body: T; readonly replayed: boolean }>;
  /** Changes what is at a path. */
  change<T>(method: Exclude<Method, 'GET' | 'POST'>, path: string, sent?: Change): Promise<T>;
  /** A file as a stream, CSV by default. */
  file(path: string, query?: object, accept?: FileType): Promise<ReadableStream<Uint8Array>>;
  /** How often a file is downloaded that broke off. */
  readonly attempts: number;
}

/** Results have the types of the OpenAPI document. They are not validated here. */
export function createCalls(http: Http): Calls {
  const read = async <T>(request: Request): Promise<T> => readJson<T>(await http.send(request));
  return {
    attempts: Math.min(http.retries.attempts, DOWNLOADS_MAX),
    get: (path, { signal } = {}) => read({ method: 'GET', path, signal }),
    list: <T>(path: string, query: object = {}) =>
      listing<T>((cursor) => read<Page<T>>({ method: 'GET', path, query: { ...query, cursor } })),
    async post<T>(post: Post, { signal }: CallOptions = {}) {
      if ('reference' in post) checkReference(post.reference);
      const answer = await http.send({ method: 'POST', ...post, signal });
      const replayed = answer.headers.get('svc-idempotent-replay') === 'true' || answer.status === 200;
      return { body: await readJson<T>(answer), replayed };
    },
    change: (method, path, { body, signal } = {}) =>
      read({ method, path, signal, ...(body === undefined ? {} : { body: json(body) }) }),
    async file(path, query = {}, accept = CSV) {
      const { body } = await http.send({ method: 'GET', path, query, accept });
      if (body === null) {
        const message = 'The service answered without a file. Request it again.';
        throw new NoAnswerError({ why: 'unreadable', message, cause: null });
      }
      return body;
    },
  };
}

function checkReference(reference: unknown): void {
  if (typeof reference === 'string' && reference !== '') return;
  const found = reference == null || reference === '' ? 'missing' : `a ${typeof reference}, not a string`;
  throw new UsageError(
    `reference is ${found}. Use your own name for what you send, such as 'order-1001', and store it first.`,
  );
}

/** The transport has checked that it is JSON. */
export async function readJson<T>(answer: Response): Promise<T> {
  return JSON.parse(await answer.text());
}

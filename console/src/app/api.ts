import type { ErrorBody } from '../../../clients/typescript/src/types.ts';

/** A value of a query string; null and undefined are left out. */
export type Query = Readonly<Record<string, string | number | boolean | null | undefined>>;

export interface Call {
  readonly query?: Query;
  /** Sent as JSON. */
  readonly json?: unknown;
  /** Sent as it is. */
  readonly body?: Blob;
  readonly accept?: string;
  readonly signal?: AbortSignal;
}

/** Why a request was not done, in words for people. */
export class Failure extends Error {
  readonly status: number;
  readonly code: string;
  readonly param: string | null;
  /** What people quote to their technical contact; null if the service was not reached. */
  readonly requestId: string | null;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(
    status: number,
    requestId: string | null,
    error: Partial<ErrorBody['error']> & { message: string },
  ) {
    super(error.message);
    this.status = status;
    this.requestId = requestId;
    this.code = error.code ?? 'unreachable';
    this.param = error.param ?? null;
    this.details = error.details ?? {};
  }
}

/** Code of a failure because no one is signed in, or no longer. */
const SIGNED_OUT = 'not_signed_in';
/** Code of a failure without an answer. */
export const UNREACHABLE = 'unreachable';

type Listener = () => void;
const onSignedOut = new Set<Listener>();

/** Calls back when the API answers that no one is signed in, while a screen was open. @returns the function that ends this */
export function whenSignedOut(listener: Listener): () => void {
  onSignedOut.add(listener);
  return () => onSignedOut.delete(listener);
}

/**
 * Calls the API with the session of this browser.
 * @param account for which account; null for operations of the person
 * @throws Failure
 */
export async function callApi<Answer>(
  account: string | null,
  method: string,
  path: string,
  call: Call = {},
): Promise<Answer> {
  const answer = await send(account, method, path, call);
  if (answer.status === 204) return undefined as Answer;
  return (await answer.json()) as Answer;
}

/** The content type of an Excel workbook. */
export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Downloads a file with the name that the API gives it. @throws Failure */
export async function download(account: string, path: string, call: Call = {}): Promise<void> {
  const answer = await send(account, 'GET', path, call);
  const name =
    /filename="?([^";]+)"?/.exec(answer.headers.get('content-disposition') ?? '')?.[1] ?? 'download';
  save(name, await answer.blob());
}

/** Saves a CSV that is already here as a file. Excel reads it as UTF-8 because of its first character. */
export function saveCsv(name: string, text: string): void {
  save(name, new Blob([`\uFEFF${text}`], { type: 'text/csv;charset=utf-8' }));
}

function save(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = Object.assign(document.createElement('a'), { href: url, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** The language that was chosen here, in which the API words its errors. */
export function languageOfPage(): string {
  return document.documentElement.lang;
}

async function send(account: string | null, method: string, path: string, call: Call): Promise<Response> {
  const headers = new Headers({ 'Accept-Language': languageOfPage() });
  if (account !== null) headers.set('Bundlewire-Account', account);
  if (call.accept !== undefined) headers.set('Accept', call.accept);
  if (call.json !== undefined) headers.set('Content-Type', 'application/json');
  if (call.body !== undefined) headers.set('Content-Type', call.body.type || 'application/octet-stream');
  const body = call.json === undefined ? call.body : JSON.stringify(call.json);
  let answer: Response;
  try {
    answer = await fetch(path + queryOf(call.query), {
      method,
      headers,
      cache: 'no-store',
      ...(body === undefined ? {} : { body }),
      ...(call.signal === undefined ? {} : { signal: call.signal }),
    });
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new Failure(0, null, { code: UNREACHABLE, message: UNREACHABLE });
  }
  if (answer.ok) return answer;
  const text = await answer.text().catch(() => '');
  const failure = failureOf(answer.status, answer.headers.get('svc-request-id'), text);
  tellSignedOut(failure, path);
  throw failure;
}

/** Opens the sign-in over the screen if this is why a request failed. @param path of the request */
export function tellSignedOut(failure: Failure, path: string): void {
  if (isSignedOut(failure, path)) for (const listener of onSignedOut) listener();
}

/** After a sign-out in another tab there is no cookie, and the API asks for a key. */
function isSignedOut({ status, code }: Failure, path: string): boolean {
  if (path.startsWith('/v1/auth/session')) return false;
  return code === SIGNED_OUT || (status === 401 && !path.startsWith('/v1/auth/'));
}

/** What an answer with an error says. @param text its body */
export function failureOf(status: number, requestId: string | null, text: string): Failure {
  try {
    const { error } = JSON.parse(text) as ErrorBody;
    return new Failure(status, requestId, error);
  } catch {
    return new Failure(status, requestId, { code: UNREACHABLE, message: UNREACHABLE });
  }
}

/** The query of an address, with its question mark. @param whole parameters that are sent even if they are empty */
export function queryOf(query: Query = {}, whole: Readonly<Record<string, string>> = {}): string {
  const search = new URLSearchParams(whole);
  for (const [name, value] of Object.entries(query)) {
    if (value !== null && value !== undefined && value !== '') search.set(name, String(value));
  }
  const text = search.toString();
  return text === '' ? '' : `?${text}`;
}

import {
  Failure,
  failureOf,
  languageOfPage,
  type Query,
  queryOf,
  tellSignedOut,
  UNREACHABLE,
} from './api.ts';

interface FileCall {
  readonly query: Query;
  /** More of the query, with names that may be empty. */
  readonly columns?: Readonly<Record<string, string>>;
  readonly file: Blob;
  /** Gets the part that was sent, from 0 to 1. */
  readonly onProgress?: (part: number) => void;
  readonly signal: AbortSignal;
}

/** What the API answered to a file. */
export interface Sent<Answer> {
  readonly body: Answer;
  /** Whether the file was there before, and nothing new was created. */
  readonly isReplay: boolean;
}

/**
 * Sends a file as it is, with the session of this browser. The browser reads it from the disk while it is sent. Only
 * XMLHttpRequest reports how much of it was sent.
 * @throws Failure, and an AbortError if the person stops it
 */
export function sendFile<Answer>(
  account: string,
  path: string,
  { query, columns = {}, file, onProgress, signal }: FileCall,
): Promise<Sent<Answer>> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', path + queryOf(query, columns));
    request.setRequestHeader('Bundlewire-Account', account);
    request.setRequestHeader('Accept-Language', languageOfPage());
    // What the file is shows in its bytes, whatever its name says.
    request.setRequestHeader('Content-Type', 'application/octet-stream');
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(total === 0 ? 1 : loaded / total);
    request.onerror = () => reject(new Failure(0, null, { code: UNREACHABLE, message: UNREACHABLE }));
    request.onabort = () => reject(new DOMException('stopped', 'AbortError'));
    request.onload = () => {
      if (request.status < 300) {
        const isReplay = request.getResponseHeader('svc-idempotent-replay') === 'true';
        return resolve({ body: JSON.parse(request.responseText) as Answer, isReplay });
      }
      const requestId = request.getResponseHeader('svc-request-id');
      const failure = failureOf(request.status, requestId, request.responseText);
      tellSignedOut(failure, path);
      reject(failure);
    };
    signal.addEventListener('abort', () => request.abort());
    if (signal.aborted) reject(new DOMException('stopped', 'AbortError'));
    else request.send(file);
  });
}

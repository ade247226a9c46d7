import { type Agent, type Dispatcher, errors } from 'undici';
import type { Answered, HttpResult, Lost } from './http-result.ts';

const MAX_BODY_BYTES = 256 * 1024;

/**
 * Sends one request and reads the answer, within `timeoutMs` and until the signal aborts it. Rejects only for a request
 * that cannot be written as HTTP.
 */
export function exchange(
  agent: Agent,
  request: Dispatcher.DispatchOptions,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<HttpResult> {
  return new Promise((resolve, reject) => {
    const call = startCall(timeoutMs, signal, resolve);
    if (!call.isOver()) agent.dispatch(request, createHandler(call, reject));
  });
}

interface Call {
  isOver(): boolean;
  /** Called when undici is about to write the request; false if it must not. */
  write(controller: Dispatcher.DispatchController): boolean;
  settle(result: HttpResult): void;
  /** Ends the call without an answer: as never sent, or as lost if it was written. */
  give(reason: Lost['reason'], detail: string): void;
}

function startCall(timeoutMs: number, signal: AbortSignal, resolve: (result: HttpResult) => void): Call {
  let written: Dispatcher.DispatchController | null = null;
  let over = false;

  const settle = (result: HttpResult) => {
    if (over) return;
    over = true;
    clearTimeout(deadline);
    signal.removeEventListener('abort', onAbort);
    resolve(result);
  };
  const give = (reason: Lost['reason'], detail: string) => {
    settle(written === null ? { kind: 'not_connected', detail } : { kind: 'lost', reason, detail });
    written?.abort(new Error(detail));
  };
  const onAbort = () => give('connection_lost', 'ended by the caller');
  // Not AbortSignal.timeout: its timers cannot be cleared, and at full rate they would pile up for a whole timeout.
  const deadline = setTimeout(() => give('timed_out', `no whole answer in ${timeoutMs} ms`), timeoutMs);

  if (signal.aborted) onAbort();
  else signal.addEventListener('abort', onAbort);

  return {
    isOver: () => over,
    write(controller) {
      // A call that ended while it waited for a connection must not be written, and none may be written twice.
      if (over || written !== null) return false;
      written = controller;
      return true;
    },
    settle,
    give,
  };
}

function createHandler(call: Call, reject: (bug: TypeError) => void): Dispatcher.DispatchHandler {
  const reading = createReading();
  return {
    onRequestStart(controller) {
      if (!call.write(controller)) controller.abort(new Error('this request may not be written'));
    },
    onResponseStart: (_controller, status, headers) => reading.start(status, headers),
    onResponseData(_controller, chunk) {
      if (!reading.add(chunk)) call.give('unreadable', `answer longer than ${MAX_BODY_BYTES} bytes`);
    },
    onResponseEnd: () => call.settle(reading.end()),
    onResponseError(_controller, error) {
      const code = errorCode(error);
      if (code === 'UND_ERR_INVALID_ARG') {
        reject(new TypeError('this request cannot be put into HTTP', { cause: error }));
      }
      call.give(isUnreadable(error) ? 'unreadable' : 'connection_lost', code);
    },
  };
}

function createReading() {
  let status = 0;
  let headers: Record<string, string> = {};
  let size = 0;
  const chunks: Buffer[] = [];

  return {
    start(code: number, received: Readonly<Record<string, string | string[] | undefined>>) {
      // Interim answers (1xx) come before the real one.
      if (code < 200) return;
      status = code;
      headers = {};
      for (const [name, value] of Object.entries(received)) {
        if (value !== undefined) headers[name] = typeof value === 'string' ? value : value.join(', ');
      }
    },
    /** False once the answer is longer than the limit. */
    add(chunk: Buffer): boolean {
      size += chunk.length;
      if (size > MAX_BODY_BYTES) return false;
      chunks.push(chunk);
      return true;
    },
    end: (): Answered => ({
      kind: 'answered',
      status,
      headers,
      body: Buffer.concat(chunks).toString('utf8'),
    }),
  };
}

/** The code alone: messages of errors may hold addresses and tokens. */
function errorCode(error: unknown): string {
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code;
  return error instanceof Error ? error.name : 'unknown error';
}

function isUnreadable(error: unknown): boolean {
  return error instanceof errors.HTTPParserError || error instanceof errors.HeadersOverflowError;
}

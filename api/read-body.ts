import type { IncomingMessage } from 'node:http';
import { ApiError } from './api-error.ts';

const BYTES_MAX = 64 * 1024;
/** A body that takes longer is dripping. */
const WITHIN_MS = 10_000;

/** Reads a small body whole, or refuses it: early where it says itself that it is too large, in time where it drips. */
export function readBody(payload: IncomingMessage, done: (error: Error | null, body: Buffer) => void): void {
  if (Number(payload.headers['content-length']) > BYTES_MAX) {
    done(tooLarge(), Buffer.alloc(0));
    return;
  }
  const chunks: Buffer[] = [];
  let length = 0;

  const finish = (error: Error | null) => {
    underWay.delete(cut);
    payload.off('data', onData).off('end', onEnd).off('error', onError);
    // Nearly all bodies come in one piece.
    done(error, chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks, length));
  };
  const cut = () => finish(tooSlow());
  const onData = (chunk: Buffer) => {
    chunks.push(chunk);
    length += chunk.length;
    if (length > BYTES_MAX) finish(tooLarge());
  };
  const onEnd = () => finish(null);
  const onError = () => finish(new ApiError('invalid_request', 'The body broke off.'));
  underWay.set(cut, performance.now() + WITHIN_MS);
  payload.on('data', onData).on('end', onEnd).on('error', onError);
}

/** How to cut each body that is being read, and when, the first first. */
const underWay = new Map<() => void, number>();

// One look a second at all of them: a timer for each is too dear for requests that come whole.
setInterval(() => {
  const now = performance.now();
  for (const [cut, lateAt] of underWay) {
    if (lateAt > now) break;
    cut();
  }
}, 1_000).unref();

function tooLarge(): ApiError {
  return new ApiError('invalid_request', 'The body is larger than this endpoint takes.', { status: 413 });
}

function tooSlow(): ApiError {
  return new ApiError('invalid_request', 'The body came too slowly. Send the same request again.', {
    status: 408,
  });
}

import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { AccountId } from '../../../domain/ids.ts';
import type { Places } from './places.ts';

/** A client that reads nothing for this long is gone. */
export const FILE_STALLED_MS = 2 * 60_000;
/** Longest time for a file: other downloads may wait for its place. */
export const FILE_WITHIN_MS = 60 * 60_000;

/**
 * Sends a file page by page as fast as the client reads it. Holds a place until the file is sent or its connection closes.
 * `headers` are those of the file; a rejection must not have them.
 * @throws ApiError `rate_limited` if too many files are being sent.
 */
export function sendPages(
  reply: FastifyReply,
  places: Places,
  accountId: AccountId,
  pages: AsyncIterable<string | Buffer>,
  headers: Readonly<Record<string, string>> = {},
): FastifyReply {
  holdPlace(reply, places.take(accountId), FILE_WITHIN_MS);
  reply.headers(headers);
  reply.raw.setTimeout(FILE_STALLED_MS, () => reply.raw.destroy());
  return reply.send(Readable.from(pages));
}

/** Holds a place until an answer is sent or its connection closes, at the latest after `withinMs`. */
export function holdPlace({ raw, request }: FastifyReply, giveBack: () => void, withinMs: number): void {
  const { socket } = request.raw;
  const tooLong = setTimeout(() => raw.destroy(), withinMs);
  const end = () => {
    clearTimeout(tooLong);
    raw.off('close', end);
    socket.off('close', end);
    giveBack();
  };
  raw.once('close', end);
  // An answer that waits behind others on the connection does not notice that it closes.
  socket.once('close', end);
  if (socket.destroyed) end();
}

import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { AccountId } from '../../domain/ids.ts';
import type { FilePlaces } from '../routes/file-places.ts';

/** A client that takes nothing for so long has gone, whatever its connection says. */
const STALLED_MS = 2 * 60_000;
/** Others may be waiting for its place. */
const WITHIN_MS = 60 * 60_000;

/**
 * Sends a file page by page as fast as the client takes it, and holds a place until it is sent or its connection is closed.
 * `headers` are those of the file, which a refusal must not carry.
 * @throws ApiError `rate_limited` while too many files are being sent.
 */
export function sendPages(
  reply: FastifyReply,
  places: FilePlaces,
  accountId: AccountId,
  pages: AsyncIterable<string | Buffer>,
  headers: Readonly<Record<string, string>> = {},
): FastifyReply {
  holdPlace(reply, places.take(accountId), WITHIN_MS);
  reply.headers(headers);
  reply.raw.setTimeout(STALLED_MS, () => reply.raw.destroy());
  return reply.send(Readable.from(pages));
}

/** Holds a place until an answer is sent or its connection is closed, which it is after `withinMs` at the latest. */
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
  // An answer that still waits behind others on the connection does not notice that it closes.
  socket.once('close', end);
  if (socket.destroyed) end();
}

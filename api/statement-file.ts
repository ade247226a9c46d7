import type { ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';
import type { Pool } from 'pg';
import { STATEMENT_HEADER, writeStatementLine } from '../contract/statement-csv.ts';
import { streamLineText } from '../db/statement-text.ts';
import type { AccountId } from '../domain/ids.ts';
import type { UtcDay } from '../domain/statement.ts';
import type { FilePlaces } from './file-places.ts';

/** A client that takes nothing for so long has gone, whatever its connection says. */
const STALLED_MS = 2 * 60_000;
/** Others may be waiting for its place. */
const WITHIN_MS = 60 * 60_000;

export interface StatementFileDeps {
  readonly pool: Pool;
  readonly places: FilePlaces;
}

/**
 * Sends the whole day as one CSV file, as fast as the client takes it: what it has not taken is not read either. A failure
 * in the middle breaks the connection off, so that half a file never looks whole.
 * @throws ApiError `rate_limited` while too many files are being sent.
 */
export async function sendStatementFile(
  reply: FastifyReply,
  { pool, places }: StatementFileDeps,
  accountId: AccountId,
  day: UtcDay,
): Promise<FastifyReply> {
  // Nothing is read for headers alone.
  if (reply.request.method === 'HEAD') return nameFile(reply, day).send('');

  const giveBack = places.take(accountId);
  const { raw } = reply;
  const tooLong = setTimeout(() => raw.destroy(), WITHIN_MS);
  try {
    nameFile(reply, day);
    raw.setTimeout(STALLED_MS, () => raw.destroy());
    // Written by ourselves, for buffers are used again: a stream does not tell when what it took has left.
    reply.hijack();
    for (const [name, value] of Object.entries(reply.getHeaders()))
      if (value !== undefined) raw.setHeader(name, value);
    await writeFile(raw, pool, accountId, day);
    raw.end();
  } catch (error) {
    if (error instanceof ClientGone) reply.log.info('a statement was not taken to its end');
    else reply.log.error({ err: error }, 'a statement broke off');
    raw.destroy();
  } finally {
    clearTimeout(tooLong);
    giveBack();
  }
  return reply;
}

function nameFile(reply: FastifyReply, day: UtcDay): FastifyReply {
  return reply.headers({
    'Content-Type': 'text/csv; charset=utf-8; header=present',
    'Content-Disposition': `attachment; filename="statement-${day}.csv"`,
  });
}

/** Waits until a page has left before the next is written: its buffer is then used again. */
async function writeFile(
  response: ServerResponse,
  pool: Pool,
  accountId: AccountId,
  day: UtcDay,
): Promise<void> {
  const { write, close } = writerOf(response);
  try {
    // Behind an answer on the same connection that is not taken, nothing is read.
    await write(Buffer.from(STATEMENT_HEADER));
    let left = Promise.resolve();
    for await (const page of streamLineText(pool, accountId, day, writeStatementLine)) {
      await left;
      left = write(page);
    }
    await left;
  } finally {
    close();
  }
}

class ClientGone extends Error {}

/** Writes that resolve when the bytes have left this process, and fail when the client has gone. */
function writerOf(response: ServerResponse) {
  const gone = Promise.withResolvers<never>();
  const onClose = () => gone.reject(new ClientGone());
  gone.promise.catch(() => {});
  if (response.destroyed) onClose();
  response.once('close', onClose);
  return {
    write(bytes: Buffer): Promise<void> {
      const left = new Promise<void>((resolve, reject) => {
        response.write(bytes, (error) => (error ? reject(new ClientGone()) : resolve()));
      });
      const outcome = Promise.race([left, gone.promise]);
      // It fails while the next page is waited for, too.
      outcome.catch(() => {});
      return outcome;
    },
    close: () => void response.off('close', onClose),
  };
}

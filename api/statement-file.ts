import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { Pool } from 'pg';
import { STATEMENT_HEADER, writeStatementLines } from '../contract/statement-csv.ts';
import { streamLineText } from '../db/statement-text.ts';
import type { AccountId } from '../domain/ids.ts';
import type { UtcDay } from '../domain/statement.ts';

/** A client that takes nothing for so long has gone, whatever its connection says. */
const STALLED_MS = 2 * 60_000;

/**
 * Sends the whole day as one CSV file, as fast as the client takes it: what it has not taken is not read either. A failure
 * in the middle breaks the connection off, so that half a file never looks whole.
 */
export function sendStatementFile(
  reply: FastifyReply,
  pool: Pool,
  accountId: AccountId,
  day: UtcDay,
): FastifyReply {
  reply.header('Content-Type', 'text/csv; charset=utf-8; header=present');
  reply.header('Content-Disposition', `attachment; filename="statement-${day}.csv"`);
  // Nothing is read for headers alone.
  if (reply.request.method === 'HEAD') return reply.send('');

  reply.raw.setTimeout(STALLED_MS, () => reply.raw.destroy());
  return reply.send(Readable.from(statementFile(pool, accountId, day), { objectMode: false }));
}

async function* statementFile(pool: Pool, accountId: AccountId, day: UtcDay): AsyncGenerator<Buffer> {
  yield Buffer.from(STATEMENT_HEADER);
  for await (const page of streamLineText(pool, accountId, day)) yield writeStatementLines(page);
}

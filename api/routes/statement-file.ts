import type { FastifyReply } from 'fastify';
import type { Pool } from 'pg';
import { STATEMENT_HEADER, writeStatementLines } from '../../contract/statement-csv.ts';
import { streamLineText } from '../../db/statements/text.ts';
import type { AccountId } from '../../domain/ids.ts';
import type { UtcDay } from '../../domain/money/statement.ts';
import { sendPages } from '../plugins/result-file.ts';
import type { FilePlaces } from './file-places.ts';

export interface StatementFileDeps {
  readonly pool: Pool;
  readonly places: FilePlaces;
}

/**
 * Sends the whole day as one CSV file, as fast as the client reads it. A failure closes the connection, so that half a file
 * never looks complete.
 * @throws ApiError `rate_limited` if too many files are being sent.
 */
export function sendStatementFile(
  reply: FastifyReply,
  { pool, places }: StatementFileDeps,
  accountId: AccountId,
  day: UtcDay,
): FastifyReply {
  const headers = {
    'Content-Type': 'text/csv; charset=utf-8; header=present',
    'Content-Disposition': `attachment; filename="statement-${day}.csv"`,
  };
  // A HEAD request reads no lines.
  if (reply.request.method === 'HEAD') return reply.headers(headers).send('');
  return sendPages(reply, places, accountId, statementPages(pool, accountId, day), headers);
}

async function* statementPages(
  pool: Pool,
  accountId: AccountId,
  day: UtcDay,
): AsyncGenerator<string | Buffer> {
  yield STATEMENT_HEADER;
  for await (const page of streamLineText(pool, accountId, day)) yield writeStatementLines(page);
}

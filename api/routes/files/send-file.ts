import type { FastifyReply } from 'fastify';
import type { AccountId } from '../../../domain/ids.ts';
import type { NewSheet } from '../../../services/sheets/sheet.ts';
import { writeWorkbook, XLSX_TYPE } from '../../../services/sheets/write-workbook.ts';
import { sendPages } from '../../plugins/result-file.ts';
import type { FilePlaces } from '../file-places.ts';
import type { FileChoice } from './file-form.ts';
import { attachment } from './file-name.ts';

/** A list as a file. Only the form that the client asked for is begun. */
export interface ListFile {
  /** Without its extension. */
  readonly name: string;
  /** Content type of the CSV file. */
  readonly csvType: string;
  readonly csv: () => AsyncIterable<string | Buffer>;
  readonly sheet: () => NewSheet;
}

const BOM = '\uFEFF';

/**
 * Sends a whole list as one file, as fast as the client reads it. A failure closes the connection, so that half a file never
 * looks complete.
 * @throws ApiError `rate_limited` if too many files are being sent.
 */
export function sendFile(
  reply: FastifyReply,
  places: FilePlaces,
  accountId: AccountId,
  { form, hasBom }: FileChoice,
  file: ListFile,
): FastifyReply {
  const headers = {
    'Content-Type': form === 'xlsx' ? XLSX_TYPE : file.csvType,
    'Content-Disposition': attachment(`${file.name}.${form}`),
    'X-Content-Type-Options': 'nosniff',
  };
  // A HEAD request reads no rows.
  if (reply.request.method === 'HEAD') return reply.headers(headers).send('');
  const csv = () => (hasBom ? withBom(file.csv()) : file.csv());
  const pages = form === 'xlsx' ? writeWorkbook([file.sheet()]) : csv();
  return sendPages(reply, places, accountId, pages, headers);
}

async function* withBom(pages: AsyncIterable<string | Buffer>): AsyncGenerator<string | Buffer> {
  yield BOM;
  yield* pages;
}

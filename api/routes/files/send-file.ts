import type { FastifyReply } from 'fastify';
import type { Pool } from 'pg';
import { recordAction } from '../../../db/audit/record.ts';
import { inTransaction } from '../../../db/transaction.ts';
import type { AuditAction } from '../../../domain/access/audit-actions.ts';
import type { AccountId } from '../../../domain/ids.ts';
import type { NewSheet } from '../../../services/sheets/sheet.ts';
import { writeWorkbook, XLSX_TYPE } from '../../../services/sheets/write-workbook.ts';
import { sendPages } from '../../plugins/places/hold-place.ts';
import type { Places } from '../../plugins/places/places.ts';
import { requireRight } from '../../plugins/rights.ts';
import type { FileChoice } from './file-form.ts';
import { attachment } from './file-name.ts';

/** A list as a file. Only the form that the client asked for is begun. */
export interface ListFile {
  /** Without its extension. */
  readonly name: string;
  /** What the audit log says about a download. */
  readonly download: { readonly pool: Pool; readonly action: AuditAction; readonly subject: string };
  /** Whether it has phone numbers. */
  readonly hasNumbers: boolean;
  /** Content type of the CSV file. */
  readonly csvType: string;
  readonly csv: () => AsyncIterable<string | Buffer>;
  readonly sheets: () => readonly NewSheet[];
}

const BOM = '\uFEFF';

/**
 * Sends a whole list as one file, as fast as the client reads it. The audit log has the download before the first byte is sent. A
 * failure closes the connection, so that half a file never looks complete.
 * @throws ApiError `permission_denied` without `numbers:read`; `rate_limited` if too many files are being sent.
 */
export function sendFile(
  reply: FastifyReply,
  places: Places,
  accountId: AccountId,
  { form, hasBom }: FileChoice,
  file: ListFile,
): FastifyReply {
  const headers = {
    'Content-Type': form === 'xlsx' ? XLSX_TYPE : file.csvType,
    'Content-Disposition': attachment(`${file.name}.${form}`),
    'X-Content-Type-Options': 'nosniff',
  };
  // The numbers in files are complete, because a file with masked ones would match nothing.
  if (file.hasNumbers) requireRight(reply.request, 'numbers:read');
  // A HEAD request reads no rows.
  if (reply.request.method === 'HEAD') return reply.headers(headers).send('');
  const csv = () => (hasBom ? withBom(file.csv()) : file.csv());
  const pages = () => (form === 'xlsx' ? writeWorkbook(file.sheets()) : csv());
  const recorded = afterRecord(() => record(reply, accountId, form, file), pages);
  return sendPages(reply, places, accountId, recorded, headers);
}

function record(
  { request }: FastifyReply,
  accountId: AccountId,
  format: FileChoice['form'],
  { download }: ListFile,
): Promise<void> {
  const { pool, ...facts } = download;
  return inTransaction(pool, (tx) =>
    recordAction(tx, { ...request.actor, ...facts, accountId, details: { format } }),
  );
}

async function* afterRecord(
  write: () => Promise<void>,
  pages: () => AsyncIterable<string | Buffer>,
): AsyncGenerator<string | Buffer> {
  await write();
  yield* pages();
}

async function* withBom(pages: AsyncIterable<string | Buffer>): AsyncGenerator<string | Buffer> {
  yield BOM;
  yield* pages;
}

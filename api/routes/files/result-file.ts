import type { FastifyReply } from 'fastify';
import type { BatchFile, RowPage } from '../../../db/batches/rows.ts';
import type { AccountId, BatchId } from '../../../domain/ids.ts';
import { type ResultSteps, resultCsv, resultSheet } from '../../../services/batches/downloads/result-file.ts';
import type { Turns } from '../../../services/batches/turns.ts';
import type { PageShares } from '../../plugins/places/page-shares.ts';
import type { Places } from '../../plugins/places/places.ts';
import type { ApiPools } from '../../pools.ts';
import { type PageDeps, purchasesIn, toRowFilter } from '../batch-pages.ts';
import type { RowsQuery } from '../batch-schemas.ts';
import { chooseFile, type FileForm } from './file-form.ts';
import { sendFile } from './send-file.ts';

export interface ResultFileDeps extends PageDeps {
  readonly pools: Pick<ApiPools, 'downloads' | 'own' | 'reads'>;
  readonly downloads: Places;
  readonly fileShares: PageShares;
  readonly turns: Turns;
}

/** Sends the rows of a batch with their results as one file. @throws ApiError `rate_limited` */
export function sendResults(
  reply: FastifyReply,
  { pools, downloads, due, fileShares, turns }: ResultFileDeps,
  accountId: AccountId,
  batchId: BatchId,
  file: BatchFile,
  form: FileForm,
  query: RowsQuery,
): FastifyReply {
  const ofAccount = pools.downloads.of(accountId);
  const steps: ResultSteps = {
    turns,
    readPage: (read: () => Promise<RowPage>) =>
      due.settleThenRead(ofAccount, accountId, () => fileShares.run(accountId, read), purchasesIn),
  };
  const choice = chooseFile(form, query);
  const request = { accountId, batchId, file, filter: toRowFilter(query), amounts: choice.amounts };
  return sendFile(reply, downloads, accountId, choice, {
    name: nameOf(file, query),
    download: { pool: pools.reads, action: 'batch_rows_download', subject: batchId },
    hasNumbers: true,
    csvType: 'text/csv; charset=utf-8',
    csv: () => resultCsv(ofAccount, request, steps),
    sheets: () => [resultSheet(ofAccount, request, steps)],
  });
}

/** The campaign, which rows of it, and its day, unless the campaign's name has the day. */
function nameOf({ reference, createdAt }: BatchFile, { only, state }: RowsQuery): string {
  const day = createdAt.toISOString().slice(0, 10);
  const name = `${reference.replaceAll(':', '-')}-${only ?? state ?? 'results'}`;
  return reference.includes(day) ? name : `${name}-${day}`;
}

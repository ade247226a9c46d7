import { z } from 'zod';
import { BatchId, BatchResource } from '../../../contract/batch.ts';
import { ChangeBatchRow, ChangeBatchRows } from '../../../contract/batch-edits.ts';
import { BatchRowResource } from '../../../contract/batch-row.ts';
import { NoQuery } from '../../../contract/common.ts';
import { ErrorBody } from '../../../contract/errors.ts';

const batch = { batch_id: BatchId };
const line = z.string().meta({ description: 'Line of the row in the file.', examples: ['2'] });
const refusals = { 400: ErrorBody, 401: ErrorBody, 404: ErrorBody, 409: ErrorBody, 429: ErrorBody };
const common = { tags: ['Batches'], querystring: NoQuery };

export const CHANGE_ROW = {
  ...common,
  operationId: 'changeBatchRow',
  summary: 'Change a row of a batch',
  description:
    'Corrects, drops or restores a row of a batch that is `ready`. The row is checked again as in the upload, with all rows that have its number. The counts, the cost and the `revision` of the batch change with it. Returns the row.',
  params: z.object({ ...batch, line }),
  body: ChangeBatchRow,
  response: { 200: BatchRowResource, ...refusals, 500: ErrorBody },
};

export const CHANGE_ROWS = {
  ...common,
  operationId: 'changeBatchRows',
  summary: 'Change rows of a batch',
  description:
    'Changes up to 1,000 rows of a batch that is `ready`, all of them or none. The body has up to 128 KiB. Returns the batch.',
  params: z.object(batch),
  body: ChangeBatchRows,
  response: { 200: BatchResource, ...refusals, 413: ErrorBody, 500: ErrorBody },
};

export const RECHECK = {
  ...common,
  operationId: 'recheckBatch',
  summary: 'Check a batch again',
  description:
    'Checks all rows of a batch that is `ready` again: prices, bundles and duplicates as they are now. If something differs, the `revision` rises. A million rows take about as long as their upload. If the answer is lost, or someone changes the batch meanwhile, send the request again: the batch is always whole.',
  params: z.object(batch),
  response: { 200: BatchResource, ...refusals, 500: ErrorBody },
};

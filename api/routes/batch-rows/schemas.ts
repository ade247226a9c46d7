import { z } from 'zod';
import { BatchId, BatchResource } from '../../../contract/batches/batch.ts';
import { BatchBreakdownResource } from '../../../contract/batches/batch-breakdown.ts';
import { ChangeBatchRow, ChangeBatchRows, RetryBatch } from '../../../contract/batches/batch-edits.ts';
import { BatchRowResource } from '../../../contract/batches/batch-row.ts';
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
    'Changes up to 1,000 rows of a batch that is `ready`, all of them or none. The body has up to 512 KiB. Returns the batch.',
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

export const BREAKDOWN = {
  ...common,
  operationId: 'getBatchBreakdown',
  summary: 'Get the outcomes of a batch by network, bundle and reason',
  description:
    'Counts all rows of the batch by network, bundle, state and reason, with their amounts. The numbers add up to the `counts` of the batch, and the amounts of `successful` and `reversed` rows to its `charged`. To see the rows behind a number, list the rows with the same filters. A batch of a million rows takes some seconds.',
  params: z.object(batch),
  response: {
    200: BatchBreakdownResource,
    400: ErrorBody,
    401: ErrorBody,
    404: ErrorBody,
    429: ErrorBody,
    500: ErrorBody,
  },
};

export const RETRY = {
  ...common,
  operationId: 'retryBatch',
  summary: 'Try failed rows of a batch again',
  description:
    'Makes a new batch of the rows that were not bought for reasons that may pass. The rows keep their lines and get new references. They are checked as in an upload, at current prices, and the new batch waits for `start`. Rows that were bought since, in any way, are held back. The same `reference` again returns 200 and the header `Svc-Idempotent-Replay: true`.',
  params: z.object(batch),
  body: RetryBatch.nullish(),
  response: { 200: BatchResource, 201: BatchResource, ...refusals, 500: ErrorBody, 503: ErrorBody },
};

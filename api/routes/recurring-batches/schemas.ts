import { z } from 'zod';
import {
  CreateRecurringBatch,
  RecurringBatch,
  RecurringBatchId,
} from '../../../contract/batches/recurring-batch.ts';
import { NoQuery, namedList, Page } from '../../../contract/common.ts';
import { ErrorBody } from '../../../contract/errors.ts';

const common = { tags: ['Batches'], querystring: NoQuery };
const one = { ...common, params: z.object({ recurring_batch_id: RecurringBatchId }) };
const refusals = { 400: ErrorBody, 401: ErrorBody, 429: ErrorBody, 500: ErrorBody };
const ofOne = { response: { 200: RecurringBatch, 404: ErrorBody, ...refusals } };

export const CREATE = {
  ...common,
  operationId: 'createRecurringBatch',
  summary: 'Create a recurring batch',
  description:
    'Buys the rows of a checked batch again at each time of a calendar. Each run makes a new batch from its valid rows, checks them again and starts it. A run is skipped if the batch of the run before is still running, or if it would cost more than `approved_cost`. Each time of the calendar runs once. If you repeat the request with the same `reference` and the same fields, the answer is 200 with the recurring batch that exists.',
  body: CreateRecurringBatch,
  response: { 201: RecurringBatch, 200: RecurringBatch, 404: ErrorBody, 409: ErrorBody, ...refusals },
};

export const LIST = {
  ...common,
  querystring: z.strictObject(Page),
  operationId: 'listRecurringBatches',
  summary: 'List recurring batches',
  description: 'Newest first, without deleted ones.',
  response: { 200: namedList('RecurringBatchList', RecurringBatch), ...refusals },
};

export const GET = {
  ...one,
  ...ofOne,
  operationId: 'getRecurringBatch',
  summary: 'Get a recurring batch',
  description: 'Returns the recurring batch with its last and next runs.',
};

export const PAUSE = {
  ...one,
  ...ofOne,
  operationId: 'pauseRecurringBatch',
  summary: 'Pause a recurring batch',
  description: 'No run begins until you resume it. A batch that a run has started continues.',
};

export const RESUME = {
  ...one,
  ...ofOne,
  operationId: 'resumeRecurringBatch',
  summary: 'Resume a recurring batch',
  description: 'Continues with the next time of the calendar. Times that passed meanwhile are left out.',
};

export const DELETE = {
  ...one,
  ...ofOne,
  operationId: 'deleteRecurringBatch',
  summary: 'Delete a recurring batch',
  description:
    'No run begins any more, permanently. A batch that a run has started continues. The reference stays taken.',
};

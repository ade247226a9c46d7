import { AUDIT_FILE } from '../../contract/examples/audit.ts';
import {
  CANCELED_BATCH,
  COMPLETED_BATCH,
  CORRECTED_BATCH,
  PAUSED_BATCH,
  RESULT_FILE,
  RUNNING_BATCH,
  SCHEDULED_BATCH,
  UNCORRECTED_BATCH,
  UNSCHEDULED_BATCH,
  UPLOADED_BATCH,
} from '../../contract/examples/batches.ts';
import {
  FAILED_PURCHASE,
  PENDING_PURCHASE,
  REVERSED_PURCHASE,
  SUCCESSFUL_PURCHASE,
} from '../../contract/examples/purchases.ts';
import { CLOSED_STATEMENT, OPEN_STATEMENT, STATEMENT_FILE } from '../../contract/examples/statements.ts';
import type { Media } from './document.ts';

type Examples = Pick<Media, 'example' | 'examples'>;

/** Examples of answers that differ from the example of their schema: operation, status, content type. */
const EXAMPLES: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, Examples>>>>>> = {
  createPurchase: { 201: json(PENDING_PURCHASE), 200: json(SUCCESSFUL_PURCHASE) },
  getPurchase: {
    200: several({
      pending: ['The network has not answered yet', PENDING_PURCHASE],
      successful: ['Delivered and charged', SUCCESSFUL_PURCHASE],
      failed: ['Not delivered, not charged', FAILED_PURCHASE],
      reversed: ['Reversed by the network, refunded', REVERSED_PURCHASE],
    }),
  },
  getStatement: {
    200: several({
      closed: ['A day that is over', CLOSED_STATEMENT],
      open: ['Today', OPEN_STATEMENT],
    }),
  },
  listAuditLog: { 200: { 'text/csv': { example: AUDIT_FILE } } },
  listStatementLines: { 200: { 'text/csv': { example: STATEMENT_FILE } } },
  createBatch: { 201: json(UPLOADED_BATCH), 200: json(RUNNING_BATCH) },
  getBatch: {
    200: several({
      running: ['Rows are being bought', RUNNING_BATCH],
      scheduled: ['Waits for its start time', SCHEDULED_BATCH],
      completed: ['Everything is final', COMPLETED_BATCH],
    }),
  },
  listBatchRows: { 200: { 'text/csv': { example: RESULT_FILE } } },
  acceptBatchCorrections: { 200: json(CORRECTED_BATCH) },
  rejectBatchCorrections: { 200: json(UNCORRECTED_BATCH) },
  startBatch: { 200: json(UPLOADED_BATCH) },
  scheduleBatch: { 200: json(SCHEDULED_BATCH) },
  startBatchNow: { 200: json(UPLOADED_BATCH) },
  unscheduleBatch: { 200: json(UNSCHEDULED_BATCH) },
  pauseBatch: { 200: json(PAUSED_BATCH) },
  resumeBatch: { 200: json(RUNNING_BATCH) },
  cancelBatch: { 200: json(CANCELED_BATCH) },
};

/** The examples of an answer; null where the example of the schema serves. */
export function findAnswerExamples(operationId: string, status: string, type: string): Examples | null {
  return EXAMPLES[operationId]?.[status]?.[type] ?? null;
}

function json(example: object) {
  return { 'application/json': { example } };
}

function several(examples: Readonly<Record<string, readonly [summary: string, value: object]>>) {
  const named = Object.entries(examples).map(([name, [summary, value]]) => [name, { summary, value }]);
  return { 'application/json': { examples: Object.fromEntries(named) } };
}

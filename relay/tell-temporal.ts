import { type Client, WorkflowNotFoundError } from '@temporalio/client';
import { WorkflowExecutionAlreadyStartedError } from '@temporalio/common';
import { findLateInquiryToStart } from '../db/late-inquiries.ts';
import { type ClaimedRow, claimRows, completeRows, releaseRows } from '../db/outbox.ts';
import { findFirstAttempt } from '../db/webhooks.ts';
import { assertNever } from '../domain/assert-never.ts';
import { idFromUuid } from '../domain/ids.ts';
import { networkQueue, TEMPORAL_QUEUE } from '../domain/queues.ts';
import {
  type LateInquiryInput,
  lateInquiryWorkflowId,
  purchaseWorkflowId,
  type RunBatchInput,
  runBatchWorkflowId,
  SIGNALS,
  TASK_QUEUES,
  type WebhookRetriesInput,
  WORKFLOWS,
  webhookRetriesWorkflowId,
} from '../workflows/names.ts';
import type { StartDeps } from './start-purchases.ts';

const PAGE = 64;
const LEASE_MS = 15_000;
const RETRY_MS = 2_000;

/** Once only for each workflow id: what was started before, running or closed, is not started again. */
const ONCE = {
  workflowIdReusePolicy: 'ALLOW_DUPLICATE_FAILED_ONLY',
  workflowIdConflictPolicy: 'USE_EXISTING',
} as const;

/** One pass over everything else that Temporal is told: retries, late inquiries, batches, and ends of purchases. */
export async function tellTemporal(deps: StartDeps): Promise<'more' | 'done'> {
  if (!deps.temporal.isOpen()) return 'done';

  const rows = await claimRows(deps.pool, TEMPORAL_QUEUE, PAGE, LEASE_MS);
  if (rows.length === 0) return 'done';

  const told: string[] = [];
  const failed: string[] = [];
  await Promise.all(
    rows.map(async (row) => {
      try {
        await tell(deps, row);
        told.push(row.id);
      } catch (error) {
        deps.log.warn({ err: error, topic: row.topic }, 'Temporal could not be told; it will be');
        failed.push(row.id);
      }
    }),
  );
  await completeRows(deps.pool, told);
  await releaseRows(deps.pool, failed, RETRY_MS);
  return failed.length > 0 ? 'done' : 'more';
}

async function tell(deps: StartDeps, { topic, subjectUuid }: ClaimedRow): Promise<void> {
  const { call } = deps.temporal;
  switch (topic) {
    case 'end_purchase':
      return call((client) => endPurchase(client, subjectUuid));
    case 'retry_event':
      return startRetries(deps, subjectUuid);
    case 'inquire_late':
      return startLateInquiry(deps, subjectUuid);
    case 'run_batch':
      return call((client) => runBatch(client, subjectUuid));
    case 'start_purchase':
    case 'deliver_event':
      throw new TypeError(`${topic} does not belong in this queue`);
    default:
      return assertNever(topic);
  }
}

/** Wakes a workflow that may still wait; one that is closed, or was never started, needs no telling. */
async function endPurchase(client: Client, uuid: string): Promise<void> {
  try {
    await client.workflow.getHandle(purchaseWorkflowId(idFromUuid('pur', uuid))).signal(SIGNALS.settled);
  } catch (error) {
    if (!(error instanceof WorkflowNotFoundError)) throw error;
  }
}

async function startRetries(deps: StartDeps, uuid: string): Promise<void> {
  const eventId = idFromUuid('evt', uuid);
  const firstAttemptAt = await findFirstAttempt(deps.pool, eventId);
  if (firstAttemptAt === null) return;

  const input: WebhookRetriesInput = { eventId, firstAttemptAt: firstAttemptAt.toISOString() };
  await startOnce(
    deps,
    WORKFLOWS.webhookRetries,
    webhookRetriesWorkflowId(eventId),
    TASK_QUEUES.webhooks,
    input,
  );
}

async function startLateInquiry(deps: StartDeps, uuid: string): Promise<void> {
  const purchaseId = idFromUuid('pur', uuid);
  const late = await findLateInquiryToStart(deps.pool, purchaseId);
  if (late === null) return;

  const { gatewayTimeoutMs, openedAt } = late;
  const input: LateInquiryInput = { purchaseId, gatewayTimeoutMs, openedAt: openedAt.toISOString() };
  const queue = networkQueue(late.networkId, late.livemode);
  await startOnce(deps, WORKFLOWS.lateInquiry, lateInquiryWorkflowId(purchaseId), queue, input);
}

async function startOnce(
  { temporal }: StartDeps,
  type: string,
  workflowId: string,
  taskQueue: string,
  input: WebhookRetriesInput | LateInquiryInput,
): Promise<void> {
  try {
    await temporal.call((client) =>
      client.workflow.start(type, { ...ONCE, workflowId, taskQueue, args: [input] }),
    );
  } catch (error) {
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
  }
}

async function runBatch(client: Client, uuid: string): Promise<void> {
  const batchId = idFromUuid('bat', uuid);
  const input: RunBatchInput = { batchId };
  await client.workflow.signalWithStart(WORKFLOWS.runBatch, {
    workflowId: runBatchWorkflowId(batchId),
    taskQueue: TASK_QUEUES.batches,
    args: [input],
    signal: SIGNALS.batchChanged,
    workflowIdConflictPolicy: 'USE_EXISTING',
  });
}

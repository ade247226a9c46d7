import { type Client, WorkflowNotFoundError } from '@temporalio/client';
import { TypedSearchAttributes, WorkflowExecutionAlreadyStartedError } from '@temporalio/common';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { type ClaimedRow, claimRows, type RoundRobin } from '../../db/outbox/claims.ts';
import { completeRows, findRowsOf, giveBackRows } from '../../db/outbox/outbox.ts';
import { findLateInquiryToStart } from '../../db/purchases/late-inquiries.ts';
import {
  type FirstAttempt,
  findFirstAttempt,
  findFirstDeliveryAttempt,
} from '../../db/webhooks/deliverable-events.ts';
import { assertNever } from '../../domain/assert-never.ts';
import { type AccountId, type DeliveryId, type EventId, idFromUuid } from '../../domain/ids.ts';
import { networkQueue, TEMPORAL_QUEUE } from '../../domain/network/queues.ts';
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
} from '../../workflows/names.ts';
import { attributePairs, type FoundBy } from '../../workflows/search-attributes.ts';
import type { WorkerPools } from '../pools.ts';
import { syncSchedule } from './sync-schedule.ts';
import type { TemporalLink } from './temporal-link.ts';

const PAGE = 64;
const LEASE_MS = 15_000;
const RETRY_MS = 2_000;

/** Once per workflow id: a workflow that was started before, running or closed, is not started again. */
const ONCE = {
  workflowIdReusePolicy: 'ALLOW_DUPLICATE_FAILED_ONLY',
  workflowIdConflictPolicy: 'USE_EXISTING',
} as const;

export interface TellDeps {
  readonly pools: Pick<WorkerPools, 'hotPath'>;
  readonly temporal: TemporalLink;
  readonly log: Logger;
}

/** One pass over the other rows for Temporal: retries, late inquiries, batches, and ends of purchases. */
export async function tellTemporal(deps: TellDeps, roundRobin: RoundRobin): Promise<'more' | 'done'> {
  if (!deps.temporal.isOpen()) return 'done';

  const rows = await claimRows(deps.pools.hotPath, TEMPORAL_QUEUE, PAGE, LEASE_MS, { roundRobin });
  if (rows.length === 0) return 'done';

  const sent: string[] = [];
  const failed: string[] = [];
  await Promise.all(
    (await coalesce(deps, rows)).map(async ({ row, ids }) => {
      try {
        await send(deps, row);
        sent.push(...ids);
      } catch (error) {
        deps.log.warn(
          { err: error, topic: row.topic, subject_id: toSubjectId(row) },
          'call to Temporal failed; will retry',
        );
        failed.push(...ids);
      }
    }),
  );
  await completeRows(deps.pools.hotPath, sent);
  await giveBackRows(deps.pools.hotPath, failed, RETRY_MS);
  return failed.length > 0 ? 'done' : 'more';
}

/** One call to Temporal, and the rows that it completes. */
interface TemporalCall {
  readonly row: ClaimedRow;
  readonly ids: readonly string[];
}

/**
 * One call for all rows of a batch, claimed or not: its workflow reads the state of the batch, so one signal after the last
 * command is enough. Every other row has its own call.
 */
async function coalesce({ pools }: TellDeps, rows: readonly ClaimedRow[]): Promise<TemporalCall[]> {
  const batches = new Map(
    rows.flatMap((row) => (row.topic === 'run_batch' ? [[row.subjectUuid, row] as const] : [])),
  );
  const found = await findRowsOf(pools.hotPath, 'run_batch', [...batches.keys()]);
  const ids = Map.groupBy(found, ({ subjectUuid }) => subjectUuid);
  return [
    ...rows.filter(({ topic }) => topic !== 'run_batch').map((row) => ({ row, ids: [row.id] })),
    ...[...batches].map(([uuid, row]) => ({ row, ids: (ids.get(uuid) ?? [row]).map(({ id }) => id) })),
  ];
}

/** The id of the row's subject, as people know it. */
function toSubjectId({ topic, subjectUuid }: ClaimedRow): string {
  if (topic === 'retry_event') return idFromUuid('evt', subjectUuid);
  if (topic === 'retry_delivery') return idFromUuid('dlv', subjectUuid);
  if (topic === 'sync_schedule') return idFromUuid('rec', subjectUuid);
  return idFromUuid(topic === 'run_batch' ? 'bat' : 'pur', subjectUuid);
}

async function send(deps: TellDeps, { topic, subjectUuid, accountUuid }: ClaimedRow): Promise<void> {
  const accountId = idFromUuid('acc', accountUuid);
  const { call } = deps.temporal;
  switch (topic) {
    case 'end_purchase':
      return call((client) => endPurchase(client, subjectUuid));
    case 'retry_event':
      return startRetries(deps, idFromUuid('evt', subjectUuid), accountId, findFirstAttempt);
    case 'retry_delivery':
      return startRetries(deps, idFromUuid('dlv', subjectUuid), accountId, findFirstDeliveryAttempt);
    case 'inquire_late':
      return startLateInquiry(deps, subjectUuid, accountId);
    case 'run_batch':
      return call((client) => signalBatch(client, subjectUuid, accountId));
    case 'sync_schedule':
      return call((client) => syncSchedule(client, deps.pools.hotPath, idFromUuid('rec', subjectUuid)));
    case 'start_purchase':
    case 'deliver_event':
    case 'deliver_to_endpoint':
    case 'low_balance':
    case 'batch_notice':
    case 'person_mail':
      throw new TypeError(`${topic} does not belong in this queue`);
    default:
      return assertNever(topic);
  }
}

/** Wakes a workflow that may still wait; one that is closed or was never started needs no signal. */
async function endPurchase(client: Client, uuid: string): Promise<void> {
  try {
    await client.workflow.getHandle(purchaseWorkflowId(idFromUuid('pur', uuid))).signal(SIGNALS.settled);
  } catch (error) {
    if (!(error instanceof WorkflowNotFoundError)) throw error;
  }
}

async function startRetries<SubjectId extends EventId | DeliveryId>(
  deps: TellDeps,
  eventId: SubjectId,
  accountId: AccountId,
  findFirst: (pool: Pool, id: SubjectId) => Promise<FirstAttempt | null>,
): Promise<void> {
  const first = await findFirst(deps.pools.hotPath, eventId);
  if (first === null) return;

  const input: WebhookRetriesInput = { eventId, firstAttemptAt: first.startedAt.toISOString() };
  await startOnce(deps, WORKFLOWS.webhookRetries, {
    workflowId: webhookRetriesWorkflowId(eventId),
    taskQueue: TASK_QUEUES.webhooks,
    input,
    summary: `webhook ${first.eventType} · retries`,
    found: { accountId },
  });
}

async function startLateInquiry(deps: TellDeps, uuid: string, accountId: AccountId): Promise<void> {
  const purchaseId = idFromUuid('pur', uuid);
  const late = await findLateInquiryToStart(deps.pools.hotPath, purchaseId);
  if (late === null) return;

  const { gatewayTimeoutMs, openedAt } = late;
  const input: LateInquiryInput = { purchaseId, gatewayTimeoutMs, openedAt: openedAt.toISOString() };
  await startOnce(deps, WORKFLOWS.lateInquiry, {
    workflowId: lateInquiryWorkflowId(purchaseId),
    taskQueue: networkQueue(late.networkId, late.livemode),
    input,
    summary: `${late.networkId} · late inquiry`,
    found: { accountId, networkId: late.networkId },
  });
}

/** A workflow's input, with the texts and attributes by which people find it. */
interface Start {
  readonly workflowId: string;
  readonly taskQueue: string;
  readonly input: WebhookRetriesInput | LateInquiryInput;
  readonly summary: string;
  readonly found: FoundBy;
}

async function startOnce(
  { temporal }: TellDeps,
  type: string,
  { workflowId, taskQueue, input, summary, found }: Start,
): Promise<void> {
  try {
    await temporal.call((client) =>
      client.workflow.start(type, {
        ...ONCE,
        workflowId,
        taskQueue,
        args: [input],
        staticSummary: summary,
        typedSearchAttributes: new TypedSearchAttributes(attributePairs(found)),
      }),
    );
  } catch (error) {
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
  }
}

async function signalBatch(client: Client, uuid: string, accountId: AccountId): Promise<void> {
  const batchId = idFromUuid('bat', uuid);
  const input: RunBatchInput = { batchId };
  await client.workflow.signalWithStart(WORKFLOWS.runBatch, {
    workflowId: runBatchWorkflowId(batchId),
    taskQueue: TASK_QUEUES.batches,
    args: [input],
    staticSummary: 'campaign · releases its rows',
    typedSearchAttributes: new TypedSearchAttributes(attributePairs({ accountId, batchId })),
    signal: SIGNALS.batchChanged,
    workflowIdConflictPolicy: 'USE_EXISTING',
  });
}

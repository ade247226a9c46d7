import type { Client } from '@temporalio/client';
import { TypedSearchAttributes, WorkflowExecutionAlreadyStartedError } from '@temporalio/common';
import type { Logger } from 'pino';
import type { AdmittedPurchase } from '../../db/outbox/admission.ts';
import { RESOLVE_MARGIN_MS, settleBy } from '../../domain/purchase/deadline.ts';
import { type PurchaseInput, purchaseWorkflowId, WORKFLOWS } from '../../workflows/names.ts';
import { attributePairs } from '../../workflows/search-attributes.ts';
import type { TemporalLink } from './temporal-link.ts';

/** Lower numbers go first; the default is 3. Where tasks wait in Temporal, single purchases go before rows of campaigns. */
const BATCH_ROW_PRIORITY = { priorityKey: 4 };

export interface WorkflowStartDeps {
  readonly temporal: TemporalLink;
  /** How long before `resolve_by` a purchase without a confirmation is settled; 1.5 s by default. */
  readonly resolveMarginMs?: number;
  /**
   * Whether the process that starts a workflow may take its first task with the answer; true by default. Temporal does not check
   * then whether the process is of the current build.
   */
  readonly startsEagerly?: boolean;
  readonly log: Logger;
}

/** A start that `failed` is logged. */
export type StartOutcome = 'started' | 'failed';

/** Starts the workflow of one purchase. If it was started before, that is success. */
export async function startWorkflow(
  deps: WorkflowStartDeps,
  queue: string,
  purchase: AdmittedPurchase,
): Promise<StartOutcome> {
  const { temporal, log } = deps;
  try {
    await temporal.call((client) => start(client, queue, purchase, deps));
    log.debug(toLogIds(purchase), 'workflow started');
    return 'started';
  } catch (error) {
    log.warn({ err: error, ...toLogIds(purchase) }, 'start failed; will retry');
    return 'failed';
  }
}

function toLogIds({ purchaseId, networkId }: AdmittedPurchase) {
  return { purchase_id: purchaseId, workflow_id: purchaseWorkflowId(purchaseId), network_id: networkId };
}

async function start(
  client: Client,
  queue: string,
  purchase: AdmittedPurchase,
  {
    resolveMarginMs = RESOLVE_MARGIN_MS.default,
    startsEagerly = true,
  }: Pick<WorkflowStartDeps, 'resolveMarginMs' | 'startsEagerly'>,
): Promise<void> {
  const input: PurchaseInput = {
    purchaseId: purchase.purchaseId,
    networkId: purchase.networkId,
    resolveBy: purchase.resolveBy.toISOString(),
    settleBy: settleBy(purchase.resolveBy, resolveMarginMs).toISOString(),
    submitMode: purchase.submitMode,
    gatewayTimeoutMs: purchase.gatewayTimeoutMs,
    inquiryDelaysMs: purchase.inquiryDelaysMs,
  };
  try {
    await client.workflow.start(WORKFLOWS.purchase, {
      workflowId: purchaseWorkflowId(purchase.purchaseId),
      taskQueue: queue,
      args: [input],
      requestEagerStart: startsEagerly,
      workflowIdReusePolicy: 'ALLOW_DUPLICATE_FAILED_ONLY',
      workflowIdConflictPolicy: 'USE_EXISTING',
      ...(purchase.batchId === null ? {} : { priority: BATCH_ROW_PRIORITY }),
      staticSummary: `${purchase.networkId} · ${purchase.bundleId} · ${purchase.publicReference}`,
      typedSearchAttributes: new TypedSearchAttributes(attributePairs({ ...purchase, stage: 'submitting' })),
    });
  } catch (error) {
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
  }
}

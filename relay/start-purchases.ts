import type { Client } from '@temporalio/client';
import { TypedSearchAttributes, WorkflowExecutionAlreadyStartedError } from '@temporalio/common';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { type AdmittedPurchase, admitPurchases } from '../db/admission.ts';
import { completeRows, releaseRows } from '../db/outbox.ts';
import { type PurchaseInput, purchaseWorkflowId, WORKFLOWS } from '../workflows/names.ts';
import { attributePairs } from '../workflows/search-attributes.ts';
import type { NextPass } from './loop.ts';
import type { TemporalLink } from './temporal-link.ts';

/** Most purchases that one pass admits; all of them are started at once. */
const PAGE = 64;
/** Longer than the longest start call. */
const LEASE_MS = 15_000;
const RETRY_MS = 1_000;

export interface StartDeps {
  readonly pool: Pool;
  readonly temporal: TemporalLink;
  readonly log: Logger;
}

/** Tokens come by the millisecond; the budget is free again when purchases are final. */
const AFTER = { queue_empty: 'done', page_full: 'more', tokens: 'soon', in_flight: 'later' } as const;

/** One pass over a network's queue: admit what its pace lets through, and start a workflow for each. */
export async function startPurchases(deps: StartDeps, queue: string): Promise<NextPass> {
  if (!deps.temporal.isOpen()) return 'done';

  const { admitted, stoppedBy } = await admitPurchases(deps.pool, queue, PAGE, LEASE_MS);
  if (admitted.length === 0) return AFTER[stoppedBy];

  const started: string[] = [];
  const failed: string[] = [];
  await Promise.all(
    admitted.map(async (purchase) => {
      try {
        await deps.temporal.call((client) => startPurchase(client, queue, purchase));
        started.push(purchase.outboxId);
        deps.log.debug(idsOf(purchase), 'a workflow was started');
      } catch (error) {
        deps.log.warn({ err: error, ...idsOf(purchase) }, 'a purchase could not be started; it will be');
        failed.push(purchase.outboxId);
      }
    }),
  );
  await completeRows(deps.pool, started);
  await releaseRows(deps.pool, failed, RETRY_MS);
  if (failed.length > 0) return 'done';
  return AFTER[stoppedBy];
}

function idsOf({ purchaseId, networkId }: AdmittedPurchase) {
  return { purchase_id: purchaseId, workflow_id: purchaseWorkflowId(purchaseId), network_id: networkId };
}

/** Starts one workflow; that it was started before is success. */
async function startPurchase(client: Client, queue: string, purchase: AdmittedPurchase): Promise<void> {
  const input: PurchaseInput = {
    purchaseId: purchase.purchaseId,
    networkId: purchase.networkId,
    resolveBy: purchase.resolveBy.toISOString(),
    submitMode: purchase.submitMode,
    gatewayTimeoutMs: purchase.gatewayTimeoutMs,
    inquiryDelaysMs: purchase.inquiryDelaysMs,
  };
  try {
    await client.workflow.start(WORKFLOWS.purchase, {
      workflowId: purchaseWorkflowId(purchase.purchaseId),
      taskQueue: queue,
      args: [input],
      requestEagerStart: true,
      workflowIdReusePolicy: 'ALLOW_DUPLICATE_FAILED_ONLY',
      workflowIdConflictPolicy: 'USE_EXISTING',
      staticSummary: `${purchase.networkId} · ${purchase.bundleId} · ${purchase.publicReference}`,
      typedSearchAttributes: new TypedSearchAttributes(attributePairs({ ...purchase, stage: 'submitting' })),
    });
  } catch (error) {
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
  }
}

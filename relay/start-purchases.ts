import type { Client } from '@temporalio/client';
import { TypedSearchAttributes, WorkflowExecutionAlreadyStartedError } from '@temporalio/common';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { type AdmittedPurchase, admitPurchases } from '../db/admission.ts';
import { completeRows, releaseRows } from '../db/outbox.ts';
import { type PurchaseInput, purchaseWorkflowId, WORKFLOWS } from '../workflows/names.ts';
import { attributePairs } from '../workflows/search-attributes.ts';
import type { FirstSends } from './first-sends.ts';
import type { NextPass } from './loop.ts';
import type { TemporalLink } from './temporal-link.ts';

/** Most purchases that one pass admits; all of them are started at once. */
const PAGE = 64;
/**
 * Rows of batches that are started and not yet sent: enough to keep the workers busy, few enough to leave them to single
 * purchases. What is behind them stays in PostgreSQL, where a single purchase overtakes it.
 */
const BATCH_ROWS_MAX = 8;
/** More are admitted when so many are left: not one at a time. */
const BATCH_ROWS_LEFT = BATCH_ROWS_MAX / 2;
/** Longer than the longest start call. */
const LEASE_MS = 15_000;
const RETRY_MS = 1_000;
/** Lower numbers go first, 3 where nothing is said: single purchases go before rows also where Temporal has a backlog. */
const BATCH_ROW_PRIORITY = { priorityKey: 4 };

export interface StartDeps {
  readonly pool: Pool;
  readonly temporal: TemporalLink;
  readonly log: Logger;
  /** When purchases that were started here are sent; where it is not given, that they are started must do. */
  readonly sends?: Pick<FirstSends, 'of'>;
}

/** Starts the purchases of one network queue. */
export interface Starter {
  /**
   * One pass: admits what the pace lets through, and starts a workflow for each. It waits for single purchases alone: none
   * that comes later stands behind rows of batches.
   */
  pass(): Promise<NextPass>;
  /** Resolves once no start is under way. */
  idle(): Promise<void>;
}

/** Tokens come by the millisecond; the budget is free again when purchases are final. */
const AFTER = { queue_empty: 'done', page_full: 'more', tokens: 'soon', in_flight: 'later' } as const;

/** `onFree` is called when more rows of batches may be started, to wake the queue's loop. */
export function createStarter(deps: StartDeps, queue: string, onFree: () => void): Starter {
  const pages = new Set<Promise<void>>();
  let rowsUnderWay = 0;

  const leave = () => {
    rowsUnderWay -= 1;
    if (rowsUnderWay === BATCH_ROWS_LEFT || rowsUnderWay === 0) onFree();
  };

  const startRows = (rows: readonly AdmittedPurchase[]) => {
    if (rows.length === 0) return;
    rowsUnderWay += rows.length;
    // Asked for before the start, which may be answered after the send. An activity may be another process's: its send is not told here.
    const sent = rows.map(({ purchaseId, submitMode }) =>
      submitMode === 'local' ? deps.sends?.of(purchaseId) : undefined,
    );
    const page = startAll(deps, queue, rows)
      .then(() => {})
      .catch((error: unknown) =>
        deps.log.warn({ err: error, queue }, 'starts were not recorded; they are made again'),
      )
      .finally(() => pages.delete(page));
    pages.add(page);
    for (const each of sent) void (each ?? page).then(leave);
  };

  return {
    async pass() {
      if (!deps.temporal.isOpen()) return 'done';

      const rowsMax = BATCH_ROWS_MAX - rowsUnderWay;
      const { admitted, stoppedBy } = await admitPurchases(deps.pool, queue, PAGE, LEASE_MS, rowsMax);
      startRows(admitted.filter(({ batchId }) => batchId !== null));
      const singles = admitted.filter(({ batchId }) => batchId === null);
      const failed = await startAll(deps, queue, singles);
      return failed > 0 ? 'done' : AFTER[stoppedBy];
    },

    async idle() {
      while (pages.size > 0) await Promise.all(pages);
    },
  };
}

/** Starts a workflow for each of these; answers how many could not be started and are tried again. */
async function startAll(
  deps: StartDeps,
  queue: string,
  admitted: readonly AdmittedPurchase[],
): Promise<number> {
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
  return failed.length;
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
      ...(purchase.batchId === null ? {} : { priority: BATCH_ROW_PRIORITY }),
      staticSummary: `${purchase.networkId} · ${purchase.bundleId} · ${purchase.publicReference}`,
      typedSearchAttributes: new TypedSearchAttributes(attributePairs({ ...purchase, stage: 'submitting' })),
    });
  } catch (error) {
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
  }
}

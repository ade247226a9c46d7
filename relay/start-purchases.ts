import type { Client } from '@temporalio/client';
import { TypedSearchAttributes, WorkflowExecutionAlreadyStartedError } from '@temporalio/common';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { type AdmittedPurchase, admitPurchases } from '../db/admission.ts';
import { completeRows, releaseRows } from '../db/outbox.ts';
import type { RowLead } from '../domain/row-lead.ts';
import { type PurchaseInput, purchaseWorkflowId, WORKFLOWS } from '../workflows/names.ts';
import { attributePairs } from '../workflows/search-attributes.ts';
import type { FirstSends } from './first-sends.ts';
import type { NextPass } from './loop.ts';
import { createSinglesWatch, type SinglesWatch } from './singles-watch.ts';
import type { TemporalLink } from './temporal-link.ts';

/** Most single purchases whose starts are under way at once. */
const STARTS_MAX = 64;
/** No fewer are admitted at once than there is room for then: a backlog goes in pages and not one by one. */
const ROOM_MIN = STARTS_MAX / 2;
/** Longer than the longest start call. */
const LEASE_MS = 15_000;
const RETRY_MS = 1_000;
/** Nothing waits for a single purchase's send but the judgement of how long it took; far longer than that should be. */
const SINGLE_PATIENCE_MS = 10_000;
/** Lower numbers go first, 3 where nothing is said: single purchases go before rows also where Temporal has a backlog. */
const BATCH_ROW_PRIORITY = { priorityKey: 4 };

export interface StartDeps {
  readonly pool: Pool;
  readonly temporal: TemporalLink;
  readonly log: Logger;
  /** When purchases that were started here are sent; where it is not given, that they are started must do. */
  readonly sends?: Pick<FirstSends, 'of'>;
  /** Of the process; where it is not given, the queue has one of its own. */
  readonly singles?: SinglesWatch;
}

/** Starts the purchases of one network queue. */
export interface Starter {
  /**
   * One pass: admits what the pace lets through, and begins to start a workflow for each. It waits for none of them, so that
   * nothing that comes later stands behind a start that is under way.
   */
  pass(): Promise<NextPass>;
  /** Resolves once no start is under way. */
  idle(): Promise<void>;
}

/** Tokens come by the millisecond; the budget is free again when purchases are final. */
const AFTER = { queue_empty: 'done', page_full: 'more', tokens: 'soon', in_flight: 'later' } as const;

/** `onFree` is called when more may be started, to wake the queue's loop. */
export function createStarter(deps: StartDeps, queue: string, onFree: () => void): Starter {
  const pages = new Set<Promise<void>>();
  const watch = deps.singles ?? createSinglesWatch();
  const rows = createRowsUnderWay(watch.rowLead, onFree);
  let singlesUnderWay = 0;
  let turnedAway = false;
  let failing = false;

  const start = (purchases: readonly AdmittedPurchase[], ended: () => void): Promise<void> => {
    const page = startAll(deps, queue, purchases)
      .then((failed) => {
        failing = failed > 0;
      })
      .catch((error: unknown) => {
        failing = true;
        deps.log.warn({ err: error, queue }, 'starts were not recorded; they are made again');
      })
      .finally(() => {
        pages.delete(page);
        ended();
      });
    pages.add(page);
    return page;
  };

  const startSingles = (singles: readonly AdmittedPurchase[]) => {
    if (singles.length === 0) return;
    watch.came();
    for (const sent of sendsOf(deps, singles, SINGLE_PATIENCE_MS))
      void sent?.then((waitedMs) => {
        if (waitedMs !== null) watch.waited(waitedMs);
      });
    singlesUnderWay += singles.length;
    void start(singles, () => {
      singlesUnderWay -= singles.length;
      // What could not be started now is tried again by the sweep, and so is what waits behind it.
      if (turnedAway && !failing) onFree();
    });
  };

  const startRows = (admitted: readonly AdmittedPurchase[]) => {
    if (admitted.length === 0) return;
    const sends = sendsOf(deps, admitted);
    const page = start(admitted, () => {});
    rows.enter(sends.map((sent) => sent ?? page));
  };

  return {
    async pass() {
      if (!deps.temporal.isOpen()) return 'done';
      const room = STARTS_MAX - singlesUnderWay;
      turnedAway = room < ROOM_MIN;
      if (turnedAway) return 'done';

      const { admitted, stoppedBy } = await admitPurchases(deps.pool, queue, room, LEASE_MS, rows.room());
      startSingles(admitted.filter(({ batchId }) => batchId === null));
      startRows(admitted.filter(({ batchId }) => batchId !== null));
      return failing ? 'done' : AFTER[stoppedBy];
    },

    async idle() {
      while (pages.size > 0) await Promise.all(pages);
    },
  };
}

/**
 * When each is sent, and after how many milliseconds; null where it was not seen. To be asked before the start, which may be
 * answered after the send. An activity may be another process's: its send is not told here.
 */
function sendsOf({ sends }: StartDeps, admitted: readonly AdmittedPurchase[], patienceMs?: number) {
  const asked = performance.now();
  return admitted.map(({ purchaseId, submitMode }) =>
    submitMode === 'local'
      ? sends?.of(purchaseId, patienceMs).then((here) => (here ? performance.now() - asked : null))
      : undefined,
  );
}

/** Rows of batches of one queue between their start and their first send. */
function createRowsUnderWay(lead: () => RowLead, onFree: () => void) {
  let underWay = 0;
  const leave = () => {
    underWay -= 1;
    if (underWay === lead().left || underWay === 0) onFree();
  };
  return {
    /** How many more may be started. */
    room: () => Math.max(0, lead().most - underWay),
    /** Each of these promises ends the way of a row. */
    enter(sent: readonly Promise<unknown>[]) {
      underWay += sent.length;
      for (const each of sent) void each.then(leave);
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

import type { Pool } from 'pg';
import { type AdmittedPurchase, admitPurchases } from '../../db/outbox/admission.ts';
import { createRoundRobin } from '../../db/outbox/claims.ts';
import { completeRows, giveBackRows } from '../../db/outbox/outbox.ts';
import type { NextPass } from '../../services/loop.ts';
import { type NetworkRoutes, ONE_ROUTE_EACH } from '../../services/purchases/ports.ts';
import type { WorkerPools } from '../pools.ts';
import { type StartOutcome, startWorkflow, type WorkflowStartDeps } from './start-workflow.ts';

/**
 * Starts that a process may have under way per network queue, from their claim until Temporal answers. Only PostgreSQL puts
 * single purchases before rows of campaigns, so few rows may be started ahead of the next single purchase.
 */
export const WINDOWS = { singles: 16, rows: 4 } as const;
/** Longer than the longest start call. */
const LEASE_MS = 15_000;
/** Until a failed start is retried; it keeps its place in the window until then. */
const RETRY_MS = 1_000;

export interface StartDeps extends WorkflowStartDeps {
  readonly pools: Pick<WorkerPools, 'hotPath'>;
  /** Left out where each network has one gateway. */
  readonly routes?: Pick<NetworkRoutes, 'of'>;
}

/** Starts the purchases of one network queue. */
export interface Starter {
  /**
   * One pass: admits what the pace and the windows allow, and starts a workflow for each. It does not wait for the starts,
   * so that a slow one holds up no later purchase.
   */
  pass(): Promise<NextPass>;
  /** Resolves once no start is under way. */
  idle(): Promise<void>;
  /** Starts nothing more. A pass under way releases what it has claimed. */
  stop(): void;
}

/** Tokens refill every millisecond; the budget is freed when purchases become final. */
const AFTER = { queue_empty: 'done', page_full: 'more', tokens: 'soon', in_flight: 'later' } as const;

/** @param onRoom called when a window has room again, to wake the queue's loop. */
export function createStarter(deps: StartDeps, queue: string, onRoom: () => void): Starter {
  const pool = deps.pools.hotPath;
  const singles = createWindow(WINDOWS.singles, onRoom);
  const rows = createWindow(WINDOWS.rows, onRoom);
  const roundRobin = createRoundRobin();
  const { of: routesOf } = deps.routes ?? ONE_ROUTE_EACH;
  const underWay = new Set<Promise<void>>();
  let stopped = false;

  const start = (admitted: readonly AdmittedPurchase[]) => {
    const starts = admitted.map((purchase) => {
      const outcome = startWorkflow(deps, queue, purchase);
      (purchase.batchId === null ? singles : rows).enter(keepPlace(outcome));
      return outcome;
    });
    const page = recordStarts(pool, admitted, starts)
      .catch((error: unknown) =>
        deps.log.warn({ err: error, queue }, 'recording starts failed; will start them again'),
      )
      .finally(() => underWay.delete(page));
    underWay.add(page);
  };

  return {
    async pass() {
      const room = singles.room();
      if (stopped || room === 0 || !deps.temporal.isOpen()) return 'done';

      const limits = { batchRowsMax: rows.room(), roundRobin, routesOf };
      const { admitted, stoppedBy } = await admitPurchases(pool, queue, room, LEASE_MS, limits);
      if (stopped) {
        await giveBackRows(
          pool,
          admitted.map(({ outboxId }) => outboxId),
          0,
        );
        return 'done';
      }
      if (admitted.length > 0) start(admitted);
      return AFTER[stoppedBy];
    },

    async idle() {
      while (underWay.size > 0) await Promise.all(underWay);
    },

    stop() {
      stopped = true;
    },
  };
}

/** A window of `size` starts. It has no room until half of it is free, so that a backlog is claimed in pages. */
function createWindow(size: number, onRoom: () => void) {
  let taken = 0;
  const room = () => (taken <= size / 2 ? size - taken : 0);
  return {
    /** How many more starts may enter. */
    room,
    /** Takes a place until the promise resolves. */
    enter(place: Promise<unknown>): void {
      taken += 1;
      void place.then(() => {
        const wasShut = room() === 0;
        taken -= 1;
        if (wasShut && room() > 0) onRoom();
      });
    },
  };
}

/** A failed start keeps its place until it is retried, so that an outage of Temporal does not use up the backlog. */
async function keepPlace(start: Promise<StartOutcome>): Promise<void> {
  if ((await start) === 'failed') await new Promise<void>((resolve) => setTimeout(resolve, RETRY_MS).unref());
}

async function recordStarts(
  pool: Pool,
  admitted: readonly AdmittedPurchase[],
  starts: readonly Promise<StartOutcome>[],
): Promise<void> {
  const outcomes = await Promise.all(starts);
  const idsOf = (wanted: StartOutcome) =>
    admitted.flatMap(({ outboxId }, at) => (outcomes[at] === wanted ? [outboxId] : []));
  await completeRows(pool, idsOf('started'));
  await giveBackRows(pool, idsOf('failed'), RETRY_MS);
}

import type { Pool } from 'pg';
import { type AdmittedPurchase, admitPurchases } from '../../db/outbox/admission.ts';
import { completeRows, releaseRows } from '../../db/outbox/outbox.ts';
import type { Lead } from '../../domain/network/row-lead.ts';
import type { NextPass } from '../../services/loop.ts';
import { createGate } from './gate.ts';
import { type Begun, begin, createUnderWay, type UnderWay, type Way, type WayDeps } from './purchase-way.ts';
import { createSinglesWatch, type SinglesWatch } from './singles-watch.ts';

/** Single purchases that a process has claimed and not sent, on each queue: a backlog goes in pages, and not one by one. */
const SINGLES_LEAD: Lead = { most: 32, left: 16 };
const ROOM_MIN = SINGLES_LEAD.most - SINGLES_LEAD.left;
/**
 * Those of them between their start and their first send: enough to keep Temporal and the process busy. More would wait there
 * all the same, and some would find no slot of the worker free and go the long way, over a task queue of the server.
 */
export const SINGLES_AT_ONCE = 14;
/** Longer than the longest start call and the wait before it. */
const LEASE_MS = 15_000;
const RETRY_MS = 1_000;
/** Nothing waits for a single purchase's send but the judgement of how long it took; far longer than that should be. */
const SINGLE_PATIENCE_MS = 10_000;
const ROW_PATIENCE_MS = 1_000;

export interface StartDeps extends WayDeps {
  readonly pool: Pool;
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
  /** Starts no more; what has been claimed and not started is given back. */
  stop(): Promise<void>;
}

/** Tokens come by the millisecond; the budget is free again when purchases are final. */
const AFTER = { queue_empty: 'done', page_full: 'more', tokens: 'soon', in_flight: 'later' } as const;

/** `onFree` is called when more may be started, to wake the queue's loop. */
export function createStarter(deps: StartDeps, queue: string, onFree: () => void): Starter {
  const pages = new Set<Promise<void>>();
  const watch = deps.singles ?? createSinglesWatch();
  let turnedAway = false;
  let failing = false;
  let stopping = false;
  const isStopping = () => stopping;

  // What could not be started now is tried again by the sweep, and so is what waits behind it.
  const onSinglesFree = () => {
    if (turnedAway && !failing) onFree();
  };
  const singles = createUnderWay(() => SINGLES_LEAD, onSinglesFree);
  const rows = createUnderWay(watch.rowLead, onFree);
  const [single, row] = [singleWay(watch), rowWay()];

  const start = (admitted: readonly AdmittedPurchase[], way: Way, underWay: UnderWay) => {
    if (admitted.length === 0) return;
    const begun = admitted.map((purchase) => begin({ ...deps, isStopping }, queue, purchase, way));
    underWay.enter(begun.map(({ sent }) => sent));
    const page = endPage(deps, admitted, begun)
      .then((failed) => {
        failing = failed > 0;
      })
      .catch((error: unknown) => {
        failing = true;
        deps.log.warn({ err: error, queue }, 'starts were not recorded; they are made again');
      })
      .finally(() => pages.delete(page));
    pages.add(page);
  };

  const idle = async () => {
    while (pages.size > 0) await Promise.all(pages);
  };

  return {
    async pass() {
      if (!deps.temporal.isOpen()) return 'done';
      const room = singles.room();
      turnedAway = room < ROOM_MIN;
      if (turnedAway) return 'done';

      const { admitted, stoppedBy } = await admitPurchases(deps.pool, queue, room, LEASE_MS, rows.room());
      const [singlesOfPage, rowsOfPage] = [
        admitted.filter(({ batchId }) => batchId === null),
        admitted.filter(({ batchId }) => batchId !== null),
      ];
      if (singlesOfPage.length > 0) watch.came();
      start(singlesOfPage, single, singles);
      start(rowsOfPage, row, rows);
      return failing ? 'done' : AFTER[stoppedBy];
    },

    idle,

    stop() {
      stopping = true;
      return idle();
    },
  };
}

function singleWay(watch: SinglesWatch): Way {
  return {
    gate: createGate(SINGLES_AT_ONCE),
    patienceMs: SINGLE_PATIENCE_MS,
    keepsPlaceElsewhere: false,
    onSent: watch.waited,
  };
}

/** Their lead alone limits rows of batches; one that another process takes up still stands before what comes later. */
function rowWay(): Way {
  return {
    gate: createGate(Number.POSITIVE_INFINITY),
    patienceMs: ROW_PATIENCE_MS,
    keepsPlaceElsewhere: true,
    onSent: () => {},
  };
}

/** Records what came of the starts of a page; answers how many could not be made and are tried again. */
async function endPage(
  { pool }: StartDeps,
  admitted: readonly AdmittedPurchase[],
  begun: readonly Begun[],
): Promise<number> {
  const wereStarted = await Promise.all(begun.map(({ started }) => started));
  const idsOf = (wanted: boolean) =>
    admitted.flatMap(({ outboxId }, at) => (wereStarted[at] === wanted ? [outboxId] : []));
  const failed = idsOf(false);
  await completeRows(pool, idsOf(true));
  await releaseRows(pool, failed, RETRY_MS);
  return failed.length;
}

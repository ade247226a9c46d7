import type { AdmittedPurchase } from '../../db/outbox/admission.ts';
import type { Lead } from '../../domain/network/row-lead.ts';
import type { FirstSends } from './first-sends.ts';
import type { Gate } from './gate.ts';
import { startWorkflow, type WorkflowStartDeps } from './start-workflow.ts';

/** From its claim a purchase has so long until its start begins: with the longest start call it is within its lease. */
const START_WITHIN_MS = 4_000;
/** Where a send is not seen, what was started counts as sent after so long: longer than a send takes to begin. */
const UNSEEN_MS = 1_000;
/** What waits behind one that could not be started is claimed no sooner: it would hardly fare better. */
const FAILED_MS = 1_000;

const pause = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms).unref());

/** How purchases of one kind go from their claim to their first send. */
export interface Way {
  readonly gate: Gate;
  /** How long a send is watched for. */
  readonly patienceMs: number;
  /** Whether one that is not run here keeps its place until it is sent, or for a second. */
  readonly keepsPlaceElsewhere: boolean;
  /** Told how many milliseconds after its claim one was sent; not where that was not seen. */
  readonly onSent: (waitedMs: number) => void;
}

export interface WayDeps extends WorkflowStartDeps {
  /** When purchases that were started here are sent; where it is not given, that they are started must do. */
  readonly sends?: Pick<FirstSends, 'of'>;
  /** Once it does, what has not been started is given back. */
  readonly isStopping?: () => boolean;
}

/** A purchase on its way: whether it could be started, and when it was sent, as far as that is seen. */
export interface Begun {
  readonly started: Promise<boolean>;
  readonly sent: Promise<void>;
}

/**
 * Starts one when its turn has come, while its lease leaves time for that and the process goes on. It keeps its turn until it
 * is sent, but no longer than a second, however slow its start is; one that is not run here gives it up at once.
 */
export function begin(deps: WayDeps, queue: string, purchase: AdmittedPurchase, way: Way): Begun {
  const claimed = performance.now();
  const run = async () => {
    await way.gate.enter();
    if (deps.isStopping?.() === true || performance.now() - claimed > START_WITHIN_MS) {
      way.gate.leave();
      return { started: false, sent: DONE };
    }
    const seen = watchSend(deps, purchase, way, claimed);
    const starting = startWorkflow(deps, queue, purchase);
    const second = pause(UNSEEN_MS);
    const passed = starting.then((outcome) => (outcome === 'here' ? seen : undefined));
    void Promise.race([passed, second]).then(way.gate.leave);

    const outcome = await starting;
    if (outcome === 'failed') return { started: false, sent: pause(FAILED_MS) };
    const isWatched = outcome === 'here' || way.keepsPlaceElsewhere;
    return {
      started: true,
      sent: isWatched && seen !== undefined ? Promise.race([seen, pause(UNSEEN_MS)]) : DONE,
    };
  };
  const running = run();
  return { started: running.then(({ started }) => started), sent: running.then(({ sent }) => sent) };
}

const DONE = Promise.resolve();

/**
 * To be asked for before the start, which may be answered after the send. Undefined where it is not seen from here: the
 * activity of another mode may be another process's.
 */
function watchSend(
  { sends }: WayDeps,
  { purchaseId, submitMode }: AdmittedPurchase,
  way: Way,
  claimed: number,
): Promise<void> | undefined {
  if (submitMode !== 'local') return undefined;
  return sends?.of(purchaseId, way.patienceMs).then((here) => {
    if (here) way.onSent(performance.now() - claimed);
  });
}

export type UnderWay = ReturnType<typeof createUnderWay>;

/** Purchases of one kind and queue between their claim and their first send. */
export function createUnderWay(lead: () => Lead, onFree: () => void) {
  let underWay = 0;
  const leave = () => {
    underWay -= 1;
    if (underWay === lead().left || underWay === 0) onFree();
  };
  return {
    /** How many more may be claimed. */
    room: () => Math.max(0, lead().most - underWay),
    /** Each of these promises ends the way of one of them. */
    enter(sent: readonly Promise<unknown>[]) {
      underWay += sent.length;
      for (const each of sent) void each.then(leave);
    },
  };
}

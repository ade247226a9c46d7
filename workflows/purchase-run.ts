import { CancellationScope, condition, defineSignal, setHandler, sleep } from '@temporalio/workflow';
import { type AskedBy, type PurchaseInput, SIGNALS } from './names.ts';
import { createProgress, type Progress } from './progress.ts';

const settled = defineSignal(SIGNALS.settled);
const requery = defineSignal(SIGNALS.requery);

/** Signals and updates received since the workflow last looked. */
export interface Inbox {
  /** The purchase is final. */
  settled: boolean;
  requery: boolean;
  /** The operator who asked for the next inquiry; null if a signal did. */
  askedBy: AskedBy | null;
}

/** One run of a purchase workflow: shared by its steps. */
export interface Run {
  readonly input: PurchaseInput;
  readonly inbox: Inbox;
  readonly progress: Progress;
}

/** Starts to listen to signals. */
export function beginRun(input: PurchaseInput): Run {
  const inbox: Inbox = { settled: false, requery: false, askedBy: null };
  setHandler(settled, () => {
    inbox.settled = true;
  });
  setHandler(requery, () => {
    inbox.requery = true;
  });
  return { input, inbox, progress: createProgress(input) };
}

/** When the purchase is settled without a confirmation, in Unix milliseconds. */
export function settleByOf({ settleBy }: PurchaseInput): number {
  return Date.parse(settleBy);
}

/** Sleeps on a durable timer, cut short when the purchase is settled elsewhere. */
export async function pause(run: Run, ms: number, step: string): Promise<void> {
  if (ms <= 0) return;
  run.progress.next(step, Date.now() + ms);
  await waitUntil(run, { isWoken: () => run.inbox.settled, ms, step });
}

interface Wait {
  readonly isWoken: () => boolean;
  readonly ms: number;
  /** What comes next; Temporal's UI shows it at the timer. */
  readonly step: string;
}

/**
 * Waits until `isWoken` holds, then returns true, or false after `ms`. Once the purchase is settled the timer is not cancelled:
 * it ends with the workflow, and cancelling it would cost an event.
 */
export async function waitUntil({ inbox }: Run, { isWoken, ms, step }: Wait): Promise<boolean> {
  const scope = new CancellationScope();
  const woken = await scope.run(() =>
    Promise.race([
      sleep(ms, { summary: `until ${step}` }).then(() => false),
      condition(isWoken).then(() => true),
    ]),
  );
  if (!inbox.settled) scope.cancel();
  return woken;
}

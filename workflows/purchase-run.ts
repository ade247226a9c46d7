import { CancellationScope, condition, defineSignal, setHandler, sleep } from '@temporalio/workflow';
import { type AskedBy, type PurchaseInput, SIGNALS } from './names.ts';
import { createProgress, type Progress } from './progress.ts';

const settled = defineSignal(SIGNALS.settled);
const requery = defineSignal(SIGNALS.requery);

/** What signals and updates have said since the workflow last looked. */
export interface Inbox {
  /** The purchase is final, whoever settled it. */
  settled: boolean;
  requery: boolean;
  /** Who asked last for the inquiry that is due; null when a signal did. */
  askedBy: AskedBy | null;
}

/** What a purchase workflow works with. */
export interface Run {
  readonly input: PurchaseInput;
  readonly inbox: Inbox;
  readonly progress: Progress;
}

/** Listens to signals from here on. */
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

/** When the purchase is settled unless it was confirmed, in Unix milliseconds. */
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
  /** What comes after it, as Temporal's UI names the timer. */
  readonly step: string;
}

/**
 * Waits until `isWoken` holds, or false once `ms` have passed. The timer of a purchase that is settled meanwhile ends with its
 * workflow: to cancel it would cost an event.
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

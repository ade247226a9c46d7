import { allHandlersFinished, condition, proxyLocalActivities } from '@temporalio/workflow';
import type { PurchaseActivities } from '../activities/purchase.ts';
import { assertNever } from '../domain/assert-never.ts';
import { nextInquiry, nextLookAt } from '../domain/purchase/inquiry-schedule.ts';
import type { SubmitVerdict } from '../domain/purchase/verdict.ts';
import type { PurchaseInput } from './names.ts';
import { serveOperators } from './operator-requests.ts';
import { beginRun, pause, type Run, settleByOf, waitUntil } from './purchase-run.ts';
import { inquireOnce, submitOnce } from './purchase-steps.ts';

const { expire } = proxyLocalActivities<PurchaseActivities>({
  startToCloseTimeout: '20s',
  retry: { initialInterval: '1s', maximumInterval: '30s' },
  summary: 'settle what is left at resolve_by',
});

/** `settled` by a reported outcome, or `expired` at the deadline. */
type Ending = 'settled' | 'expired';

/**
 * One accepted purchase, from its first submission to its final state. The outcome comes from an activity of this workflow, a
 * callback, an operator or the deadline guard; each of them settles the purchase itself. This workflow waits for that, and
 * inquires in the meantime. If the purchase expires after a submission, settling it also queues its late inquiry
 * (late-inquiry.ts).
 */
export async function purchase(input: PurchaseInput): Promise<Ending> {
  const run = beginRun(input);
  serveOperators(run);
  const ending = await untilFinal(run);
  run.inbox.settled = true;
  // In the task that closes the workflow: one event more, and no task.
  run.progress.enter('final');
  await condition(allHandlersFinished);
  return ending;
}

/** Submits, inquires while the outcome is open, and submits again if the order was certainly not received. */
async function untilFinal(run: Run): Promise<Ending> {
  for (let attempt = 1; ; attempt++) {
    const answer = await submitOnce(run, attempt);
    const verdict = isOpen(answer) ? await inquireUntilKnown(run) : answer;
    switch (verdict.kind) {
      case 'settled':
      case 'already_final':
        return 'settled';
      case 'too_late':
        return settleAtDeadline(run);
      case 'resendable':
        await pause(run, verdict.afterMs, `submission ${attempt + 1}`);
        if (run.inbox.settled) return 'settled';
        run.progress.enter('submitting');
        break;
      default:
        assertNever(verdict);
    }
  }
}

type Open = Extract<SubmitVerdict, { kind: 'accepted' | 'unknown' }>;

function isOpen(verdict: SubmitVerdict): verdict is Open {
  return verdict.kind === 'accepted' || verdict.kind === 'unknown';
}

/** Inquires on schedule, or when an operator asks, until the outcome is known or the deadline has come. */
async function inquireUntilKnown(run: Run): Promise<Exclude<SubmitVerdict, Open>> {
  const { input, inbox, progress } = run;
  const settleBy = settleByOf(input);
  const schedule = { delaysMs: input.inquiryDelaysMs, sentAt: Date.now(), settleBy };
  let nth = 0;
  for (;;) {
    const lookAt = nextLookAt(schedule, { nth, now: Date.now() });
    const step = lookAt >= settleBy ? 'resolve_by' : `inquiry ${progress.view().inquiries + 1}`;
    progress.next(step, lookAt);
    const ms = lookAt - Date.now();
    const woken = await waitUntil(run, { isWoken: () => inbox.settled || inbox.requery, ms, step });
    if (inbox.settled) return { kind: 'already_final' };
    if (Date.now() >= settleBy) return { kind: 'too_late' };

    inbox.requery = false;
    // An operator's inquiry does not replace the one that is due.
    if (!woken) nth = nextInquiry(schedule, { nth, now: Date.now() });
    const verdict = await inquireOnce(run, nextLookAt(schedule, { nth, now: Date.now() }) - Date.now());
    if (inbox.settled) return { kind: 'already_final' };
    if (verdict.kind === 'settled' || verdict.kind === 'resendable') return verdict;
  }
}

/** Waits until shortly before `resolve_by`, then settles the purchase. PostgreSQL's clock decides; it may be behind ours. */
async function settleAtDeadline(run: Run): Promise<Ending> {
  const { input, inbox, progress } = run;
  const waitMs = settleByOf(input) - Date.now();
  if (waitMs > 0) progress.enter('expiring');
  await pause(run, waitMs, 'resolve_by');
  while (!inbox.settled) {
    const verdict = await expire({ purchaseId: input.purchaseId });
    if (verdict.kind !== 'not_due') return 'expired';
    await pause(run, 1_000, 'the clock of PostgreSQL');
  }
  return 'settled';
}

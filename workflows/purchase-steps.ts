import {
  ActivityFailure,
  ApplicationFailure,
  proxyActivities,
  proxyLocalActivities,
  TimeoutFailure,
} from '@temporalio/workflow';
import type { PurchaseActivities } from '../activities/purchase.ts';
import { nextLookAt } from '../domain/purchase/inquiry-schedule.ts';
import type { InquiryVerdict, SubmitVerdict } from '../domain/purchase/verdict.ts';
import type { PurchaseInput, Stage } from './names.ts';
import { pause, type Run, settleByOf } from './purchase-run.ts';

/** Room for recording and settling around the gateway's own time limit. */
const BOOKING_MS = 15_000;
/** Pause before the activity of an attempt is run again after it failed. */
const RETRY_MS = 2_000;

const STAGE_AFTER: Readonly<Record<'accepted' | 'unknown' | 'resendable', Stage>> = {
  accepted: 'waiting',
  unknown: 'outcome_unknown',
  resendable: 'resending',
};

/** One submission. If its activity fails around the send, it runs again: its fence shows whether the order was sent. */
export async function submitOnce(run: Run, attempt: number): Promise<SubmitVerdict> {
  const { input, inbox, progress } = run;
  const { purchaseId, inquiryDelaysMs, gatewayTimeoutMs } = input;
  const activities = submitActivities(input, attempt);
  const now = Date.now();
  const schedule = { delaysMs: inquiryDelaysMs, sentAt: now, settleBy: settleByOf(input) };
  const nextActionMs = nextLookAt(schedule, { nth: 0, now }) - now;
  for (;;) {
    const step = `answer to submission ${attempt}, or the network's time limit`;
    progress.next(step, Date.now() + gatewayTimeoutMs);
    try {
      const verdict = await activities.submit({ purchaseId, attempt, nextActionMs });
      if ('reply' in verdict) {
        progress.submitted(attempt, verdict.reply);
        progress.enter(STAGE_AFTER[verdict.kind]);
      }
      return verdict;
    } catch (error) {
      if (!isOfActivity(error)) throw error;
      progress.note(`submission ${attempt} could not be recorded; its fence is asked whether it was sent`);
      await pause(run, RETRY_MS, `asking the fence of submission ${attempt}`);
      if (inbox.settled) return { kind: 'already_final' };
    }
  }
}

function submitActivities({ submitMode, gatewayTimeoutMs, networkId }: PurchaseInput, attempt: number) {
  const options = {
    startToCloseTimeout: gatewayTimeoutMs + BOOKING_MS,
    retry: { maximumAttempts: 1 },
    summary: `submission ${attempt} to ${networkId}`,
  };
  return submitMode === 'local'
    ? proxyLocalActivities<PurchaseActivities>(options)
    : proxyActivities<PurchaseActivities>({
        ...options,
        scheduleToCloseTimeout: gatewayTimeoutMs + 2 * BOOKING_MS,
      });
}

/** One inquiry. If it fails, the outcome stays unknown. */
export async function inquireOnce(
  { input, inbox, progress }: Run,
  nextActionMs: number,
): Promise<InquiryVerdict> {
  const { askedBy } = inbox;
  inbox.askedBy = null;
  const activities = proxyActivities<PurchaseActivities>({
    // An inquiry may be two calls: by the gateway's id, then by our key.
    startToCloseTimeout: 2 * input.gatewayTimeoutMs + BOOKING_MS,
    scheduleToCloseTimeout: Math.max(1_000, settleByOf(input) - Date.now()),
    retry: { maximumAttempts: 1 },
    summary: `inquiry ${progress.view().inquiries + 1} of ${input.networkId}`,
  });
  try {
    const request = { purchaseId: input.purchaseId, nextActionMs };
    const verdict = await activities.inquire(askedBy === null ? request : { ...request, askedBy });
    if ('reply' in verdict) progress.inquired(verdict.reply);
    if (verdict.kind === 'accepted') progress.enter('waiting');
    return verdict;
  } catch (error) {
    if (!(error instanceof ActivityFailure)) throw error;
    const reply = { kind: 'failed', reason: 'the inquiry itself failed' };
    progress.inquired(reply);
    return { kind: 'unknown', reply };
  }
}

/** A regular activity's failure is wrapped in ActivityFailure; a local one's failure or timeout is not. */
function isOfActivity(error: unknown): boolean {
  return (
    error instanceof ActivityFailure || error instanceof ApplicationFailure || error instanceof TimeoutFailure
  );
}

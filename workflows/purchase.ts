import {
  ActivityFailure,
  ApplicationFailure,
  allHandlersFinished,
  CancellationScope,
  condition,
  defineSignal,
  proxyActivities,
  proxyLocalActivities,
  setHandler,
  sleep,
  TimeoutFailure,
} from '@temporalio/workflow';
import type { PurchaseActivities } from '../activities/purchase.ts';
import { nextInquiry, nextLookAt } from '../domain/purchase/inquiry-schedule.ts';
import { type PurchaseInput, SIGNALS } from './names.ts';
import { type Inbox, serveOperators } from './operator-requests.ts';
import { createProgress, type Progress } from './progress.ts';

const settled = defineSignal(SIGNALS.settled);
const requery = defineSignal(SIGNALS.requery);

/** Room for recording and settling around the gateway's own time limit. */
const BOOKING_MS = 15_000;
/** Pause before an attempt whose activity failed is tried again: its fence tells whether it was sent. */
const RETRY_MS = 2_000;

const { expire } = proxyLocalActivities<PurchaseActivities>({
  startToCloseTimeout: '20s',
  retry: { initialInterval: '1s', maximumInterval: '30s' },
  summary: 'settle what is left at resolve_by',
});

/** What a purchase workflow works with. */
interface Run {
  readonly input: PurchaseInput;
  readonly inbox: Inbox;
  readonly progress: Progress;
}

type Outcome = 'settled' | 'expired';

/**
 * The life of one purchase from its first send to a final state: submit, wait for a verdict or the next inquiry, and shortly
 * before `resolve_by` let the deadline decide. Money is moved by whoever learns the news; this only waits.
 */
export async function purchase(input: PurchaseInput): Promise<Outcome> {
  const inbox: Inbox = { settled: false, requery: false, askedBy: null };
  const run: Run = { input, inbox, progress: createProgress(input) };
  setHandler(settled, () => {
    inbox.settled = true;
  });
  setHandler(requery, () => {
    inbox.requery = true;
  });
  serveOperators(input, inbox, run.progress);

  const outcome = await untilFinal(run);
  inbox.settled = true;
  // In the task that closes the workflow, so it costs one event and no task.
  if (input.stageAtEnd === true) run.progress.enter('final');
  await condition(allHandlersFinished);
  return outcome;
}

async function untilFinal(run: Run): Promise<Outcome> {
  for (let attempt = 1; ; attempt++) {
    const sent = await submitAttempt(run, attempt);
    if (sent === 'done') return 'settled';
    if (sent === 'resend') continue;
    const verdict = sent === 'wait' ? await awaitVerdict(run) : await deadline(run);
    if (verdict !== 'resend') return verdict;
  }
}

/** One attempt. Its activity may fail around the send; the fence then tells whether it was sent, so it is asked again. */
async function submitAttempt(run: Run, attempt: number): Promise<'done' | 'wait' | 'resend' | 'expire'> {
  const { input, inbox, progress } = run;
  const { submit } = submitActivities(input, attempt);
  const nextActionMs =
    nextLookAt(input.inquiryDelaysMs, 0, Date.now(), settleByOf(input), Date.now()) - Date.now();
  for (;;) {
    progress.next(
      `answer to submission ${attempt}, or the network's time limit`,
      Date.now() + input.gatewayTimeoutMs,
    );
    try {
      const result = await submit({ purchaseId: input.purchaseId, attempt, nextActionMs });
      if (result.next === 'done' || result.next === 'expire') return result.next;
      progress.submitted(attempt, result.said);
      if (result.next === 'wait')
        progress.enter(result.said?.kind === 'accepted' ? 'waiting' : 'outcome_unknown');
      if (result.next !== 'resend') return result.next;
      progress.enter('resending');
      await pause(run, result.afterMs, `submission ${attempt + 1}`);
      if (inbox.settled) return 'done';
      if (input.stageAtEnd === true) progress.enter('submitting');
      return 'resend';
    } catch (error) {
      if (!isOfActivity(error)) throw error;
      progress.note(`submission ${attempt} could not be recorded; its fence is asked whether it was sent`);
      await pause(run, RETRY_MS, `asking the fence of submission ${attempt}`);
      if (inbox.settled) return 'done';
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

async function awaitVerdict(run: Run): Promise<Outcome | 'resend'> {
  const { input, inbox, progress } = run;
  const sentAt = Date.now();
  const settleBy = settleByOf(input);

  let nth = 0;
  for (;;) {
    const lookAt = nextLookAt(input.inquiryDelaysMs, nth, sentAt, settleBy, Date.now());
    const step = lookAt >= settleBy ? 'resolve_by' : `inquiry ${progress.view().inquiries + 1}`;
    progress.next(step, lookAt);
    const woken = await waitUntil(run, () => inbox.settled || inbox.requery, lookAt - Date.now(), step);
    if (inbox.settled) return 'settled';
    if (Date.now() >= settleBy) return deadline(run);

    inbox.requery = false;
    // What an operator asks takes the place of no inquiry that is due.
    if (!woken) nth = nextInquiry(input.inquiryDelaysMs, nth, Date.now() - sentAt);
    const found = await inquireOnce(run, nth, sentAt);
    if (found === 'final' || inbox.settled) return 'settled';
    if (found === 'resend') {
      progress.enter('submitting');
      return 'resend';
    }
  }
}

/** An inquiry that fails says nothing about the purchase; the schedule goes on. */
async function inquireOnce(
  { input, inbox, progress }: Run,
  nextNth: number,
  sentAt: number,
): Promise<'final' | 'resend' | 'nothing_new'> {
  const settleBy = settleByOf(input);
  const { askedBy } = inbox;
  inbox.askedBy = null;
  const { inquire } = proxyActivities<PurchaseActivities>({
    // An inquiry may be two calls: by the gateway's id, then by our key.
    startToCloseTimeout: 2 * input.gatewayTimeoutMs + BOOKING_MS,
    scheduleToCloseTimeout: Math.max(1_000, settleBy - Date.now()),
    retry: { maximumAttempts: 1 },
    summary: `inquiry ${progress.view().inquiries + 1} of ${input.networkId}`,
  });
  const nextActionMs = nextLookAt(input.inquiryDelaysMs, nextNth, sentAt, settleBy, Date.now()) - Date.now();
  try {
    const request = { purchaseId: input.purchaseId, nextActionMs };
    const inquired = await inquire(askedBy === null ? request : { ...request, askedBy });
    if (inquired.found === 'final') return 'final';
    progress.inquired(inquired.said);
    if (inquired.said?.kind === 'pending') progress.enter('waiting');
    return inquired.found === 'never_received' && inquired.resend ? 'resend' : 'nothing_new';
  } catch (error) {
    if (!(error instanceof ActivityFailure)) throw error;
    progress.inquired({ kind: 'failed', reason: 'the inquiry itself failed' });
    return 'nothing_new';
  }
}

/** Waits until the purchase is due, shortly before `resolve_by`, and settles what is left. PostgreSQL's clock decides: it may be a little behind this one. */
async function deadline(run: Run): Promise<Outcome> {
  const { input, inbox, progress } = run;
  const settleBy = settleByOf(input);
  if (settleBy > Date.now()) progress.enter('expiring');
  await pause(run, settleBy - Date.now(), 'resolve_by');
  for (;;) {
    if (inbox.settled) return 'settled';
    if ((await expire({ purchaseId: input.purchaseId })).final) return 'expired';
    await pause(run, 1_000, 'the clock of PostgreSQL');
  }
}

/** Unix milliseconds. Purchases that the former version started know `resolveBy` alone. */
function settleByOf({ settleBy, resolveBy }: PurchaseInput): number {
  return Date.parse(settleBy ?? resolveBy);
}

/** The failure of a regular activity comes wrapped; that of a local one, or its timeout, comes bare. */
function isOfActivity(error: unknown): boolean {
  return (
    error instanceof ActivityFailure || error instanceof ApplicationFailure || error instanceof TimeoutFailure
  );
}

/** Sleeps on a durable timer, cut short when the purchase is settled elsewhere. */
async function pause(run: Run, ms: number, step: string): Promise<void> {
  if (ms <= 0) return;
  run.progress.next(step, Date.now() + ms);
  await waitUntil(run, () => run.inbox.settled, ms, step);
}

/**
 * Waits until `isWoken` holds, or false once `ms` have passed. The timer of a purchase that is settled meanwhile ends with its
 * workflow: to cancel it would cost an event.
 */
async function waitUntil(
  { input, inbox }: Run,
  isWoken: () => boolean,
  ms: number,
  step: string,
): Promise<boolean> {
  const options = { summary: `until ${step}` };
  if (input.stageAtEnd !== true) return condition(isWoken, ms, options);
  const scope = new CancellationScope();
  const woken = await scope.run(() =>
    Promise.race([sleep(ms, options).then(() => false), condition(isWoken).then(() => true)]),
  );
  if (!inbox.settled) scope.cancel();
  return woken;
}

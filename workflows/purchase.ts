import { defineSearchAttributeKey } from '@temporalio/common';
import {
  ActivityFailure,
  ApplicationFailure,
  condition,
  defineSignal,
  proxyActivities,
  proxyLocalActivities,
  setCurrentDetails,
  setHandler,
  TimeoutFailure,
  upsertSearchAttributes,
} from '@temporalio/workflow';
import type { PurchaseActivities } from '../activities/purchase.ts';
import { nextInquiry, nextLookAt } from '../domain/inquiry-schedule.ts';
import { type PurchaseInput, SIGNALS } from './names.ts';

const settled = defineSignal(SIGNALS.settled);
const requery = defineSignal(SIGNALS.requery);
const STAGE = defineSearchAttributeKey('Stage', 'KEYWORD');

/** Room for recording and settling around the gateway's own time limit. */
const BOOKING_MS = 15_000;
/** Pause before an attempt whose activity failed is tried again: its fence tells whether it was sent. */
const RETRY_MS = 2_000;

const { expire } = proxyLocalActivities<PurchaseActivities>({
  startToCloseTimeout: '20s',
  retry: { initialInterval: '1s', maximumInterval: '30s' },
});

/** What signals have said since the workflow last looked. */
interface Inbox {
  settled: boolean;
  requery: boolean;
}

type Outcome = 'settled' | 'expired';

/**
 * The life of one purchase from its first send to a final state: submit, wait for a verdict or the next inquiry, and at
 * `resolve_by` let the deadline decide. Money is moved by whoever learns the news; this only waits.
 */
export async function purchase(input: PurchaseInput): Promise<Outcome> {
  const inbox: Inbox = { settled: false, requery: false };
  setHandler(settled, () => {
    inbox.settled = true;
  });
  setHandler(requery, () => {
    inbox.requery = true;
  });

  for (let attempt = 1; ; attempt++) {
    const sent = await submitAttempt(input, attempt, inbox);
    if (sent === 'done') return 'settled';
    if (sent === 'resend') continue;
    const verdict =
      sent === 'wait' ? await awaitVerdict(input, attempt, inbox) : await deadline(input, inbox);
    if (verdict !== 'resend') return verdict;
  }
}

/** One attempt. Its activity may fail around the send; the fence then tells whether it was sent, so it is asked again. */
async function submitAttempt(
  input: PurchaseInput,
  attempt: number,
  inbox: Inbox,
): Promise<'done' | 'wait' | 'resend' | 'expire'> {
  const { submit } = submitActivities(input);
  const nextActionMs =
    nextLookAt(input.inquiryDelaysMs, 0, Date.now(), Date.parse(input.resolveBy), Date.now()) - Date.now();
  for (;;) {
    try {
      const result = await submit({ purchaseId: input.purchaseId, attempt, nextActionMs });
      if (result.next !== 'resend') return result.next;
      await pause(inbox, result.afterMs);
      return inbox.settled ? 'done' : 'resend';
    } catch (error) {
      if (!isOfActivity(error)) throw error;
      await pause(inbox, RETRY_MS);
      if (inbox.settled) return 'done';
    }
  }
}

function submitActivities({ submitMode, gatewayTimeoutMs, purchaseId }: PurchaseInput) {
  const options = {
    startToCloseTimeout: gatewayTimeoutMs + BOOKING_MS,
    retry: { maximumAttempts: 1 },
    summary: `submit ${purchaseId}`,
  };
  return submitMode === 'local'
    ? proxyLocalActivities<PurchaseActivities>(options)
    : proxyActivities<PurchaseActivities>({
        ...options,
        scheduleToCloseTimeout: gatewayTimeoutMs + 2 * BOOKING_MS,
      });
}

async function awaitVerdict(
  input: PurchaseInput,
  attempt: number,
  inbox: Inbox,
): Promise<Outcome | 'resend'> {
  upsertSearchAttributes([{ key: STAGE, value: 'waiting' }]);
  const sentAt = Date.now();
  const resolveBy = Date.parse(input.resolveBy);

  let nth = 0;
  for (let asked = 0; ; asked++) {
    const lookAt = nextLookAt(input.inquiryDelaysMs, nth, sentAt, resolveBy, Date.now());
    setCurrentDetails(describeWait(input, attempt, asked, lookAt));
    const woken = await condition(() => inbox.settled || inbox.requery, lookAt - Date.now());
    if (inbox.settled) return 'settled';
    if (Date.now() >= resolveBy) return deadline(input, inbox);

    inbox.requery = false;
    // What an operator asks takes the place of no inquiry that is due.
    if (!woken) nth = nextInquiry(input.inquiryDelaysMs, nth, Date.now() - sentAt);
    const found = await inquireOnce(input, asked, nth, sentAt);
    if (found === 'final' || inbox.settled) return 'settled';
    if (found === 'resend') return 'resend';
  }
}

/** An inquiry that fails says nothing about the purchase; the schedule goes on. */
async function inquireOnce(
  input: PurchaseInput,
  asked: number,
  nextNth: number,
  sentAt: number,
): Promise<'final' | 'resend' | 'nothing_new'> {
  const resolveBy = Date.parse(input.resolveBy);
  const { inquire } = proxyActivities<PurchaseActivities>({
    // An inquiry may be two calls: by the gateway's id, then by our key.
    startToCloseTimeout: 2 * input.gatewayTimeoutMs + BOOKING_MS,
    scheduleToCloseTimeout: Math.max(1_000, resolveBy - Date.now()),
    retry: { maximumAttempts: 1 },
    summary: `inquiry ${asked + 1}`,
  });
  const nextActionMs = nextLookAt(input.inquiryDelaysMs, nextNth, sentAt, resolveBy, Date.now()) - Date.now();
  try {
    const inquired = await inquire({ purchaseId: input.purchaseId, nextActionMs });
    if (inquired.found === 'final') return 'final';
    return inquired.found === 'never_received' && inquired.resend ? 'resend' : 'nothing_new';
  } catch (error) {
    if (!(error instanceof ActivityFailure)) throw error;
    return 'nothing_new';
  }
}

/** Waits for `resolve_by` and settles what is left. PostgreSQL's clock decides: it may be a little behind this one. */
async function deadline(input: PurchaseInput, inbox: Inbox): Promise<Outcome> {
  const resolveBy = Date.parse(input.resolveBy);
  await pause(inbox, resolveBy - Date.now());
  for (;;) {
    if (inbox.settled) return 'settled';
    if ((await expire({ purchaseId: input.purchaseId })).final) return 'expired';
    await pause(inbox, 1_000);
  }
}

/** The failure of a regular activity comes wrapped; that of a local one, or its timeout, comes bare. */
function isOfActivity(error: unknown): boolean {
  return (
    error instanceof ActivityFailure || error instanceof ApplicationFailure || error instanceof TimeoutFailure
  );
}

/** Sleeps on a durable timer, cut short when the purchase is settled elsewhere. */
async function pause(inbox: Inbox, ms: number): Promise<void> {
  if (ms > 0) await condition(() => inbox.settled, ms);
}

function describeWait(
  { networkId, resolveBy }: PurchaseInput,
  attempt: number,
  asked: number,
  lookAt: number,
): string {
  return [
    `**Waiting for ${networkId}** after submission ${attempt}.`,
    `- Inquiries so far: ${asked}`,
    `- Next look: ${new Date(lookAt).toISOString()}`,
    `- resolve_by: ${resolveBy}`,
  ].join('\n');
}

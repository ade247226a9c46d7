import { accountShare } from '../network/pace.ts';
import type { LateConfirmationFact, PurchaseFacts, RowFacts, StartFact, SubmissionFact } from './facts.ts';
import { settledSentence } from './late-settlement.ts';
import { diagnoseEvent } from './webhook-diagnosis.ts';

/** Why a purchase is pending. */
export const PENDING_CAUSES = [
  'worker_down',
  'temporal_down',
  'queue_saturated',
  'starting',
  'gateway_silent',
  'outcome_unknown',
  'waiting_for_network',
  'callback_not_confirmed',
  'supplier_account',
  'not_submitted',
] as const;

/** Why a purchase is in its state. Each has a sentence in every language of the console. */
export const CAUSES = [
  ...PENDING_CAUSES,
  'late_confirmation',
  'late_refund_due',
  'late_settled',
  'late_inquiry',
  'webhook_failing',
  'webhook_not_sent',
  'final',
] as const;

/** Why a row has bought nothing. Each has such a sentence too. */
export const ROW_CAUSES = ['batch_paused', 'batch_waiting', 'final'] as const;

export type PendingCause = (typeof PENDING_CAUSES)[number];
export type Cause = (typeof CAUSES)[number] | (typeof ROW_CAUSES)[number];

/** Why a purchase or row is in its state: a code for programs and one sentence for people. */
export interface Diagnosis<C extends Cause = Cause> {
  readonly cause: C;
  readonly sentence: string;
}

/** A purchase that is overdue by this much waits for us, not for the network's pace. */
const SLOW_START_SECONDS = 3;

/** Names the one cause that holds a purchase up, or states that it is final and reported. Pure. */
export function diagnose(facts: PurchaseFacts): Diagnosis {
  return facts.purchase.state.status === 'pending' ? diagnosePending(facts) : diagnoseFinal(facts);
}

function diagnosePending(facts: PurchaseFacts): Diagnosis<PendingCause> {
  const { platform, start } = facts;
  const last = facts.submissions.at(-1);
  if (!platform.relayAlive) {
    return because(
      'worker_down',
      'No worker has sent a heartbeat for 15 seconds. Until one runs, nothing is sent and no inquiry is made.',
    );
  }
  if (!platform.temporalReached) {
    const until = facts.purchase.order.resolveBy.toISOString();
    return because(
      'temporal_down',
      `No worker reaches Temporal. New purchases wait in PostgreSQL, and no inquiry is made. At ${until} it fails unless a callback confirms it first.`,
    );
  }
  if (start !== null && last === undefined) return waitingToStart(start, facts.now);
  if (last === undefined) {
    return because('starting', 'Its workflow has started and has not opened a submission yet.');
  }
  return last.answeredAt === null ? unanswered(last, facts) : answered(last, facts);
}

function waitingToStart(start: StartFact, now: Date): Diagnosis<PendingCause> {
  const { inFlight, accountInFlight, inFlightMax, ahead, ratePerSecond } = start;
  const seconds = Math.round((now.getTime() - start.waitingSince.getTime()) / 1_000);
  const share = accountShare(inFlightMax, inFlight - accountInFlight);
  if (inFlight < inFlightMax && accountInFlight >= share) {
    return because(
      'queue_saturated',
      `It has waited ${seconds} s. Its account has ${accountInFlight} in flight and may have ${share} of the network's ${inFlightMax}; the rest is reserved for other accounts.`,
    );
  }
  if (inFlight < inFlightMax && ahead === 0) {
    return because(
      'starting',
      `It has waited ${seconds} s for the relay to start it, with no other purchase before it.`,
    );
  }
  if (inFlight < inFlightMax && seconds > SLOW_START_SECONDS + ahead / ratePerSecond) {
    return because(
      'starting',
      `It has waited ${seconds} s for the relay to start it. The ${ahead} before it should take ${Math.ceil(ahead / ratePerSecond)} s at ${ratePerSecond} per second. The relay or Temporal is slow or unreachable: run bundlewire health.`,
    );
  }
  return because(
    'queue_saturated',
    `The network's queue is full. It has waited ${seconds} s behind ${ahead} others, with ${inFlight} of ${inFlightMax} in flight and at most ${ratePerSecond} sent per second.`,
  );
}

function unanswered(last: SubmissionFact, { now, gatewayTimeoutMs }: PurchaseFacts): Diagnosis<PendingCause> {
  const waited = now.getTime() - last.sentAt.getTime();
  if (waited < gatewayTimeoutMs) {
    return because(
      'gateway_silent',
      `Submission ${last.attempt} is under way. The gateway has not answered for ${Math.round(waited / 1_000)} s.`,
    );
  }
  if (last.gatewayId !== null) {
    return because(
      'waiting_for_network',
      `An inquiry found that the network has the order (${last.gatewayId}). The answer to submission ${last.attempt} was not recorded, for example because a worker stopped while it sent. The network is asked again until the deadline.`,
    );
  }
  return because(
    'outcome_unknown',
    `Submission ${last.attempt} has no recorded answer, for example because a worker stopped while it sent. The network may have received it, so it is not sent again until an inquiry is conclusive.`,
  );
}

function answered(last: SubmissionFact, facts: PurchaseFacts): Diagnosis<PendingCause> {
  const detail = last.detail ?? 'no detail';
  if (last.outcome === 'not_submitted') {
    return detail.startsWith('supplier_account')
      ? because(
          'supplier_account',
          `Our account at the gateway (wallet or key) prevents it (${detail}). The number is not the cause. It is sent again until shortly before the deadline.`,
        )
      : because(
          'not_submitted',
          `Submission ${last.attempt} certainly did not reach the network (${detail}). It is sent again.`,
        );
  }
  const callback = facts.callbacks.find(
    ({ handledAt, handledAs }) => handledAt === null || handledAs === 'rejected',
  );
  if (callback !== undefined) {
    return because(
      'callback_not_confirmed',
      callback.handledAt === null
        ? `A callback arrived at ${callback.receivedAt.toISOString()}, and no inquiry has confirmed it yet. It does not count until one does.`
        : `A callback arrived at ${callback.receivedAt.toISOString()}, but an inquiry did not confirm it. It may be forged, so it does not count.`,
    );
  }
  if (last.outcome === 'accepted' || last.gatewayId !== null) {
    return because(
      'waiting_for_network',
      `The network took the order (${last.gatewayId ?? 'without an id'}) and has not reported its outcome. The network is asked again until the deadline.`,
    );
  }
  if (detail.startsWith('timed_out')) {
    return because(
      'gateway_silent',
      `The gateway gave no answer to submission ${last.attempt} within ${facts.gatewayTimeoutMs / 1_000} s. The network may have received it. The network is asked again until the deadline.`,
    );
  }
  return because(
    'outcome_unknown',
    `The answer to submission ${last.attempt} shows no outcome (${detail}). The network may have received it. The network is asked again until the deadline.`,
  );
}

function diagnoseFinal(facts: PurchaseFacts): Diagnosis {
  const { lateConfirmation, lateInquiry, purchase } = facts;
  const late = lateConfirmation === null ? null : diagnoseLate(lateConfirmation);
  if (late !== null && late.cause !== 'late_settled') return late;
  const undelivered = facts.events.map(diagnoseEvent).find((diagnosis) => diagnosis !== null);
  if (undelivered != null) return undelivered;
  if (late !== null) return late;
  if (lateInquiry !== null && lateInquiry.outcome === null) {
    return because(
      'late_inquiry',
      `The purchase failed at its deadline, because the network had not said whether it delivered the bundle. Nothing was charged. The bundle may have arrived, or may still arrive. The network is asked until ${lateInquiry.until.toISOString()}.`,
    );
  }
  const { state } = purchase;
  if (state.status === 'failed' && state.failureCode === 'service_unavailable') {
    return because(
      'supplier_account',
      'It failed because of our account at the gateway (wallet or key), not because of the number.',
    );
  }
  return because('final', finalSentence(facts));
}

function diagnoseLate({ recordedAt, resolution, source, takenBack }: LateConfirmationFact) {
  if (resolution === null) {
    return because(
      'late_confirmation',
      `The bundle was delivered after the purchase had failed. ${source === 'operator' ? 'A staff member recorded this on evidence' : 'The network reported this'} at ${recordedAt.toISOString()}. The client was not charged. We bear the cost until someone decides who pays.`,
    );
  }
  const cause = takenBack === 'refund_due' ? 'late_refund_due' : 'late_settled';
  return because(cause, settledSentence(resolution, takenBack));
}

function finalSentence({ purchase: { state }, events }: PurchaseFacts): string {
  const accepted = events.length > 0 && events.every(({ delivery }) => delivery === 'delivered');
  const webhook = accepted
    ? "The client's webhook was accepted"
    : 'The client has not accepted its webhook yet';
  switch (state.status) {
    case 'successful':
      return `Delivered and charged. ${webhook}.`;
    case 'reversed':
      return `Delivered, then reversed by the network and refunded. ${webhook}.`;
    default:
      return `Failed${state.status === 'failed' ? ` with ${state.failureCode}` : ''}. Nothing was charged. ${webhook}.`;
  }
}

function whyPaused(code: string | null): string {
  switch (code) {
    case 'insufficient_balance':
      return 'the balance does not cover the next price';
    case 'price_changed':
      return 'the next purchase would lift its cost above what the client agreed to';
    case 'first_rows_done':
      return 'its first rows are done, and the client decides about the others';
    default:
      return 'it was paused on request';
  }
}

/** Why a row has bought nothing. */
export function diagnoseRow(row: RowFacts): Diagnosis {
  const where = `Line ${row.line} of ${row.batchId}`;
  if (row.state === 'invalid' || row.state === 'refused') {
    return because('final', `${where} bought nothing: ${(row.error ?? row.state).replace(/\.$/, '')}.`);
  }
  if (row.batchStatus === 'paused') {
    return because(
      'batch_paused',
      `${where} is not bought yet. Its batch is paused: ${whyPaused(row.pauseCode)} (${row.pauseMessage ?? row.pauseCode ?? ''}).`,
    );
  }
  if (row.batchStatus === 'canceled')
    return because('final', `${where} bought nothing: its batch was canceled before its turn.`);
  return because('batch_waiting', `${where} waits for its turn. Its batch is ${row.batchStatus}.`);
}

function because<C extends Cause>(cause: C, sentence: string): Diagnosis<C> {
  return { cause, sentence };
}

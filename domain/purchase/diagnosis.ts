import { accountShare } from '../network/pace.ts';
import { attemptInWords } from '../webhook/attempt-in-words.ts';
import type { EventFact, PurchaseFacts, RowFacts, StartFact, SubmissionFact } from './facts.ts';

export type Cause =
  | 'worker_down'
  | 'temporal_down'
  | 'queue_saturated'
  | 'starting'
  | 'gateway_silent'
  | 'outcome_unknown'
  | 'waiting_for_network'
  | 'callback_not_confirmed'
  | 'supplier_account'
  | 'not_submitted'
  | 'late_confirmation'
  | 'late_inquiry'
  | 'webhook_failing'
  | 'webhook_not_sent'
  | 'batch_paused'
  | 'batch_waiting'
  | 'final';

/** Why a purchase or row is in its state: a code for programs and one sentence for people. */
export interface Diagnosis {
  readonly cause: Cause;
  readonly sentence: string;
}

/** A purchase that is overdue by this much waits for us, not for the network's pace. */
const SLOW_START_SECONDS = 3;

/** Names the one cause that holds a purchase up, or states that it is final and reported. Pure. */
export function diagnose(facts: PurchaseFacts): Diagnosis {
  return facts.purchase.state.status === 'pending' ? diagnosePending(facts) : diagnoseFinal(facts);
}

function diagnosePending(facts: PurchaseFacts): Diagnosis {
  const { platform, start } = facts;
  const last = facts.submissions.at(-1);
  if (!platform.relayAlive) {
    return because(
      'worker_down',
      'No worker process has shown itself for 15 seconds: nothing is sent, inquired of or failed on time until one runs.',
    );
  }
  if (!platform.temporalReached) {
    const until = facts.purchase.order.resolveBy.toISOString();
    return because(
      'temporal_down',
      `No worker reaches Temporal: new purchases wait in PostgreSQL, waiting ones are not inquired of, and at ${until} it fails unless a callback confirms it first.`,
    );
  }
  if (start !== null && last === undefined) return waitingToStart(start, facts.now);
  if (last === undefined) {
    return because('starting', 'Its workflow was started and has not opened a submission yet.');
  }
  return last.answeredAt === null ? unanswered(last, facts) : answered(last, facts);
}

function waitingToStart(start: StartFact, now: Date): Diagnosis {
  const { inFlight, accountInFlight, inFlightMax, ahead, ratePerSecond } = start;
  const seconds = Math.round((now.getTime() - start.waitingSince.getTime()) / 1_000);
  const share = accountShare(inFlightMax, inFlight - accountInFlight);
  if (inFlight < inFlightMax && accountInFlight >= share) {
    return because(
      'queue_saturated',
      `It has waited ${seconds} s: its account has ${accountInFlight} in flight and may have ${share} of the network's ${inFlightMax}, since the rest is kept for other accounts.`,
    );
  }
  if (inFlight < inFlightMax && ahead === 0) {
    return because(
      'starting',
      `It has waited ${seconds} s for the relay to start it, with nothing before it.`,
    );
  }
  if (inFlight < inFlightMax && seconds > SLOW_START_SECONDS + ahead / ratePerSecond) {
    return because(
      'starting',
      `It has waited ${seconds} s for the relay to start it, though ${ahead} before it at ${ratePerSecond} a second should take ${Math.ceil(ahead / ratePerSecond)} s: the relay or Temporal is slow or not reached (bundlewire health).`,
    );
  }
  return because(
    'queue_saturated',
    `The network's queue is full: it has waited ${seconds} s for its turn behind ${ahead} others, with ${inFlight} of ${inFlightMax} in flight and at most ${ratePerSecond} sent a second.`,
  );
}

function unanswered(last: SubmissionFact, { now, gatewayTimeoutMs }: PurchaseFacts): Diagnosis {
  const waited = now.getTime() - last.sentAt.getTime();
  if (waited < gatewayTimeoutMs) {
    return because(
      'gateway_silent',
      `Submission ${last.attempt} is under way: the gateway has not answered for ${Math.round(waited / 1_000)} s.`,
    );
  }
  if (last.gatewayId !== null) {
    return because(
      'waiting_for_network',
      `The network has the order (${last.gatewayId}), as an inquiry found: the answer to submission ${last.attempt} was never recorded, as when a worker dies while it sends. It is inquired of until resolve_by.`,
    );
  }
  return because(
    'outcome_unknown',
    `Submission ${last.attempt} was opened and no answer was ever recorded, as when a worker dies while it sends: nobody knows whether it was received, so it is inquired of and not sent again blindly.`,
  );
}

function answered(last: SubmissionFact, facts: PurchaseFacts): Diagnosis {
  const detail = last.detail ?? 'no detail';
  if (last.outcome === 'not_submitted') {
    return detail.startsWith('supplier_account')
      ? because(
          'supplier_account',
          `Our own account at the gateway (wallet or key) does not let it through (${detail}): the number is not at fault, and it is sent again until shortly before resolve_by.`,
        )
      : because(
          'not_submitted',
          `Submission ${last.attempt} certainly never reached the network (${detail}); it is sent again.`,
        );
  }
  const callback = facts.callbacks.find(
    ({ handledAt, handledAs }) => handledAt === null || handledAs === 'rejected',
  );
  if (callback !== undefined) {
    return because(
      'callback_not_confirmed',
      `A callback came at ${callback.receivedAt.toISOString()}, but the gateway, asked itself, does not confirm what it says: it may be forged, and it is not believed.`,
    );
  }
  if (last.outcome === 'accepted' || last.gatewayId !== null) {
    return because(
      'waiting_for_network',
      `The network took the order (${last.gatewayId ?? 'without an id'}) and has not said what became of it; it is inquired of until resolve_by.`,
    );
  }
  if (detail.startsWith('timed_out')) {
    return because(
      'gateway_silent',
      `The gateway gave no answer to submission ${last.attempt} within ${facts.gatewayTimeoutMs / 1_000} s; nobody knows whether it was received, so it is inquired of until resolve_by.`,
    );
  }
  return because(
    'outcome_unknown',
    `Submission ${last.attempt} was answered in a way that says nothing (${detail}); nobody knows whether it was received, so it is inquired of until resolve_by.`,
  );
}

function diagnoseFinal(facts: PurchaseFacts): Diagnosis {
  const { lateConfirmation, lateInquiry, purchase } = facts;
  if (lateConfirmation !== null && lateConfirmation.resolution === null) {
    return because(
      'late_confirmation',
      `The network delivered it after it had failed, as learnt at ${lateConfirmation.recordedAt.toISOString()}: the client was charged nothing, so the loss is ours until someone settles it or writes it off.`,
    );
  }
  const telling = facts.events.map(diagnoseEvent).find((diagnosis) => diagnosis !== null);
  if (telling != null) return telling;
  if (lateInquiry !== null && lateInquiry.outcome === null) {
    return because(
      'late_inquiry',
      `It timed out after a send and nobody knows what became of it: nothing was charged, and the network is asked on until ${lateInquiry.until.toISOString()}.`,
    );
  }
  const { state } = purchase;
  if (state.status === 'failed' && state.failureCode === 'service_unavailable') {
    return because(
      'supplier_account',
      'It failed through our own account at the gateway (wallet or key), not through the number.',
    );
  }
  return because('final', finalSentence(facts));
}

function diagnoseEvent({ type, delivery, attempts }: EventFact): Diagnosis | null {
  if (delivery === 'not_sent') {
    return because(
      'webhook_not_sent',
      `It is final, but the account has no webhook endpoint that ${type} could be sent to.`,
    );
  }
  const failed = attempts.filter(({ outcome }) => outcome === 'failed');
  const last = failed.at(-1);
  if (delivery === 'delivered' || last === undefined) return null;
  const answer = attemptInWords(last);
  const goesOn = delivery === 'failed' ? 'no attempt is left' : 'it is tried again on its schedule';
  return because(
    'webhook_failing',
    `It is final, but the client was not told: the endpoint failed ${failed.length} attempts at ${type} (last ${answer}), and ${goesOn}.`,
  );
}

function finalSentence({ purchase: { state }, events }: PurchaseFacts): string {
  const told = events.length > 0 && events.every(({ delivery }) => delivery === 'delivered');
  const news = told ? 'the client was told' : 'its event has not been attempted yet';
  switch (state.status) {
    case 'successful':
      return `It is where it belongs: delivered and charged; ${news}.`;
    case 'reversed':
      return `It is where it belongs: delivered, then taken back by the network and refunded; ${news}.`;
    default:
      return `It is where it belongs: failed${state.status === 'failed' ? ` with ${state.failureCode}` : ''}, nothing charged; ${news}.`;
  }
}

/** Why a row has bought nothing. */
export function diagnoseRow(row: RowFacts): Diagnosis {
  const where = `Line ${row.line} of ${row.batchId}`;
  if (row.state === 'invalid' || row.state === 'refused') {
    return because(
      'final',
      `${where} bought nothing and never will: ${(row.error ?? row.state).replace(/\.$/, '')}.`,
    );
  }
  if (row.batchStatus === 'paused') {
    const why =
      row.pauseCode === 'insufficient_balance'
        ? 'the balance does not cover the next price'
        : 'it was paused by hand';
    return because(
      'batch_paused',
      `${where} is not bought yet because its batch is paused: ${why} (${row.pauseMessage ?? row.pauseCode ?? ''}).`,
    );
  }
  if (row.batchStatus === 'canceled')
    return because('final', `${where} bought nothing: its batch was canceled before its turn.`);
  return because('batch_waiting', `${where} waits for its turn; its batch is ${row.batchStatus}.`);
}

function because(cause: Cause, sentence: string): Diagnosis {
  return { cause, sentence };
}

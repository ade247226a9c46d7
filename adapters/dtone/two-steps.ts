import type { CallContext, InquiryOutcome, InquiryRequest, SubmitOutcome } from '../adapter.ts';
import type { Answered } from '../http-result.ts';
import type { Calls } from './calls.ts';
import { readInquiryById, readInquiryByKey, readSubmission } from './outcomes.ts';

/**
 * Confirms an order whose creation was answered with `created`. An unconfirmed order delivers nothing. So if the answer to
 * a creation is lost, no bundle is lost: the order is found by our key, and confirmed or cancelled.
 */
export async function confirmCreated(
  calls: Calls,
  gatewayReference: string,
  created: SubmitOutcome,
  call: CallContext,
  endMs: number,
): Promise<SubmitOutcome> {
  const unconfirmed = await findUnconfirmed(calls, gatewayReference, created, call, endMs);
  if (unconfirmed === null) return created;

  const withinMs = endMs - performance.now();
  if (withinMs < 1)
    return { kind: 'unknown', reason: 'timed_out', detail: 'created, and not confirmed in time' };
  const path = `/${calls.mode}/transactions/${unconfirmed}/confirm`;
  const result = await calls.post(path, null, call, withinMs);
  switch (result.kind) {
    case 'answered':
      return readConfirmation(result, gatewayReference, calls.now());
    // The order exists, so unlike a submit that was never sent, it must be inquired about.
    case 'not_connected':
      return { kind: 'unknown', reason: 'connection_lost', detail: 'created, and not confirmed' };
    case 'lost': {
      const reason = result.reason === 'unreadable' ? 'unreadable_response' : result.reason;
      return { kind: 'unknown', reason, detail: `created; confirming: ${result.detail}` };
    }
  }
}

/** Cancels an unconfirmed order. If that fails, an inquiry shows why. */
export async function cancelOrder(
  calls: Calls,
  request: InquiryRequest & { readonly gatewayId: string },
  call: CallContext,
): Promise<InquiryOutcome> {
  const result = await calls.post(`/transactions/${request.gatewayId}/cancel`, null, call);
  if (result.kind !== 'answered') return { kind: 'unavailable', detail: result.detail };
  const asked = { ...request, now: calls.now(), holdMs: calls.holdMs, twoStep: true };
  return readInquiryById(result, asked) ?? { kind: 'unavailable', detail: 'the answer names another order' };
}

/** The gateway's id of our order if it waits for its confirmation: created now or by an earlier send. */
async function findUnconfirmed(
  calls: Calls,
  gatewayReference: string,
  created: SubmitOutcome,
  call: CallContext,
  endMs: number,
): Promise<string | null> {
  if (created.kind === 'accepted') return created.gatewayId;
  if (created.kind !== 'unknown' || created.reason !== 'duplicate_reference') return null;

  const now = calls.now();
  const query = new URLSearchParams({ external_id: gatewayReference });
  const found = await calls.get(`/transactions?${query}`, call, Math.max(endMs - performance.now(), 1));
  if (found.kind !== 'answered') return null;
  const asked = { gatewayReference, gatewayId: null, sentAt: now, now, holdMs: calls.holdMs, twoStep: true };
  const outcome = readInquiryByKey(found, asked);
  return outcome.kind === 'unconfirmed' ? outcome.gatewayId : null;
}

/** Like the answer to a submit, except that nothing in it can mean that no order exists. */
function readConfirmation(answer: Answered, gatewayReference: string, now: Date): SubmitOutcome {
  const outcome = readSubmission(answer, gatewayReference, now);
  return outcome.kind === 'not_submitted' || (outcome.kind === 'refused' && !isOfOrder(answer))
    ? {
        kind: 'unknown',
        reason: 'gateway_error',
        detail: `created; confirming: ${outcome.gatewayCode ?? 'refused'}`,
      }
    : outcome;
}

function isOfOrder({ body }: Answered): boolean {
  return body.includes('"external_id"');
}

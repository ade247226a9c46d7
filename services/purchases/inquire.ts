import type { Pool } from 'pg';
import type { GatewayAdapter, InquiryOutcome } from '../../adapters/adapter.ts';
import { findInquirable, type Inquirable } from '../../db/purchases/inquiries.ts';
import type { PurchaseId } from '../../domain/ids.ts';
import { toGatewayReference } from '../../domain/purchase/gateway-reference.ts';
import { CLEARED, type InquiryVerdict } from '../../domain/purchase/verdict.ts';
import type { AdapterFor, AlertSink } from './ports.ts';
import type { OutcomeOrigin, OutcomeRecorder } from './record-outcome.ts';
import type { Router } from './routes/router.ts';
import { troubleIn } from './trouble.ts';

export interface InquireRequest extends OutcomeOrigin {
  readonly purchaseId: PurchaseId;
}

/** Asks gateways for the outcome of purchases, and books what is final. */
export interface Inquirer {
  inquire(request: InquireRequest, signal: AbortSignal): Promise<InquiryVerdict>;
  /** As `inquire`, for a purchase that was read already. */
  inquireOfStored(purchase: Inquirable, origin: OutcomeOrigin, signal: AbortSignal): Promise<InquiryVerdict>;
}

export interface InquirerPorts {
  readonly pool: Pool;
  readonly adapterFor: AdapterFor;
  readonly alerts: AlertSink;
  readonly outcomes: Pick<OutcomeRecorder, 'apply'>;
  readonly router: Pick<Router, 'hasSeveral' | 'clear' | 'calls'>;
}

export function createInquirer(ports: InquirerPorts): Inquirer {
  return {
    async inquire({ purchaseId, ...origin }, signal) {
      const purchase = await findInquirable(ports.pool, purchaseId);
      if (purchase === null) throw new TypeError(`no purchase ${purchaseId}`);
      return inquireOf(ports, purchase, origin, signal);
    },
    inquireOfStored: (purchase, origin, signal) => inquireOf(ports, purchase, origin, signal),
  };
}

const CALLS_FULL: InquiryOutcome = {
  kind: 'unavailable',
  detail: 'too many inquiries wait for the answer of this gateway',
};

async function inquireOf(
  { adapterFor, alerts, outcomes, router }: Omit<InquirerPorts, 'pool'>,
  purchase: Inquirable,
  origin: OutcomeOrigin,
  signal: AbortSignal,
): Promise<InquiryVerdict> {
  const { networkId, livemode, route } = purchase;
  // A callback says that the gateway has something to report: it is asked whatever it said before.
  const isHint = origin.source === 'callback';
  const isReleased = purchase.status === 'pending' && purchase.isCurrentRoute && purchase.isCleared;
  if (!isHint && isReleased && router.hasSeveral(networkId, livemode)) {
    return { kind: 'resendable', afterMs: 0, reply: CLEARED };
  }
  const adapter = adapterFor(networkId, livemode, route);
  // A silent gateway must not use up the slots of the others. Callbacks wait for no slot.
  const isFull = !isHint && router.calls.isFull('inquiry', purchase);
  const outcome = isFull
    ? CALLS_FULL
    : await router.calls.during('inquiry', purchase, async () =>
        settleUnconfirmed(adapter, purchase, await ask(adapter, purchase, signal), signal),
      );
  const trouble = troubleIn(outcome);
  if (trouble !== null) alerts.raise({ networkId, livemode, route, ...trouble });
  const mayClear = !isHint || outcome.kind !== 'not_found';
  if (mayClear && (await router.clear(purchase, outcome)))
    return { kind: 'resendable', afterMs: 0, reply: CLEARED };
  const report = await outcomes.apply(purchase, outcome, origin);
  if (report !== null) return { kind: 'settled', report };
  return openVerdict(outcome, adapter?.deduplicatesKey === true);
}

/** The verdict on an outcome that is not final. */
function openVerdict(outcome: InquiryOutcome, deduplicatesKey: boolean): InquiryVerdict {
  const reply = { kind: outcome.kind, reason: null };
  // The order waits for our confirmation, which a second submission sends. The fence decides whether there is time for it.
  if (outcome.kind === 'unconfirmed') return { kind: 'resendable', afterMs: 0, reply };
  if (outcome.kind === 'pending') return { kind: 'accepted', reply };
  if (outcome.kind !== 'not_found' || !outcome.conclusive) return { kind: 'unknown', reply };

  const conclusive = { kind: 'not_found', reason: 'conclusive' };
  return deduplicatesKey
    ? { kind: 'resendable', afterMs: 0, reply: conclusive }
    : { kind: 'not_received', reply: conclusive };
}

/** Cancels an order that waits for our confirmation once its purchase may no longer be sent. */
async function settleUnconfirmed(
  adapter: GatewayAdapter | null,
  { purchaseId, status, sent }: Inquirable,
  outcome: InquiryOutcome,
  signal: AbortSignal,
): Promise<InquiryOutcome> {
  if (outcome.kind !== 'unconfirmed' || status === 'pending' || sent === null) return outcome;
  const cancellation = adapter?.cancellation ?? null;
  const { gatewayId } = outcome;
  if (cancellation === null) return { kind: 'pending', gatewayId };
  const order = {
    gatewayReference: toGatewayReference(purchaseId),
    gatewayId,
    firstSentAt: sent.first,
    sentAt: sent.last,
  };
  return cancellation.cancel(order, { signal });
}

async function ask(
  adapter: GatewayAdapter | null,
  { purchaseId, sent, gatewayId }: Inquirable,
  signal: AbortSignal,
): Promise<InquiryOutcome> {
  // The gateway cannot know an order that was never sent.
  if (sent === null) return { kind: 'not_found', conclusive: false };

  const inquiry = adapter?.inquiry ?? null;
  if (inquiry === null) return { kind: 'unavailable', detail: 'the gateway cannot be inquired of' };
  const gatewayReference = toGatewayReference(purchaseId);
  return inquiry.inquire(
    { gatewayReference, gatewayId, firstSentAt: sent.first, sentAt: sent.last },
    { signal },
  );
}

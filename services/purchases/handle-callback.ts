import type { CallbackReading } from '../../adapters/adapter.ts';
import { markCallbackHandled, type StoredCallback } from '../../db/purchases/callbacks.ts';
import { findInquirable, type Inquirable } from '../../db/purchases/inquiries.ts';
import { type PurchaseId, readId } from '../../domain/ids.ts';
import { applyOutcome } from './apply-outcome.ts';
import { inquireOfStored } from './inquire.ts';
import type { SubmitDeps } from './submit-deps.ts';
import { troubleInCallback } from './trouble.ts';

type VerifiedOutcome = Extract<CallbackReading, { kind: 'verified' }>['outcome'];

const LEARNING = { source: 'callback', endWorkflow: true } as const;

/** What a callback says; pure, so that it can be read before it is stored and the gateway is answered. */
export function readStoredCallback(
  deps: Pick<SubmitDeps, 'adapterFor'>,
  { networkId, livemode, raw }: Omit<StoredCallback, 'id'>,
): CallbackReading {
  const callbacks = deps.adapterFor(networkId, livemode)?.callbacks ?? null;
  if (callbacks === null) return { kind: 'unreadable', detail: 'the gateway sends no callbacks' };
  return callbacks.read(raw);
}

/**
 * Takes a stored callback to its end: books what a signed one says, inquires where it is only a hint, and marks it
 * handled. A hint whose inquiry finds nothing stays open, to be taken up again.
 */
export async function handleCallback(
  deps: SubmitDeps,
  stored: StoredCallback,
  signal: AbortSignal,
  reading = readStoredCallback(deps, stored),
): Promise<void> {
  const trouble = troubleInCallback(reading);
  if (trouble !== null) {
    deps.alerts.raise({ networkId: stored.networkId, livemode: stored.livemode, ...trouble });
  }
  if (reading.kind !== 'hint' && reading.kind !== 'verified') {
    await markCallbackHandled(deps.pool, stored.id, reading.kind, null);
    return;
  }
  const purchase = await findPurchase(deps, stored, reading.gatewayReference);
  if (purchase === null) {
    await markCallbackHandled(deps.pool, stored.id, 'not_ours', null);
    return;
  }
  const handledAs =
    reading.kind === 'verified'
      ? await takeVerified(
          deps,
          purchase,
          { outcome: reading.outcome, receivedAt: stored.raw.receivedAt },
          signal,
        )
      : await followHint(deps, purchase, signal);
  if (handledAs !== null) await markCallbackHandled(deps.pool, stored.id, handledAs, purchase.purchaseId);
}

/**
 * A delivery told of a purchase that has failed may be old news of an order that was taken back since, for callbacks come
 * out of order: it is listed at once as what it says, and the gateway then says how the order stands.
 */
async function takeVerified(
  deps: SubmitDeps,
  purchase: Inquirable,
  { outcome, receivedAt }: { readonly outcome: VerifiedOutcome; readonly receivedAt: Date },
  signal: AbortSignal,
): Promise<string> {
  const learnt = await applyOutcome(deps, purchase, outcome, { ...LEARNING, receivedAt });
  if (outcome.kind === 'confirmed' && purchase.status === 'failed') {
    await inquireOfStored(deps, purchase, LEARNING, signal);
  }
  return learnt ?? outcome.kind;
}

async function followHint(
  deps: SubmitDeps,
  purchase: Inquirable,
  signal: AbortSignal,
): Promise<string | null> {
  const verdict = await inquireOfStored(deps, purchase, LEARNING, signal);
  return verdict.kind === 'settled' ? verdict.report : null;
}

/** The purchase that a signed callback names; null for all others, which nobody need believe. */
export function purchaseNamedBy(reading: CallbackReading): PurchaseId | null {
  return reading.kind === 'verified' ? readId('pur', reading.gatewayReference) : null;
}

/** A callback counts for a purchase of its own network and mode only. */
async function findPurchase(
  deps: SubmitDeps,
  stored: StoredCallback,
  gatewayReference: string,
): Promise<Inquirable | null> {
  const purchaseId = readId('pur', gatewayReference);
  if (purchaseId === null) return null;

  const purchase = await findInquirable(deps.pool, purchaseId);
  const matches = purchase?.networkId === stored.networkId && purchase.livemode === stored.livemode;
  return matches ? purchase : null;
}

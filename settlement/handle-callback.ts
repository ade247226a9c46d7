import type { CallbackReading } from '../adapters/adapter.ts';
import { markCallbackHandled, type StoredCallback } from '../db/callbacks.ts';
import { findInquirable } from '../db/submissions.ts';
import { type PurchaseId, readId } from '../domain/ids.ts';
import { inquireOfPurchase } from './inquire.ts';
import type { SubmitDeps } from './submit.ts';

/**
 * Takes a stored callback to its end: reads whom it is about, inquires where it is only a hint, books what is final, and
 * marks it handled. A callback whose inquiry finds nothing stays open, to be taken up again.
 */
export async function handleCallback(
  deps: SubmitDeps,
  stored: StoredCallback,
  signal: AbortSignal,
): Promise<void> {
  const reading = read(deps, stored);
  if (reading.kind === 'unreadable') {
    await markCallbackHandled(deps.pool, stored.id, 'unreadable', null);
    return;
  }
  const purchaseId = await purchaseOf(deps, stored, reading.creditKey);
  if (purchaseId === null) {
    await markCallbackHandled(deps.pool, stored.id, 'not_ours', null);
    return;
  }
  const inquired = await inquireOfPurchase(
    deps,
    { purchaseId, source: 'callback', endWorkflow: true },
    signal,
  );
  if (inquired.found === 'final') await markCallbackHandled(deps.pool, stored.id, inquired.as, purchaseId);
}

function read(deps: SubmitDeps, { networkId, livemode, body }: StoredCallback): CallbackReading {
  const callbacks = deps.adapterFor(networkId, livemode)?.callbacks ?? null;
  if (callbacks === null) return { kind: 'unreadable', detail: 'the gateway sends no callbacks' };
  return callbacks.read({ body });
}

/** A callback counts for a purchase of its own network and mode only. */
async function purchaseOf(
  deps: SubmitDeps,
  stored: StoredCallback,
  creditKey: string,
): Promise<PurchaseId | null> {
  const purchaseId = readId('pur', creditKey);
  if (purchaseId === null) return null;

  const purchase = await findInquirable(deps.pool, purchaseId);
  const matches = purchase?.networkId === stored.networkId && purchase.livemode === stored.livemode;
  return matches ? purchaseId : null;
}

import type { Pool } from 'pg';
import type { CallbackReading } from '../../adapters/adapter.ts';
import { markCallbackHandled, type StoredCallback } from '../../db/purchases/callbacks.ts';
import { findInquirable, type Inquirable } from '../../db/purchases/inquiries.ts';
import { type PurchaseId, readId } from '../../domain/ids.ts';
import { goesElsewhere } from '../../domain/purchase/verdict.ts';
import type { Inquirer } from './inquire.ts';
import type { AdapterFor, AlertSink } from './ports.ts';
import type { OutcomeRecorder } from './record-outcome.ts';
import type { Router } from './routes/router.ts';
import { troubleInCallback } from './trouble.ts';

/** Handles the callbacks of gateways. */
export interface CallbackHandler {
  /** Reads a callback. Pure, so that it can run before the callback is stored and the gateway is answered. */
  read(callback: Omit<StoredCallback, 'id'>): CallbackReading;
  /**
   * Handles a stored callback: books a signed one, inquires if it is only a hint, and marks it handled. A hint whose inquiry finds
   * nothing stays open and is tried again.
   * @param reading the result of `read`, if the caller has it.
   */
  handle(stored: StoredCallback, signal: AbortSignal, reading?: CallbackReading): Promise<void>;
}

export interface CallbackPorts extends Booking {
  readonly pool: Pool;
  readonly adapterFor: AdapterFor;
  readonly alerts: AlertSink;
}

interface Booking {
  readonly outcomes: Pick<OutcomeRecorder, 'apply'>;
  readonly inquirer: Pick<Inquirer, 'inquireOfStored'>;
  readonly router: Pick<Router, 'clear'>;
}

type VerifiedOutcome = Extract<CallbackReading, { kind: 'verified' }>['outcome'];

const ORIGIN = { source: 'callback', endWorkflow: true } as const;

export function createCallbackHandler({
  pool,
  adapterFor,
  alerts,
  ...booking
}: CallbackPorts): CallbackHandler {
  const read: CallbackHandler['read'] = ({ networkId, livemode, route, raw }) => {
    const callbacks = adapterFor(networkId, livemode, route)?.callbacks ?? null;
    if (callbacks === null) return { kind: 'unreadable', detail: 'the gateway sends no callbacks' };
    return callbacks.read(raw);
  };
  return {
    read,
    async handle(stored, signal, reading = read(stored)) {
      const trouble = troubleInCallback(reading);
      if (trouble !== null) {
        const { networkId, livemode, route } = stored;
        alerts.raise({ networkId, livemode, route, ...trouble });
      }
      if (reading.kind !== 'hint' && reading.kind !== 'verified') {
        await markCallbackHandled(pool, stored.id, reading.kind, null);
        return;
      }
      const purchase = await findPurchase(pool, stored, reading.gatewayReference);
      if (purchase === null) {
        await markCallbackHandled(pool, stored.id, 'not_ours', null);
        return;
      }
      const { receivedAt } = stored.raw;
      const handledAs =
        reading.kind === 'hint'
          ? await followHint(booking, purchase, signal)
          : await takeVerified(booking, purchase, { outcome: reading.outcome, receivedAt }, signal);
      if (handledAs !== null) await markCallbackHandled(pool, stored.id, handledAs, purchase.purchaseId);
    },
  };
}

/**
 * A reported delivery of a failed purchase may be out of date, because callbacks arrive out of order and the order may have been
 * reversed since. It is listed immediately as a late confirmation; the gateway is then asked for the order's state.
 */
async function takeVerified(
  { outcomes, inquirer, router }: Booking,
  purchase: Inquirable,
  { outcome, receivedAt }: { readonly outcome: VerifiedOutcome; readonly receivedAt: Date },
  signal: AbortSignal,
): Promise<string> {
  // Its workflow submits it elsewhere after its next inquiry, which finds the same refusal.
  if (await router.clear(purchase, outcome)) return 'other_route';
  const booked = await outcomes.apply(purchase, outcome, { ...ORIGIN, receivedAt });
  if (outcome.kind === 'confirmed' && purchase.status === 'failed') {
    await inquirer.inquireOfStored(purchase, ORIGIN, signal);
  }
  return booked ?? outcome.kind;
}

async function followHint(
  { inquirer }: Pick<Booking, 'inquirer'>,
  purchase: Inquirable,
  signal: AbortSignal,
): Promise<string | null> {
  const verdict = await inquirer.inquireOfStored(purchase, ORIGIN, signal);
  if (verdict.kind === 'settled') return verdict.report;
  return goesElsewhere(verdict) ? 'other_route' : null;
}

/** The purchase that a signed callback names; null for unsigned callbacks, which prove nothing. */
export function purchaseNamedBy(reading: CallbackReading): PurchaseId | null {
  return reading.kind === 'verified' ? readId('pur', reading.gatewayReference) : null;
}

/** A callback counts only for a purchase of the same network and mode, and only from a gateway that it may have been sent to. */
async function findPurchase(
  pool: Pool,
  stored: StoredCallback,
  gatewayReference: string,
): Promise<Inquirable | null> {
  const purchaseId = readId('pur', gatewayReference);
  if (purchaseId === null) return null;

  const purchase = await findInquirable(pool, purchaseId, stored.route);
  const matches = purchase?.networkId === stored.networkId && purchase.livemode === stored.livemode;
  return matches && (purchase.lastAttempt > 0 || purchase.routes === 0) ? purchase : null;
}

import type { CreatePurchase } from '../../contract/purchase.ts';
import type { Caller } from '../../db/accounts/accounts.ts';
import { TransactionError } from '../../db/transaction.ts';
import { assertNever } from '../../domain/assert-never.ts';
import { computeFingerprint } from '../../domain/crypto/fingerprint.ts';
import { newId } from '../../domain/crypto/new-id.ts';
import type { AccountId, KeyId } from '../../domain/ids.ts';
import type { Effect } from '../../domain/sandbox/effect.ts';
import type { Catalogue } from '../../services/catalogue/catalogue.ts';
import { Overloaded, Withdrawn } from '../../services/lane.ts';
import type { NumberLookups } from '../../services/numbers/number-lookup.ts';
import type { AcceptLane } from '../../services/purchases/accept-lane.ts';
import type { BuyRequest, BuyResult } from '../../services/purchases/buy-request.ts';
import { type ApiError, apiError } from '../plugins/api-error.ts';
import { refusalError } from './refusals.ts';

/** Longest time that a purchase waits for its lane. Once its transaction has started, only the verdict is an answer. */
export const PURCHASE_WAIT_MS = 8_000;
export const RETRY_AFTER_SECONDS = 1;
/** Time to `resolve_by` for `short-deadline`: long enough to send the order and to inquire about it. */
export const SHORT_DEADLINE_MS = 30_000;

export interface BuyDeps {
  readonly catalogue: Catalogue;
  readonly acceptLane: AcceptLane;
  readonly lookups: NumberLookups;
}

/** The purchase of a request, bought now or before. */
export type Bought = Extract<BuyResult, { kind: 'accepted' | 'replayed' }>;

/** It is unknown whether a purchase was accepted, so no answer may be sent. */
export class NoAnswer extends Error {}

/** A request to buy. */
export interface Asked {
  readonly body: CreatePurchase;
  readonly keyId: KeyId | null;
  /** What a purchase in test mode asked for; null for every other purchase. */
  readonly sandbox: Effect | null;
}

/**
 * Buys one bundle for an account, with a key if the request has one.
 * @throws ApiError if it is rejected: nothing was bought.
 * @throws NoAnswer if it is unknown whether it was bought.
 */
export async function buy(
  { catalogue, acceptLane, lookups }: BuyDeps,
  { accountId, currency }: Pick<Caller, 'accountId' | 'currency'>,
  { body, keyId, sandbox }: Asked,
): Promise<Bought> {
  const request = { ...(await buyRequest(catalogue, accountId, body, sandbox)), keyId };
  // Do not ask the porting provider about a bundle that cannot be bought.
  if (request.offer !== null) await lookups.prepare(body.phone_number);
  const waiting = new AbortController();
  const timer = setTimeout(() => waiting.abort(), PURCHASE_WAIT_MS);
  try {
    const result = await acceptLane.buy(accountId, request, waiting.signal);
    return await acceptedOrThrow(catalogue, result, currency);
  } catch (error) {
    throw explainFailure(error);
  } finally {
    clearTimeout(timer);
  }
}

async function buyRequest(
  catalogue: Catalogue,
  accountId: AccountId,
  body: CreatePurchase,
  sandbox: Effect | null,
): Promise<BuyRequest> {
  // Also loads the networks' terms, which the lane needs.
  const [offers, prefixNetworkId] = await Promise.all([
    catalogue.offers(accountId),
    catalogue.prefixNetwork(body.phone_number),
    catalogue.networks(),
  ]);
  return {
    purchaseId: newId('pur'),
    reference: body.reference,
    fingerprint: computeFingerprint(body),
    phoneNumber: body.phone_number,
    bundleId: body.bundle_id,
    requestedNetworkId: body.network_id ?? null,
    offer: offers.get(body.bundle_id) ?? null,
    prefixNetworkId,
    offers,
    metadata: body.metadata ?? {},
    repeatWindowHours: 0,
    ...(sandbox === 'short-deadline' ? { resolveWithinMsMax: SHORT_DEADLINE_MS } : {}),
    release: null,
  };
}

async function acceptedOrThrow(catalogue: Catalogue, result: BuyResult, currency: string): Promise<Bought> {
  switch (result.kind) {
    case 'accepted':
    case 'replayed':
      return result;
    case 'conflict':
      throw apiError(result.isArchived === true ? 'purchase_archived' : 'purchase_reference_used', {
        values: { purchase_id: result.purchaseId },
        details: { purchase_id: result.purchaseId },
      });
    case 'refused':
      throw await refusalError(catalogue, result.refusal, currency);
    case 'repeated':
    case 'batch_stopped':
    case 'over_approved_cost':
      throw new TypeError('a single purchase belongs to no batch');
    default:
      return assertNever(result);
  }
}

/** Why a request is rejected before its body is read; nothing unless its lane is full. In an overload, rejections must be cheap. */
export function refusalOfFullLane({ acceptLane }: BuyDeps, accountId: AccountId): ApiError | undefined {
  return acceptLane.isFull(accountId) ? TOO_MANY_WAITING : undefined;
}

/** Shared instance: building the stack trace would dominate the cost, and nothing shows it. */
const TOO_MANY_WAITING = apiError('purchases_waiting', { retryAfterSeconds: RETRY_AFTER_SECONDS });

function explainFailure(error: unknown): unknown {
  if (error instanceof Withdrawn || error instanceof Overloaded) return TOO_MANY_WAITING;
  if (error instanceof TransactionError && error.outcome === 'unknown') return new NoAnswer();
  return error;
}

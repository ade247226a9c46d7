import type { BatchRelease } from '../batch/release.ts';
import type { BatchId, KeyId, PurchaseId } from '../ids.ts';
import type { MinorUnits } from '../money/money.ts';
import {
  countKeySpending,
  type KeyCapExcess,
  NO_CAPPED_KEYS,
  type SpendingOfKeys,
} from '../rules/key-spending.ts';
import { judgeRowRules, type RowRules, type RuleRefusal } from '../rules/purchase-rules.ts';
import { countSpending, type Spending, type SpendingExcess } from '../rules/spending.ts';
import {
  type EarlierPurchase,
  findRepeat,
  isWatching,
  type RecentPurchases,
  type RepeatSince,
  repeatKey,
} from './repeat.ts';

/** A bundle as an account may buy it now. */
export interface Offer {
  readonly bundleId: string;
  readonly networkId: string;
  readonly name: string;
  readonly dataMb: number;
  readonly validityHours: number;
  readonly productCode: string;
  readonly price: MinorUnits;
}

/** What the pure decision needs of a network. */
export interface NetworkTerms {
  readonly networkId: string;
  /** For people, who may write it in a file; left out where no text is read. */
  readonly name?: string;
  readonly accepting: boolean;
  readonly resolveWithinMs: number;
}

/** One request to buy, its shape already checked. */
export interface AcceptRequest {
  readonly purchaseId: PurchaseId;
  readonly reference: string;
  /** SHA-256 of the meaning of the body, hex. */
  readonly fingerprint: string;
  readonly phoneNumber: string;
  readonly bundleId: string;
  readonly requestedNetworkId: string | null;
  /** Null when the bundle does not exist or is not sold to the account. */
  readonly offer: Offer | null;
  /** The network that the number's prefix belongs to; null when it is not one of our networks. */
  readonly prefixNetworkId: string | null;
  /** Everything that the account may buy, by bundle id. */
  readonly offers: ReadonlyMap<string, Offer>;
  /** How far back a purchase of the same number and bundle holds this one back, in hours; 0 if it may repeat one. */
  readonly repeatWindowHours: number;
  /** A purchase since then holds it back too, whatever the window; absent or null if it does not. */
  readonly repeatSince?: RepeatSince | null;
  /** Longest time to `resolve_by`, if that of its network is longer; absent if only the network decides. */
  readonly resolveWithinMsMax?: number;
  /** The release that buys it for a batch; null for single purchases. */
  readonly release: BatchRelease | null;
  /** The key that it is bought with; absent or null if it is bought with none. */
  readonly keyId?: KeyId | null;
}

/** What the account's transaction read after its lock. */
export interface AcceptKnowledge {
  readonly available: MinorUnits;
  /** Purchases that already carry one of the references asked for. */
  readonly known: ReadonlyMap<string, KnownPurchase>;
  /** Numbers on another network than their prefix says, and that network. */
  readonly ported: ReadonlyMap<string, string>;
  readonly networks: ReadonlyMap<string, NetworkTerms>;
  /** As far back as the longest window of the requests. */
  readonly recent: RecentPurchases;
  /** What batches with an approved cost may still spend; no entry for a batch without one. */
  readonly left: ReadonlyMap<BatchId, MinorUnits>;
  /** What the account's own rules refuse. */
  readonly rules: RowRules;
  /** The account's spending limits; null if it has none. */
  readonly spending: Spending | null;
  /** Keys with a cap; absent if none of the requests has one. */
  readonly ofKeys?: SpendingOfKeys;
}

export interface KnownPurchase {
  readonly purchaseId: PurchaseId;
  /** Of its request; null if the purchase was archived, because only its reference is kept. */
  readonly fingerprint: string | null;
}

export type Refusal =
  | RuleRefusal
  | { readonly kind: 'bundle_unavailable' }
  | { readonly kind: 'unsupported_network' }
  | { readonly kind: 'network_mismatch'; readonly detectedNetworkId: string }
  | { readonly kind: 'network_unavailable'; readonly networkId: string }
  | { readonly kind: 'spending_limit'; readonly excess: SpendingExcess; readonly price: MinorUnits }
  | { readonly kind: 'spend_cap'; readonly excess: KeyCapExcess; readonly price: MinorUnits }
  | { readonly kind: 'insufficient_balance' };

export type AcceptVerdict =
  | { readonly kind: 'accepted'; readonly offer: Offer; readonly resolveWithinMs: number }
  | { readonly kind: 'replayed'; readonly purchaseId: PurchaseId }
  /** `isArchived` if nothing but its reference is left of the purchase. */
  | { readonly kind: 'conflict'; readonly purchaseId: PurchaseId; readonly isArchived?: true }
  /** Held back: it would buy the same bundle for the same number again, within its window. */
  | { readonly kind: 'repeated'; readonly earlier: EarlierPurchase }
  /** It would lift what its batch has spent above the approved cost. */
  | { readonly kind: 'over_approved_cost'; readonly price: MinorUnits }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

/**
 * Decides a group of requests on one account: first come, first served. Each request gets its own verdict, and a refused
 * one takes nothing from the others. The order of checks: known reference, repeat, bundle, own rules, number, network,
 * approved cost, spending limits, caps of the key, balance. After the first row that its batch's approved cost, a limit or a cap
 * does not cover, no further row of that batch is accepted.
 */
export function decide(knowledge: AcceptKnowledge, requests: readonly AcceptRequest[]): AcceptVerdict[] {
  const known = new Map(knowledge.known);
  const left = new Map(knowledge.left);
  const { now } = knowledge.recent;
  const latest = new Map(knowledge.recent.latest);
  const isWatched = requests.some(isWatching);
  const spending = countSpending(knowledge.spending);
  const ofKeys = countKeySpending(knowledge.ofKeys ?? NO_CAPPED_KEYS);
  const stopped = new Map<BatchId, Limited>();
  let available = knowledge.available;

  return requests.map((request): AcceptVerdict => {
    const earlier = known.get(request.reference);
    if (earlier !== undefined) {
      const { purchaseId, fingerprint } = earlier;
      if (fingerprint === null) return { kind: 'conflict', purchaseId, isArchived: true };
      return { kind: fingerprint === request.fingerprint ? 'replayed' : 'conflict', purchaseId };
    }

    const repeated = isWatched
      ? findRepeat(latest.get(repeatKey(request)), now, request.repeatWindowHours, request.repeatSince)
      : null;
    if (repeated !== null) return { kind: 'repeated', earlier: repeated };

    const batchId = request.release?.batchId ?? null;
    const budget = (batchId === null ? undefined : left.get(batchId)) ?? Number.POSITIVE_INFINITY;
    const keyId = request.keyId ?? null;
    const findLimit = (price: MinorUnits): Limited | null => {
      const before = batchId === null ? undefined : stopped.get(batchId);
      if (before !== undefined) return { ...before, price };
      const excess = spending.findExcess(price, batchId);
      if (excess !== null) return { kind: 'spending_limit', excess, price };
      const capped = ofKeys.findExcess(price, keyId);
      return capped === null ? null : { kind: 'spend_cap', excess: capped, price };
    };
    const verdict = judge(knowledge, request, { available, budget, findLimit });
    const limited = verdict.kind === 'refused' && isLimited(verdict.refusal) ? verdict.refusal : null;
    if (limited !== null && batchId !== null) stopped.set(batchId, limited);
    if (verdict.kind === 'over_approved_cost' && batchId !== null) left.set(batchId, 0);
    if (verdict.kind === 'accepted') {
      available -= verdict.offer.price;
      spending.add(verdict.offer.price, batchId);
      ofKeys.add(verdict.offer.price, keyId);
      if (batchId !== null && left.has(batchId)) left.set(batchId, budget - verdict.offer.price);
      known.set(request.reference, request);
      if (isWatched) latest.set(repeatKey(request), asEarlier(request, now));
    }
    return verdict;
  });
}

/** The request at another price than that of the day; null keeps it. A bundle that is no longer sold stays unavailable. */
export function atPrice<Request extends AcceptRequest>(request: Request, price: MinorUnits | null): Request {
  const { offer } = request;
  return price === null || offer === null ? request : { ...request, offer: { ...offer, price } };
}

/** What a request may spend. */
interface Means {
  readonly available: MinorUnits;
  /** Of its batch's approved cost. */
  readonly budget: MinorUnits;
  readonly findLimit: (price: MinorUnits) => Limited | null;
}

/** A limit of the account or a cap of the key that does not cover it. */
type Limited = Extract<Refusal, { kind: 'spending_limit' | 'spend_cap' }>;

function isLimited(refusal: Refusal): refusal is Limited {
  return refusal.kind === 'spending_limit' || refusal.kind === 'spend_cap';
}

function judge(
  knowledge: AcceptKnowledge,
  request: AcceptRequest,
  { available, budget, findLimit }: Means,
): AcceptVerdict {
  const { offer } = request;
  if (offer === null) return refused({ kind: 'bundle_unavailable' });

  const ruled = judgeRowRules(knowledge.rules, request);
  if (ruled !== null) return refused(ruled);

  const detected = knowledge.ported.get(request.phoneNumber) ?? request.prefixNetworkId;
  const detectedTerms = detected === null ? undefined : knowledge.networks.get(detected);
  if (detectedTerms === undefined || !hasOfferFor(request.offers, detectedTerms.networkId)) {
    return refused({ kind: 'unsupported_network' });
  }

  const asked = request.requestedNetworkId ?? offer.networkId;
  if (asked !== detectedTerms.networkId || offer.networkId !== detectedTerms.networkId) {
    return refused({ kind: 'network_mismatch', detectedNetworkId: detectedTerms.networkId });
  }
  if (!detectedTerms.accepting) {
    return refused({ kind: 'network_unavailable', networkId: detectedTerms.networkId });
  }
  if (offer.price > budget) return { kind: 'over_approved_cost', price: offer.price };
  const limited = findLimit(offer.price);
  if (limited !== null) return refused(limited);
  if (offer.price > available) return refused({ kind: 'insufficient_balance' });
  const { resolveWithinMsMax = Number.POSITIVE_INFINITY } = request;
  const resolveWithinMs = Math.min(detectedTerms.resolveWithinMs, resolveWithinMsMax);
  return { kind: 'accepted', offer, resolveWithinMs };
}

function asEarlier({ purchaseId, reference }: AcceptRequest, at: Date): EarlierPurchase {
  return { purchaseId, reference, at };
}

/** Whether an account with these offers may buy for a network. */
export function hasOfferFor(offers: ReadonlyMap<string, Offer>, networkId: string): boolean {
  return offers.values().some((offer) => offer.networkId === networkId);
}

function refused(refusal: Refusal): AcceptVerdict {
  return { kind: 'refused', refusal };
}

import type { PurchaseId } from '../../../domain/ids.ts';
import {
  type AcceptRequest,
  type AcceptVerdict,
  decide,
  type KnownPurchase,
} from '../../../domain/purchase/accept.ts';
import { type EarlierPurchase, isWatching, repeatKey } from '../../../domain/purchase/repeat.ts';
import { NO_ROW_RULES } from '../../../domain/rules/purchase-rules.ts';
import { NETWORKS, OFFERS } from './terms.ts';

type Status = 'pending' | 'successful' | 'failed' | 'reversed';

export interface Purchase {
  readonly id: PurchaseId;
  readonly reference: string;
  readonly key: string;
  readonly at: number;
  status: Status;
  completedAt: number | null;
}

const HOUR_MS = 3_600_000;
const isPaid = ({ status }: Purchase) => status === 'pending' || status === 'successful';

/** The purchases of an account in memory, accepted by the real rules. Every decision is checked by reading all of them. */
export class Account {
  readonly #purchases: Purchase[] = [];

  get count(): number {
    return this.#purchases.length;
  }

  find(reference: string): Purchase | undefined {
    return this.#purchases.find((purchase) => purchase.reference === reference);
  }

  /** The network reports on a pending purchase, or reverses a delivered one. */
  settle(chosen: number, to: 'successful' | 'failed' | 'reversed', now: number): void {
    const from = to === 'reversed' ? 'successful' : 'pending';
    const open = this.#purchases.filter(({ status }) => status === from);
    const purchase = open[chosen % Math.max(1, open.length)];
    if (purchase === undefined) return;
    purchase.status = to;
    purchase.completedAt ??= now;
  }

  /** What the database answers: the latest purchase of each number and bundle that is held or paid. */
  latest(hours: number, now: number): ReadonlyMap<string, EarlierPurchase> {
    const latest = new Map<string, EarlierPurchase>();
    for (const purchase of this.#purchases) {
      const { id, reference, key, at } = purchase;
      if (!isPaid(purchase) || at <= now - hours * HOUR_MS) continue;
      latest.set(key, { purchaseId: id, reference, at: new Date(at) });
    }
    return latest;
  }

  /** A purchase that is held or paid and was accepted after a time. */
  paidAfter(key: string, time: number): Purchase | null {
    return this.#purchases.find((one) => one.key === key && isPaid(one) && one.at > time) ?? null;
  }

  /** Decides requests in one transaction, and buys what is accepted. @throws Error if one repeats another or is held back for no reason. */
  buy(requests: readonly AcceptRequest[], now: number): AcceptVerdict['kind'][] {
    const hours = Math.max(
      0,
      ...requests.map(({ repeatWindowHours, repeatSince }) =>
        Math.max(repeatWindowHours, repeatSince?.hours ?? 0),
      ),
    );
    const known = new Map(
      this.#purchases.map(({ id, reference }): [string, KnownPurchase] => [
        reference,
        { purchaseId: id, fingerprint: reference },
      ]),
    );
    const terms = {
      available: 1_000_000,
      ported: new Map(),
      left: new Map(),
      networks: NETWORKS,
      rules: NO_ROW_RULES,
      spending: null,
    };
    const recent = { now: new Date(now), latest: this.latest(hours, now) };
    const verdicts = decide({ ...terms, known, recent }, requests);
    for (const [index, request] of requests.entries()) this.#take(request, verdicts[index]?.kind, now);
    return verdicts.map(({ kind }) => kind);
  }

  #take(request: AcceptRequest, kind: AcceptVerdict['kind'] | undefined, now: number): void {
    const earlier = this.#repeatedBy(request, now);
    if (kind === 'accepted') {
      if (earlier !== null) throw new Error(`${request.reference} repeats ${earlier.reference}`);
      this.#add(request, now);
    } else if (kind === 'repeated') {
      if (earlier === null) throw new Error(`${request.reference} is held back for no reason`);
    } else if (kind !== 'replayed') throw new Error(`${request.reference} is ${kind}`);
  }

  #repeatedBy(request: AcceptRequest, now: number): Purchase | null {
    if (!isWatching(request)) return null;
    const since = request.repeatSince?.at.getTime() ?? Number.POSITIVE_INFINITY;
    return this.paidAfter(repeatKey(request), Math.min(now - request.repeatWindowHours * HOUR_MS, since - 1));
  }

  #add(request: AcceptRequest, now: number): void {
    if (this.find(request.reference) !== undefined) throw new Error(`${request.reference} was bought twice`);
    const { purchaseId: id, reference } = request;
    const key = repeatKey(request);
    this.#purchases.push({ id, reference, key, at: now, status: 'pending', completedAt: null });
  }
}

/** A request for a row or a single purchase. */
export function requestOf(
  wish: { readonly phoneNumber: string; readonly bundleId: string },
  reference: string,
  watching: Pick<AcceptRequest, 'repeatWindowHours' | 'repeatSince'>,
): AcceptRequest {
  return {
    purchaseId: `pur_${reference}`,
    reference,
    fingerprint: reference,
    ...wish,
    requestedNetworkId: null,
    offer: OFFERS.get(wish.bundleId) ?? null,
    prefixNetworkId: 'net',
    offers: OFFERS,
    release: null,
    ...watching,
  };
}

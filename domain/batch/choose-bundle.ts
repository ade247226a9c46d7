import type { Offer } from '../purchase/accept.ts';

/** A bundle by what it gives. */
export interface BundleWish {
  readonly dataMb: number;
  readonly validityHours: number;
}

export type BundleChoice =
  | { readonly kind: 'chosen'; readonly offer: Offer }
  /** `nearest` are the bundles of the network that come closest, best first. */
  | { readonly kind: 'none'; readonly nearest: readonly Offer[] };

export type BundleChooser = (networkId: string, wish: BundleWish) => BundleChoice;

const NEAREST_SHOWN = 3;

/**
 * Chooses bundles among those that an account may buy: on the network of the number the cheapest that has exactly this data and
 * at least this validity. Of several at one price the longest is chosen, then the first by id.
 */
export function createBundleChooser(offers: ReadonlyMap<string, Offer>): BundleChooser {
  const byNetwork = groupByNetwork(offers);
  return (networkId, wish) => {
    const there = byNetwork.get(networkId) ?? [];
    const offer = there.find((candidate) => fits(candidate, wish));
    return offer === undefined
      ? { kind: 'none', nearest: listNearest(there, wish) }
      : { kind: 'chosen', offer };
  };
}

/** The bundles of each network, the cheapest first; of several at one price the longest, then by id. */
export function groupByNetwork(offers: ReadonlyMap<string, Offer>): ReadonlyMap<string, readonly Offer[]> {
  const byNetwork = new Map<string, Offer[]>();
  const sorted = [...offers.values()].sort(
    (a, b) => a.price - b.price || b.validityHours - a.validityHours || (a.bundleId < b.bundleId ? -1 : 1),
  );
  for (const offer of sorted) {
    const same = byNetwork.get(offer.networkId);
    if (same === undefined) byNetwork.set(offer.networkId, [offer]);
    else same.push(offer);
  }
  return byNetwork;
}

/** Whether a bundle has exactly this data and at least this validity. */
export function fits(offer: Offer, { dataMb, validityHours }: BundleWish): boolean {
  return offer.dataMb === dataMb && offer.validityHours >= validityHours;
}

/** The bundles that come closest to a wish, best first. */
export function listNearest(offers: readonly Offer[], { dataMb, validityHours }: BundleWish): Offer[] {
  const lacks = (offer: Offer) => Math.max(0, validityHours - offer.validityHours);
  return offers
    .toSorted((a, b) => Math.abs(a.dataMb - dataMb) - Math.abs(b.dataMb - dataMb) || lacks(a) - lacks(b))
    .slice(0, NEAREST_SHOWN);
}

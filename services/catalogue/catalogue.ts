import type { Pool } from 'pg';
import { readOffers } from '../../db/networks/catalogue.ts';
import { type Network, readNetworks, readPrefixes } from '../../db/networks/networks.ts';
import type { AccountId } from '../../domain/ids.ts';
import { networkOfPrefix } from '../../domain/network/number-plan.ts';
import type { NetworkTerms, Offer } from '../../domain/purchase/accept.ts';
import { createCache } from '../cache.ts';

/** Reference data as this process knows it: at most a second old. */
export interface Catalogue {
  networks(): Promise<ReadonlyMap<string, Network>>;
  /** The networks, read again for a caller that has newer information than the cache. */
  networksNow(): Promise<ReadonlyMap<string, Network>>;
  /** What the account may buy now, by bundle id. */
  offers(accountId: AccountId): Promise<ReadonlyMap<string, Offer>>;
  /** The network of a number's prefix; null if it is not one of our networks. */
  prefixNetwork(phoneNumber: string): Promise<string | null>;
  /** Every prefix and its network. */
  prefixes(): Promise<ReadonlyMap<string, string>>;
  /** The networks' terms as last read by `networks()`; the accept lane decides by them. */
  terms(): ReadonlyMap<string, NetworkTerms>;
}

const FRESH_MS = 1_000;
const ACCOUNTS_MAX = 10_000;

/** Reads reference data from PostgreSQL and keeps it for a second. */
export function createCatalogue(pool: Pool): Catalogue {
  let terms: ReadonlyMap<string, NetworkTerms> = new Map();
  const networks = createCache<'all', ReadonlyMap<string, Network>>(1, FRESH_MS, async () => {
    const read = await readNetworks(pool);
    terms = new Map(read.map((network) => [network.id, toTerms(network)]));
    return new Map(read.map((network) => [network.id, network]));
  });
  const prefixes = createCache<'all', ReadonlyMap<string, string>>(1, FRESH_MS, () => readPrefixes(pool));
  const offers = createCache(ACCOUNTS_MAX, FRESH_MS, (accountId: AccountId) => readOffers(pool, accountId));

  return {
    networks: () => networks.get('all'),
    networksNow() {
      networks.forget('all');
      return networks.get('all');
    },
    offers: (accountId) => offers.get(accountId),
    prefixes: () => prefixes.get('all'),
    async prefixNetwork(phoneNumber) {
      return networkOfPrefix(await prefixes.get('all'), phoneNumber);
    },
    terms: () => terms,
  };
}

function toTerms({ id, name, status, resolveWithinMs }: Network): NetworkTerms {
  return { networkId: id, name, accepting: status !== 'unavailable', resolveWithinMs };
}

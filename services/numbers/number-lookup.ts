import type { Pool } from 'pg';
import { readStoredLocation } from '../../db/networks/number-lookups.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { LiveAnswers } from './live-answers.ts';

/** Where a number is today. */
export interface NumberLocation {
  /** A network of ours or another one's name; null when nobody knows. */
  readonly networkId: string | null;
  /** Whether that is another network than its prefix belongs to. */
  readonly ported: boolean;
  /** When this was found out: by the provider, else by reading the tables. */
  readonly lookedUpAt: Date;
}

/** Finds the network of a number: a live answer that is fresh, else the imported table, else the prefix. */
export interface NumberLookups {
  lookUp(phoneNumber: string): Promise<NumberLocation>;
  /**
   * Before a purchase: has a live provider asked where nothing fresh is stored, so that the account's transaction, which reads
   * the same rows, decides by it. Does nothing, and costs nothing, without a provider. Never rejects.
   */
  prepare(phoneNumber: string): Promise<void>;
}

/** `live` is null without a provider: then the tables are all there is. */
export function createNumberLookups(
  pool: Pool,
  catalogue: Pick<Catalogue, 'prefixNetwork'>,
  live: LiveAnswers | null,
): NumberLookups {
  const prepare = async (phoneNumber: string) => live?.refresh(phoneNumber);
  return {
    prepare,
    async lookUp(phoneNumber) {
      await prepare(phoneNumber);
      const [stored, prefixNetworkId] = await Promise.all([
        readStoredLocation(pool, phoneNumber),
        catalogue.prefixNetwork(phoneNumber),
      ]);
      const networkId = stored.live?.networkId ?? stored.portedTo ?? prefixNetworkId;
      return {
        networkId,
        ported: networkId !== prefixNetworkId,
        lookedUpAt: stored.live?.lookedUpAt ?? stored.readAt,
      };
    },
  };
}

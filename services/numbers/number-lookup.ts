import type { Pool } from 'pg';
import { readStoredLocation } from '../../db/networks/number-lookups.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { LiveAnswers } from './live-answers.ts';

/** Where a number is today. */
export interface NumberLocation {
  /** One of our networks, or the name of another one; null if unknown. */
  readonly networkId: string | null;
  /** Whether it is another network than that of its prefix. */
  readonly ported: boolean;
  /** When this was determined: by the provider, or by reading the tables. */
  readonly lookedUpAt: Date;
}

/** Finds the network of a number: from a fresh live answer, otherwise from the imported table, otherwise from the prefix. */
export interface NumberLookups {
  lookUp(phoneNumber: string): Promise<NumberLocation>;
  /**
   * Before a purchase: asks a live provider if no fresh answer is stored, so that the account's transaction, which reads the same
   * rows, decides by it. Without a provider it does nothing and costs nothing. Never rejects.
   */
  prepare(phoneNumber: string): Promise<void>;
}

/** `live` is null without a provider: then only the tables decide. */
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

import type { Pool, PoolClient } from 'pg';
import { setAccountBundle } from '../../../db/accounts/accounts.ts';
import { addNetwork } from '../../../db/networks/config.ts';
import { inTransaction } from '../../../db/transaction.ts';
import type { AccountId } from '../../../domain/ids.ts';
import { NIGERIA, type SeedNetwork } from './nigeria.ts';

/** How the seeded networks are run. */
export interface NetworkSettings {
  readonly resolveWithinMs: number;
  readonly gatewayTimeoutMs: number;
  readonly inquiryDelaysMs: readonly number[];
  /** Between two orders for one number; gateways that need it document how much. */
  readonly numberSpacingMs: number;
  readonly ratePerSecond: number;
  readonly inFlightMax: number;
}

export const DEFAULT_SETTINGS: NetworkSettings = {
  resolveWithinMs: 15 * 60_000,
  gatewayTimeoutMs: 10_000,
  inquiryDelaysMs: [3_000, 7_000, 15_000, 30_000, 60_000, 120_000],
  numberSpacingMs: 0,
  ratePerSecond: 1_000,
  inFlightMax: 2_000,
};

/** Adds missing entries of the Nigerian demo catalogue; existing entries keep their values. */
export async function seedNigeria(pool: Pool, settings: NetworkSettings = DEFAULT_SETTINGS): Promise<void> {
  await inTransaction(pool, async (tx) => {
    for (const network of NIGERIA) await seedNetwork(tx, network, settings);
  });
}

/** Lets an account buy every seeded bundle at its demo price. */
export async function sellAllBundles(tx: Pool | PoolClient, accountId: AccountId): Promise<void> {
  for (const { bundles } of NIGERIA) {
    for (const { id, demoPrice } of bundles) await setAccountBundle(tx, accountId, id, demoPrice);
  }
}

async function seedNetwork(tx: PoolClient, network: SeedNetwork, settings: NetworkSettings): Promise<void> {
  const { bundles, id, mccMnc, name, prefixes } = network;
  await addNetwork(tx, {
    ...settings,
    id,
    name,
    country: 'NG',
    prefixes,
    mccMnc: [mccMnc],
    submitMode: 'local',
    bundles,
  });
}

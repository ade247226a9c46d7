import type { Pool, PoolClient } from 'pg';
import { setAccountBundle } from '../db/accounts.ts';
import { inTransaction } from '../db/transaction.ts';
import type { AccountId } from '../domain/ids.ts';
import { networkQueue } from '../domain/queues.ts';
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

/** Writes the Nigerian demonstration catalogue; run again, it changes settings and leaves everything else. */
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
  await tx.query({
    text: `
      INSERT INTO networks (id, name, country, resolve_within_ms, gateway_timeout_ms, inquiry_delays_ms,
                            number_spacing_ms)
      VALUES ($1, $2, 'NG', $3, $4, $5, $6)
      ON CONFLICT (id) DO UPDATE
        SET resolve_within_ms  = excluded.resolve_within_ms,
            gateway_timeout_ms = excluded.gateway_timeout_ms,
            inquiry_delays_ms  = excluded.inquiry_delays_ms,
            number_spacing_ms  = excluded.number_spacing_ms`,
    values: [
      network.id,
      network.name,
      settings.resolveWithinMs,
      settings.gatewayTimeoutMs,
      [...settings.inquiryDelaysMs],
      settings.numberSpacingMs,
    ],
  });
  for (const livemode of [true, false]) await seedQueue(tx, network.id, livemode, settings);
  await tx.query({
    text: `
      INSERT INTO number_prefixes (prefix, network_id)
      SELECT prefix, $1 FROM unnest($2::text[]) AS p (prefix)
      ON CONFLICT (prefix) DO NOTHING`,
    values: [network.id, network.prefixes],
  });
  await tx.query({
    text: `
      INSERT INTO network_codes (mcc_mnc, network_id)
      VALUES ($1, $2)
      ON CONFLICT (mcc_mnc) DO NOTHING`,
    values: [network.mccMnc, network.id],
  });
  for (const bundle of network.bundles) {
    await tx.query({
      text: `
        INSERT INTO bundles (id, network_id, name, data_mb, validity_hours, product_code)
        VALUES ($1, $2, $3, $4, $5, $6)
        ON CONFLICT (id) DO UPDATE SET product_code = excluded.product_code`,
      values: [bundle.id, network.id, bundle.name, bundle.dataMb, bundle.validityHours, bundle.productCode],
    });
  }
}

async function seedQueue(
  tx: PoolClient,
  networkId: string,
  livemode: boolean,
  { ratePerSecond, inFlightMax }: NetworkSettings,
): Promise<void> {
  await tx.query({
    text: `
      INSERT INTO network_queues (queue, network_id, livemode, rate_per_second, burst, in_flight_max, tokens)
      VALUES ($1, $2, $3, $4, $4, $5, $4)
      ON CONFLICT (queue) DO UPDATE
        SET rate_per_second = excluded.rate_per_second, burst = excluded.burst, in_flight_max = excluded.in_flight_max`,
    values: [networkQueue(networkId, livemode), networkId, livemode, ratePerSecond, inFlightMax],
  });
}

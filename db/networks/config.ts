import type { Pool, PoolClient } from 'pg';
import { type Cell, importAction } from '../../domain/approvals/file-action.ts';
import type { StaffAction } from '../../domain/approvals/staff.ts';
import { networkQueue } from '../../domain/network/queues.ts';
import { performCleared, takeTurn } from '../approvals/staff/in-turn.ts';
import { requireCleared } from '../approvals/staff/missing.ts';
import type { Actor } from '../audit/record.ts';
import { inTransaction } from '../transaction.ts';

/** A bundle as a network sells it. */
export interface BundleConfig {
  readonly id: string;
  readonly name: string;
  readonly dataMb: number;
  readonly validityHours: number;
  /** The gateway's own code. */
  readonly productCode: string;
}

/** Everything about a network but its gateway and its status. */
export interface NetworkConfig {
  readonly id: string;
  readonly name: string;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  readonly prefixes: readonly string[];
  /** Mobile country and network codes. */
  readonly mccMnc: readonly string[];
  readonly resolveWithinMs: number;
  readonly gatewayTimeoutMs: number;
  readonly submitMode: 'local' | 'regular';
  /** After the send; the last spacing repeats. */
  readonly inquiryDelaysMs: readonly number[];
  /** Between two sends for one number. */
  readonly numberSpacingMs: number;
  readonly ratePerSecond: number;
  readonly inFlightMax: number;
  readonly bundles: readonly BundleConfig[];
}

/** What a configuration could not change: a prefix, code or bundle that is another network's. */
export type Configured =
  | { readonly kind: 'configured'; readonly isNew: boolean }
  | { readonly kind: 'taken'; readonly what: string; readonly by: string };

/**
 * Adds a network or changes it, whole or not at all; recorded with who and why. Prefixes and bundles that the file does
 * not name stay as they are.
 * @throws ApprovalMissing while another operator must approve it.
 */
export async function configureNetwork(db: Pool, network: NetworkConfig, actor: Actor): Promise<Configured> {
  const configured = await inTransaction(db, async (tx) => {
    await takeTurn(tx, 'network_configure');
    const taken = await findTaken(tx, network);
    if (taken !== null) return taken;
    return performCleared(tx, toStaffAction(network), actor, async () => {
      const isNew = await addNetwork(tx, network);
      if (!isNew) await changeNetwork(tx, network);
      const details = {
        name: network.name,
        prefixes: network.prefixes,
        bundles: network.bundles.map(({ id }) => id),
      };
      return { result: isNew, done: { action: 'network_configure', subject: network.id, details } };
    });
  });
  if ('kind' in configured) return configured;
  requireCleared(configured.cleared);
  return { kind: 'configured', isNew: configured.result === true };
}

/** What another operator approves: the whole file, one value or one bundle per line. */
function toStaffAction({ bundles, ...values }: NetworkConfig): StaffAction {
  return importAction('network_configure', [
    ...Object.entries(values).map(([name, value]): Cell[] => [name, ...[value].flat()]),
    ...bundles.map(({ id, name, dataMb, validityHours, productCode }): Cell[] => [
      id,
      name,
      dataMb,
      validityHours,
      productCode,
    ]),
  ]);
}

async function findTaken(
  tx: PoolClient,
  network: NetworkConfig,
): Promise<Extract<Configured, { kind: 'taken' }> | null> {
  const { rows } = await tx.query<{ what: string; by: string }>({
    text: `
      SELECT prefix AS what, network_id AS by FROM number_prefixes WHERE prefix = ANY ($2) AND network_id <> $1
      UNION ALL
      SELECT mcc_mnc, network_id FROM network_codes WHERE mcc_mnc = ANY ($3) AND network_id <> $1
      UNION ALL
      SELECT id, network_id FROM bundles WHERE id = ANY ($4) AND network_id <> $1
       LIMIT 1`,
    values: [network.id, network.prefixes, network.mccMnc, network.bundles.map(({ id }) => id)],
  });
  return rows[0] === undefined ? null : { kind: 'taken', ...rows[0] };
}

/**
 * Adds a network with its queues, prefixes, codes and bundles. What is already there keeps the values that it has: seeding
 * again never undoes what an operator has changed. Returns whether the network is new.
 */
export async function addNetwork(tx: PoolClient, network: NetworkConfig): Promise<boolean> {
  const { rowCount } = await tx.query({
    text: `
      INSERT INTO networks
             (id, name, country, resolve_within_ms, gateway_timeout_ms, submit_mode, inquiry_delays_ms,
              number_spacing_ms)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
      ON CONFLICT (id) DO NOTHING`,
    values: networkValues(network),
  });
  for (const livemode of [true, false]) await addQueue(tx, network, livemode);
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
      SELECT code, $1 FROM unnest($2::text[]) AS c (code)
      ON CONFLICT (mcc_mnc) DO NOTHING`,
    values: [network.id, network.mccMnc],
  });
  for (const bundle of network.bundles) await addBundle(tx, network.id, bundle);
  return rowCount === 1;
}

async function changeNetwork(tx: PoolClient, network: NetworkConfig): Promise<void> {
  await tx.query({
    text: `
      UPDATE networks
         SET name = $2, country = $3, resolve_within_ms = $4, gateway_timeout_ms = $5, submit_mode = $6,
             inquiry_delays_ms = $7, number_spacing_ms = $8
       WHERE id = $1`,
    values: networkValues(network),
  });
  await tx.query({
    text: `
      UPDATE network_queues
         SET rate_per_second = $2::float8, burst = greatest($2::float8, 1), in_flight_max = $3
       WHERE network_id = $1`,
    values: [network.id, network.ratePerSecond, network.inFlightMax],
  });
  for (const bundle of network.bundles) await changeBundle(tx, network.id, bundle);
}

const networkValues = (network: NetworkConfig) => [
  network.id,
  network.name,
  network.country,
  network.resolveWithinMs,
  network.gatewayTimeoutMs,
  network.submitMode,
  network.inquiryDelaysMs,
  network.numberSpacingMs,
];

async function addQueue(tx: PoolClient, network: NetworkConfig, livemode: boolean): Promise<void> {
  const { id, inFlightMax, ratePerSecond } = network;
  await tx.query({
    text: `
      INSERT INTO network_queues (queue, network_id, livemode, rate_per_second, burst, in_flight_max, tokens)
      VALUES ($1, $2, $3, $4::float8, greatest($4::float8, 1), $5, greatest($4::float8, 1))
      ON CONFLICT (queue) DO NOTHING`,
    values: [networkQueue(id, livemode), id, livemode, ratePerSecond, inFlightMax],
  });
}

async function addBundle(tx: PoolClient, networkId: string, bundle: BundleConfig): Promise<void> {
  await tx.query({
    text: `
      INSERT INTO bundles (id, network_id, name, data_mb, validity_hours, product_code)
      VALUES ($1, $2, $3, $4, $5, $6)
      ON CONFLICT (id) DO NOTHING`,
    values: [bundle.id, networkId, bundle.name, bundle.dataMb, bundle.validityHours, bundle.productCode],
  });
}

/** A withdrawn bundle that is in the file again is sold again. */
async function changeBundle(tx: PoolClient, networkId: string, bundle: BundleConfig): Promise<void> {
  await tx.query({
    text: `
      UPDATE bundles
         SET name = $3, data_mb = $4, validity_hours = $5, product_code = $6, withdrawn_at = NULL
       WHERE id = $1 AND network_id = $2`,
    values: [bundle.id, networkId, bundle.name, bundle.dataMb, bundle.validityHours, bundle.productCode],
  });
}

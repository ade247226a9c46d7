import type { Pool } from 'pg';

/** A network as clients see it and as purchases need it. */
export interface Network {
  readonly id: string;
  readonly name: string;
  readonly country: string;
  readonly status: 'operational' | 'degraded' | 'unavailable';
  readonly statusMessage: string | null;
  readonly statusUpdatedAt: Date;
  /** When it is worth asking again, while unavailable; null if unknown. */
  readonly retryAfterMs: number | null;
  readonly resolveWithinMs: number;
  /** Longest a call to its gateway may take. */
  readonly gatewayTimeoutMs: number;
}

/** All networks, in order of id. */
export async function readNetworks(db: Pool): Promise<Network[]> {
  const { rows } = await db.query<Network>({
    name: 'read-networks',
    text: `
      SELECT id, name, country, status, status_message AS "statusMessage", status_updated_at AS "statusUpdatedAt",
             resolve_within_ms AS "resolveWithinMs", gateway_timeout_ms AS "gatewayTimeoutMs",
             h.retry_after_ms AS "retryAfterMs"
        FROM networks
        LEFT JOIN network_health h ON h.network_id = id
       ORDER BY id`,
  });
  return rows;
}

/** Which network each number prefix belongs to. */
export async function readPrefixes(db: Pool): Promise<Map<string, string>> {
  const { rows } = await db.query<{ prefix: string; network_id: string }>({
    name: 'read-prefixes',
    text: 'SELECT prefix, network_id FROM number_prefixes',
  });
  return new Map(rows.map(({ prefix, network_id }) => [prefix, network_id]));
}

/** A network's queue and pace. */
export interface NetworkQueue {
  readonly queue: string;
  readonly networkId: string;
  readonly livemode: boolean;
  readonly ratePerSecond: number;
  readonly inFlightMax: number;
}

/** The queues of all networks, live and test. */
export async function readNetworkQueues(db: Pool): Promise<NetworkQueue[]> {
  const { rows } = await db.query<NetworkQueue>({
    name: 'read-network-queues',
    text: `
      SELECT queue, network_id AS "networkId", livemode, rate_per_second AS "ratePerSecond", in_flight_max AS "inFlightMax"
        FROM network_queues
       ORDER BY queue`,
  });
  return rows;
}

/** A bundle that may be sold, by its gateway's own code. */
export interface BundleProduct {
  readonly bundleId: string;
  readonly networkId: string;
  readonly productCode: string;
  /** What routes order instead, by route. */
  readonly routeCodes: Readonly<Record<string, string>>;
}

/** All bundles that are not withdrawn, in order of id. */
export async function readBundleProducts(db: Pool): Promise<BundleProduct[]> {
  const { rows } = await db.query<BundleProduct>({
    name: 'read-bundle-products',
    text: `
      SELECT b.id AS "bundleId", b.network_id AS "networkId", b.product_code AS "productCode",
             coalesce((SELECT json_object_agg(r.route, r.product_code)
                         FROM route_bundles r
                        WHERE r.network_id = b.network_id AND r.bundle_id = b.id), '{}') AS "routeCodes"
        FROM bundles b
       WHERE b.withdrawn_at IS NULL
       ORDER BY b.id`,
  });
  return rows;
}

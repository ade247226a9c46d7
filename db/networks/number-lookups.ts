import type { Pool, PoolClient } from 'pg';

/** Stands for every network that we do not sell. */
export const OTHER_NETWORK = 'other';

/** What is stored about a number's network. */
export interface StoredLocation {
  /** As a live provider answered recently; null without such an answer. */
  readonly live: { readonly networkId: string; readonly lookedUpAt: Date } | null;
  /** As imported; null where the number is not known to have moved. */
  readonly portedTo: string | null;
  /** The time of reading. */
  readonly readAt: Date;
}

/** Reads what is stored of a number: the live answer while it is fresh, and the imported one. */
export async function readStoredLocation(db: Pool, phoneNumber: string): Promise<StoredLocation> {
  const { rows } = await db.query<{
    live_network_id: string | null;
    looked_up_at: Date;
    ported_to: string | null;
    at: Date;
  }>({
    name: 'read-stored-location',
    text: `
      SELECT clock.at, l.network_id AS live_network_id, l.looked_up_at, p.network_id AS ported_to
        FROM (SELECT app_now() AS at) clock
        LEFT JOIN number_lookups l ON l.phone_number = $1 AND l.fresh_until > clock.at
        LEFT JOIN ported_numbers p ON p.phone_number = $1`,
    values: [phoneNumber],
  });
  const [row] = rows;
  if (row === undefined) throw new TypeError('a row that is always there');
  const live =
    row.live_network_id === null ? null : { networkId: row.live_network_id, lookedUpAt: row.looked_up_at };
  return { live, portedTo: row.ported_to, readAt: row.at };
}

/** Keeps a live answer for a while, in place of an earlier one. */
export async function storeLiveLocation(
  db: Pool,
  phoneNumber: string,
  networkId: string,
  freshForMs: number,
): Promise<void> {
  await db.query({
    name: 'store-live-location',
    text: `
      INSERT INTO number_lookups (phone_number, network_id, looked_up_at, fresh_until)
      SELECT $1, $2, clock.at, clock.at + $3 * interval '1 millisecond'
        FROM (SELECT app_now() AS at) clock
      ON CONFLICT (phone_number) DO UPDATE
        SET network_id = excluded.network_id, looked_up_at = excluded.looked_up_at, fresh_until = excluded.fresh_until`,
    values: [phoneNumber, networkId, freshForMs],
  });
}

/** Forgets live answers that a network has shown wrong. */
export async function dropLiveLocations(tx: PoolClient, phoneNumbers: readonly string[]): Promise<void> {
  await tx.query({
    name: 'drop-live-locations',
    // In order, since settlements of other accounts may forget the same numbers at the same time.
    text: `
      DELETE FROM number_lookups
       WHERE phone_number IN (SELECT phone_number
                                FROM number_lookups
                               WHERE phone_number = ANY ($1::text[])
                               ORDER BY phone_number
                                 FOR UPDATE)`,
    values: [phoneNumbers],
  });
}

/** Network by mobile country and network code. */
export async function readNetworkCodes(db: Pool): Promise<Map<string, string>> {
  const { rows } = await db.query<{ mcc_mnc: string; network_id: string }>({
    name: 'read-network-codes',
    text: 'SELECT mcc_mnc, network_id FROM network_codes',
  });
  return new Map(rows.map((row) => [row.mcc_mnc, row.network_id]));
}

import type { Writable } from 'node:stream';
import type { PoolClient } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';

/** A row of the file as it is staged. */
export interface StagedRow {
  readonly line: number;
  readonly phoneNumber: string;
  readonly networkId: string;
}

/** Makes the staging table of this transaction; one import at a time. */
export async function openStaging(tx: PoolClient): Promise<void> {
  await tx.query(`SELECT pg_advisory_xact_lock(hashtext('porting import'))`);
  await tx.query(`
    CREATE TEMPORARY TABLE porting_staging (line integer, phone_number text, network_id text) ON COMMIT DROP`);
}

/** Takes lines as `stagedLine` makes them. */
export function copyIntoStaging(tx: PoolClient): Writable {
  return tx.query(copyFrom('COPY porting_staging (line, phone_number, network_id) FROM STDIN'));
}

/** One line of COPY's text format; phone numbers and ids contain nothing that must be escaped. */
export function stagedLine({ line, phoneNumber, networkId }: StagedRow): string {
  return `${line}\t${phoneNumber}\t${networkId}\n`;
}

/** Numbers that the file puts on two networks, with the first two lines that do. */
export async function readContradictions(
  tx: PoolClient,
  limit: number,
): Promise<{ readonly phoneNumber: string; readonly lines: readonly [number, number] }[]> {
  await tx.query('ANALYZE porting_staging');
  const { rows } = await tx.query<{ phone_number: string; first: number; last: number }>({
    text: `
      SELECT phone_number, min(line) AS first, max(line) AS last
        FROM porting_staging
       GROUP BY phone_number
      HAVING min(network_id) <> max(network_id)
       ORDER BY max(line)
       LIMIT $1`,
    values: [limit],
  });
  return rows.map((row) => ({ phoneNumber: row.phone_number, lines: [row.first, row.last] }));
}

export interface MergeCounts {
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
}

/**
 * Brings the staged rows into ported_numbers; with `replace`, also takes out the numbers that are not staged. Only what differs
 * is written, and no lock keeps purchases from reading the table as it was.
 */
export async function mergeStaging(tx: PoolClient, replace: boolean): Promise<MergeCounts> {
  const removed = replace ? await removeUnstaged(tx) : 0;
  const { rows } = await tx.query<{ added: number; changed: number }>(`
    WITH written AS (
      INSERT INTO ported_numbers (phone_number, network_id, imported_at)
      SELECT DISTINCT ON (phone_number) phone_number, network_id, clock.at
        FROM porting_staging, (SELECT app_now() AS at) clock
       ORDER BY phone_number
      ON CONFLICT (phone_number) DO UPDATE
        SET network_id = excluded.network_id, imported_at = excluded.imported_at
        WHERE ported_numbers.network_id <> excluded.network_id
      RETURNING (xmax = 0) AS added
    )
    SELECT count(*) FILTER (WHERE added) AS added, count(*) FILTER (WHERE NOT added) AS changed FROM written`);
  return { added: rows[0]?.added ?? 0, changed: rows[0]?.changed ?? 0, removed };
}

async function removeUnstaged(tx: PoolClient): Promise<number> {
  const { rowCount } = await tx.query(`
    DELETE FROM ported_numbers p
     WHERE NOT EXISTS (SELECT FROM porting_staging s WHERE s.phone_number = p.phone_number)`);
  return rowCount ?? 0;
}

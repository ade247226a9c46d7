import type { PoolClient } from 'pg';
import type { BatchColumn } from '../../domain/batch/batch.ts';
import type { LineError } from '../../domain/batch/rows/row.ts';
import { ROW_CASES } from '../../domain/batch/rows/row-cases.ts';
import { type BatchId, uuidOf } from '../../domain/ids.ts';
import { fillMessage } from '../../domain/messages.ts';

/** Errors that a batch shows; all are in its rows. */
export const ERRORS_SHOWN = 20;

export interface Repeated {
  readonly count: number;
  readonly cost: number;
  readonly byNetwork: ReadonlyMap<string, number>;
  readonly errors: readonly LineError[];
}

export const NONE_REPEATED: Repeated = { count: 0, cost: 0, byNetwork: new Map(), errors: [] };

/** Rows that one statement looks through, about, so that none takes long. */
const REFERENCES_AT_ONCE = 200_000;

/**
 * Of the valid rows that share a reference, the first is kept; the others buy nothing. Found by the database, since the file
 * may be large: references are looked through in shares, by their hash.
 */
export async function refuseRepeatedReferences(
  tx: PoolClient,
  batchId: BatchId,
  columns: readonly BatchColumn[],
  rowCount: number,
): Promise<Repeated> {
  const column = columns.find(({ target }) => target === 'reference')?.name ?? null;
  const shares = Math.max(1, Math.ceil(rowCount / REFERENCES_AT_ONCE));
  // Rows that have just arrived are in no statistics: a plan that expects one of them would compare each with each.
  await tx.query('SET LOCAL enable_nestloop = off');
  let all = NONE_REPEATED;
  for (let share = 0; share < shares; share++) {
    const { rows } = await tx.query<RepeatedRow>({
      name: 'refuse-repeated-references',
      text: REFUSE_REPEATED,
      values: [uuidOf('bat', batchId), column, ERRORS_SHOWN, shares, share],
    });
    for (const row of rows) all = addRepeated(all, row);
  }
  await tx.query('SET LOCAL enable_nestloop = on');
  return all;
}

interface RepeatedRow {
  readonly count: number;
  readonly cost: number;
  readonly by_network: Readonly<Record<string, number>> | null;
  readonly errors: readonly LineError[] | null;
}

function addRepeated(all: Repeated, { count, cost, by_network, errors }: RepeatedRow): Repeated {
  const byNetwork = new Map(all.byNetwork);
  for (const [networkId, rows] of Object.entries(by_network ?? {})) {
    byNetwork.set(networkId, (byNetwork.get(networkId) ?? 0) + rows);
  }
  return {
    count: all.count + count,
    cost: all.cost + cost,
    byNetwork,
    errors: [...all.errors, ...(errors ?? [])],
  };
}

/** The message of a row as a format of PostgreSQL, inside quotes: it may have no apostrophe. */
const REPEATED = fillMessage(ROW_CASES.reference_repeated.message, { cell: '%1$s', line: '%2$s' });

const REFUSE_REPEATED = `
  WITH seen AS (
    SELECT line, reference, price, first_value(line) OVER same AS first_line
      FROM batch_rows
     WHERE batch_id = $1 AND state = 'waiting' AND mod(hashtextextended(reference, 0), $4) IN ($5, $5 - $4)
    WINDOW same AS (PARTITION BY reference ORDER BY line)
  ), repeated AS (
    UPDATE batch_rows r
       SET state = 'invalid', price = NULL,
           errors = json_build_array(json_build_object(
             'column', $2::text,
             'code', 'duplicate_reference',
             'message', format('${REPEATED}',
                               to_json(s.reference), s.first_line)))
      FROM seen s
     WHERE r.batch_id = $1 AND r.line = s.line AND s.line <> s.first_line
    RETURNING r.line, s.price, r.network_id, r.errors
  )
  SELECT count(*)::int AS count, coalesce(sum(price), 0)::bigint AS cost,
         (SELECT json_object_agg(network_id, n)
            FROM (SELECT network_id, count(*) AS n FROM repeated GROUP BY network_id) each_one) AS by_network,
         (SELECT json_agg(json_build_object('line', line, 'column', errors -> 0 -> 'column', 'code', errors -> 0 -> 'code',
                                            'message', errors -> 0 -> 'message') ORDER BY line)
            FROM (SELECT line, errors FROM repeated ORDER BY line LIMIT $3) first_ones) AS errors
    FROM repeated`;

import { expect } from 'vitest';
import { uuidOf } from '../../../domain/ids.ts';
import type { BatchFixture } from './fixture.ts';
import { asBatchId } from './fixture.ts';

/** Requires that what a batch that is not started says of its rows is what its rows say. */
export async function expectSoundBatch({ pool }: BatchFixture, id: string): Promise<void> {
  const { rows } = await pool.query({
    text: `
      SELECT json_build_array(b.row_count, b.invalid_count, b.refused_count, b.cost, b.duplicate_count, b.warned_count,
                              CASE WHEN b.correction_state = 'rejected' THEN r.corrected ELSE b.corrected_count END,
                              (SELECT coalesce(json_object_agg(network_id, valid ORDER BY network_id), '{}')
                                 FROM batch_networks WHERE batch_id = b.id AND valid > 0),
                              b.networks) AS kept,
             json_build_array(r.rows, r.invalid, r.refused, r.cost, r.duplicates, r.warned, r.corrected,
                              (SELECT coalesce(json_object_agg(network_id, n ORDER BY network_id), '{}')
                                 FROM (SELECT network_id, count(*) AS n FROM batch_rows
                                        WHERE batch_id = b.id AND state = 'waiting' GROUP BY network_id) each_one),
                              ARRAY(SELECT DISTINCT network_id FROM batch_rows
                                     WHERE batch_id = b.id AND state = 'waiting' ORDER BY network_id)) AS found
        FROM batches b
       CROSS JOIN LATERAL (
             SELECT count(*) AS rows,
                    count(*) FILTER (WHERE state = 'invalid') AS invalid,
                    count(*) FILTER (WHERE state = 'refused') AS refused,
                    coalesce(sum(price) FILTER (WHERE state = 'waiting'), 0) AS cost,
                    count(*) FILTER (WHERE errors::text LIKE '%duplicateOf%' OR warnings::text LIKE '%duplicateOf%') AS duplicates,
                    count(*) FILTER (WHERE state <> 'refused' AND warnings IS NOT NULL) AS warned,
                    count(*) FILTER (WHERE state = 'waiting' AND chosen ->> 'phoneNumber' IS NOT NULL
                                       AND edit ->> 'phoneNumber' IS NULL) AS corrected
               FROM batch_rows WHERE batch_id = b.id) r
       WHERE b.id = $1`,
    values: [uuidOf('bat', asBatchId(id))],
  });
  expect(rows[0].kept).toEqual(rows[0].found);
}

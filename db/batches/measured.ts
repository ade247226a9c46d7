import type { PoolClient } from 'pg';
import { addSpan, type Measured, type Span } from '../../domain/batch/measured.ts';

export interface NetworkSpan {
  readonly networkId: string;
  /** Null where a look measured nothing. */
  readonly span: Span | null;
}

/** Adds to what is measured of the networks. Other releases wait for their rows until this transaction ends. */
export async function addSpans(
  tx: PoolClient,
  livemode: boolean,
  found: readonly NetworkSpan[],
): Promise<void> {
  const spans = new Map(found.flatMap(({ networkId, span }) => (span === null ? [] : [[networkId, span]])));
  if (spans.size === 0) return;
  const { rows } = await tx.query<MeasuredRow>({
    name: 'lock-measured',
    text: `
      SELECT network_id, measured_at, measured_complete, measured_seconds
        FROM batch_rates
       WHERE livemode = $1 AND network_id = ANY ($2)
       ORDER BY network_id
         FOR UPDATE`,
    values: [livemode, [...spans.keys()]],
  });
  const next = rows.flatMap((row) => {
    const span = spans.get(row.network_id);
    const measured = span === undefined ? null : addSpan(readMeasured(row), span);
    return measured === null ? [] : [{ networkId: row.network_id, ...measured }];
  });
  await tx.query({
    name: 'record-measured',
    text: `
      UPDATE batch_rates r
         SET measured_at = m.at, measured_complete = m.completed, measured_seconds = m.seconds
        FROM unnest($2::text[], $3::timestamptz[], $4::float8[], $5::float8[]) AS m (network_id, at, completed, seconds)
       WHERE r.livemode = $1 AND r.network_id = m.network_id`,
    values: [
      livemode,
      next.map(({ networkId }) => networkId),
      next.map(({ at }) => at),
      next.map(({ completed }) => completed),
      next.map(({ seconds }) => seconds),
    ],
  });
}

interface MeasuredRow {
  readonly network_id: string;
  readonly measured_at: Date | null;
  readonly measured_complete: number | null;
  readonly measured_seconds: number | null;
}

function readMeasured({
  measured_at: at,
  measured_complete,
  measured_seconds,
}: MeasuredRow): Measured | null {
  if (at === null || measured_complete === null || measured_seconds === null) return null;
  return { at, completed: measured_complete, seconds: measured_seconds };
}

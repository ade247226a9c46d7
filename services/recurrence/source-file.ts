import type { Pool } from 'pg';
import { listSourceRows } from '../../db/recurrence/source-rows.ts';
import type { BatchColumn } from '../../domain/batch/batch.ts';
import type { BatchId } from '../../domain/ids.ts';
import { readFields, toRowLayout } from '../batches/cells.ts';

/** Rows per read: a row has up to 256 KiB, and most have 100 bytes. */
const PAGE_ROWS = 500;

/**
 * The rows of a batch as a file that is uploaded again: numbers as corrected, bundles as chosen, and the metadata. References are
 * left out, because a reference buys only once. It is the same however often it is written.
 */
export async function* writeSourceFile(
  pool: Pool,
  batchId: BatchId,
  columns: readonly BatchColumn[],
): AsyncGenerator<Buffer> {
  const layout = toRowLayout(columns);
  const keys = layout.metadata.map(({ key }) => key);
  yield toLine(['phone_number', 'bundle_id', 'network_id', ...keys.map((key) => `metadata.${key}`)]);
  for (let after = 0; ; ) {
    const rows = await listSourceRows(pool, batchId, after, PAGE_ROWS);
    if (rows.length === 0) return;
    yield Buffer.concat(
      rows.map(({ cells, chosen }) => {
        const { phoneNumber, bundleId, networkId, metadata } = readFields(layout, cells, chosen);
        return toLine([phoneNumber, bundleId, networkId ?? '', ...keys.map((key) => metadata[key] ?? '')]);
      }),
    );
    after = rows.at(-1)?.line ?? after;
  }
}

function toLine(cells: readonly string[]): Buffer {
  return Buffer.from(`${cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')}\n`);
}

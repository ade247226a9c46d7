import type { Pool } from 'pg';
import { renderRows } from '../batches/results.ts';
import { renderBatch } from '../contract/batch.ts';
import { type BatchFile, listBatchRows, type RowFilter } from '../db/batch-rows.ts';
import { listBatches } from '../db/batches.ts';
import { type AccountId, type BatchId, readId } from '../domain/ids.ts';
import { ApiError } from './api-error.ts';
import { type Cursors, foreignCursor } from './cursor.ts';
import { pageOf } from './page.ts';
import type { ListQuery, RowsQuery } from './routes/batch-schemas.ts';

export interface PageDeps {
  readonly pool: Pool;
  readonly cursors: Cursors;
}

/** A page of an account's batches, newest first. */
export function batchPage({ pool, cursors }: PageDeps, accountId: AccountId, query: ListQuery) {
  const { limit, cursor, ...filters } = query;
  const filter = { reference: query.reference ?? null, status: query.status ?? null };
  return pageOf({
    cursors,
    scope: { accountId, endpoint: 'batches', filters },
    cursor,
    limit: Number(limit),
    readPosition: ([id = '']) => {
      const batchId = readId('bat', id);
      if (batchId === null) throw foreignCursor();
      return batchId;
    },
    find: (after, count) => listBatches(pool, accountId, filter, after, count),
    positionOf: ({ id }) => [id],
    render: (batches) => batches.map(renderBatch),
  });
}

/** A page of the rows of a batch, in order of line. */
export function rowsPage(
  { pool, cursors }: PageDeps,
  accountId: AccountId,
  id: BatchId,
  file: BatchFile,
  query: RowsQuery,
) {
  const { limit, cursor, ...filters } = query;
  return pageOf({
    cursors,
    scope: { accountId, endpoint: `batches/${id}/rows`, filters },
    cursor,
    limit: Number(limit),
    readPosition: ([line = '']) => {
      if (!/^[0-9]{1,9}$/.test(line)) throw foreignCursor();
      return Number(line);
    },
    find: (after, count) => listBatchRows(pool, accountId, id, rowFilterOf(query), after ?? 0, count),
    positionOf: ({ line }) => [String(line)],
    render: (rows) => renderRows(file, rows),
  });
}

/** Which rows a query asks for. */
export function rowFilterOf({ state, only, include }: RowsQuery): RowFilter {
  return { state: state ?? null, unbought: only === 'unbought', timeouts: include === 'network_timeout' };
}

/** Reads a batch's id from a path. @throws ApiError `not_found` */
export function batchIdOf(text: string): BatchId {
  const id = readId('bat', text);
  if (id === null) throw noSuchBatch();
  return id;
}

export function noSuchBatch(): ApiError {
  return new ApiError('not_found', 'Your account has no such batch.', { param: 'batch_id' });
}

import { renderBatch } from '../../contract/batches/batch.ts';
import { findBatch } from '../../db/batches/batches.ts';
import { listBatches } from '../../db/batches/lists/of-account.ts';
import { type BatchFile, listBatchRows, type RowFilter, type RowPage } from '../../db/batches/rows.ts';
import type { Shown } from '../../db/purchases/guard.ts';
import { type AccountId, type BatchId, readId } from '../../domain/ids.ts';
import { renderRows } from '../../services/batches/results.ts';
import { type ApiError, apiError } from '../plugins/api-error.ts';
import type { DuePurchases } from '../plugins/due-purchases.ts';
import type { ListAnswers } from '../plugins/places/list-answers.ts';
import type { ApiPools } from '../pools.ts';
import type { ListQuery } from './batch-labels/list-query.ts';
import type { RowsQuery } from './batch-schemas.ts';
import { type Cursors, foreignCursor } from './cursor.ts';
import { readPage } from './page.ts';

/** Most bytes of rows in one read; a row has up to 256 KiB. */
const READ_BYTES_MAX = 128 * 1024;

export interface PageDeps {
  readonly pools: Pick<ApiPools, 'own' | 'reads'>;
  readonly cursors: Cursors;
  readonly due: DuePurchases;
  readonly lists: ListAnswers;
}

/** A page of an account's batches, newest first. */
export function batchPage({ pools, cursors, due, lists }: PageDeps, accountId: AccountId, query: ListQuery) {
  const { limit, cursor, ...filters } = query;
  const filter = {
    reference: query.reference ?? null,
    status: query.status ?? null,
    scheduled: query.stage === 'scheduled',
    search: query.search ?? null,
    owner: query.owner ?? null,
    archived: query.archived === undefined ? null : query.archived === 'true',
    from: query.created_from === undefined ? null : new Date(query.created_from),
    to: query.created_to === undefined ? null : new Date(query.created_to),
  };
  return readPage({
    cursors,
    scope: { accountId, endpoint: 'batches', filters },
    cursor,
    limit: Number(limit),
    readPosition: ([id = '']) => {
      const batchId = readId('bat', id);
      if (batchId === null) throw foreignCursor();
      return batchId;
    },
    find: (after, count) =>
      due.settleThenRead(
        pools.own.of(accountId),
        accountId,
        () =>
          lists.read(accountId, () => listBatches(pools.own.of(accountId), accountId, filter, after, count)),
        (found) => ({ batchIds: found.map(({ id }) => id) }),
      ),
    positionOf: ({ id }) => [id],
    render: (batches) => batches.map(renderBatch),
  });
}

/** A page of the rows of a batch, in order of line. */
export function rowsPage(
  { pools, cursors, due, lists }: PageDeps,
  accountId: AccountId,
  id: BatchId,
  file: BatchFile,
  query: RowsQuery,
) {
  const { limit, cursor, amounts: _amounts, bom: _bom, ...filters } = query;
  return readPage({
    cursors,
    scope: { accountId, endpoint: `batches/${id}/rows`, filters },
    cursor,
    limit: Number(limit),
    readPosition: ([line = '']) => {
      if (!/^[0-9]{1,9}$/.test(line)) throw foreignCursor();
      return Number(line);
    },
    find: async (after, count) => {
      const limits = { rows: count, bytes: READ_BYTES_MAX };
      const { rows, isCut } = await due.settleThenRead(
        pools.own.of(accountId),
        accountId,
        () =>
          lists.read(accountId, () =>
            listBatchRows(pools.own.of(accountId), accountId, id, toRowFilter(query), after ?? 0, limits),
          ),
        purchasesIn,
      );
      return isCut ? { cut: rows } : rows;
    },
    positionOf: ({ line }) => [String(line)],
    render: (rows) => renderRows(file, rows),
  });
}

/** The purchases that a page of rows shows. */
export function purchasesIn({ rows }: RowPage): Shown {
  return { purchaseIds: rows.flatMap(({ purchaseId }) => (purchaseId === null ? [] : [purchaseId])) };
}

/** The filter of a query for rows. */
export function toRowFilter(query: RowsQuery): RowFilter {
  return {
    state: query.state ?? null,
    reason: query.reason ?? null,
    networkId: query.network_id ?? null,
    bundleId: query.bundle_id ?? null,
    phoneNumber: query.phone_number ?? null,
    unbought: query.only === 'unbought',
    timeouts: query.include === 'network_timeout',
  };
}

/** The batch as clients see it now. @throws ApiError `not_found` */
export async function mustFind({ pools, due }: PageDeps, accountId: AccountId, id: BatchId) {
  const find = () => findBatch(pools.own.of(accountId), accountId, id);
  const batch = await due.settleThenRead(pools.own.of(accountId), accountId, find, () => ({
    batchIds: [id],
  }));
  if (batch === null) throw noSuchBatch();
  return renderBatch(batch);
}

/** Reads a batch's id from a path. @throws ApiError `not_found` */
export function readBatchId(text: string): BatchId {
  const id = readId('bat', text);
  if (id === null) throw noSuchBatch();
  return id;
}

/** For changes of rows that a recurring campaign buys, without the right to start campaigns. */
export function boughtAgain(): ApiError {
  return apiError('rows_bought_again', { details: { required_right: 'batches:start' } });
}

export function noSuchBatch(): ApiError {
  return apiError('batch_unknown');
}

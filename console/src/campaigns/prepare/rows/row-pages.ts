import { type InfiniteData, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo, useRef } from 'react';
import type { BatchRow, BatchRowList } from '../../../../../clients/typescript/src/types.ts';
import { callApi } from '../../../app/api.ts';
import { useAccount } from '../../../app/session.tsx';

/** Rows of a page. */
const PAGE = 100;
/** Pages that are kept: a million rows are never in memory together. */
const PAGES_KEPT = 10;

export type RowFilter = Readonly<Record<'state' | 'reason' | 'phone_number', string | undefined>>;

/** Where a page begins in the list, and the page before it. */
interface Place {
  readonly start: number;
  readonly before: string | null;
}

export interface RowWindow {
  /** The row at a position of the list; undefined while it is not loaded. */
  readonly rowAt: (position: number) => BatchRow | undefined;
  /** Rows that are known to exist, with those that come next. */
  readonly count: number;
  readonly error: Error | null;
  readonly isEmpty: boolean;
  /** Loads what is near these positions. */
  readonly show: (from: number, to: number) => void;
}

/**
 * A window over the rows of a campaign. Pages follow one another by their cursors. Pages far from what is shown are
 * dropped, and read again when the person comes back to them.
 */
export function useRowPages(batchId: string, filter: RowFilter): RowWindow {
  const { id: account } = useAccount();
  const path = `/v1/batches/${batchId}/rows`;
  const key = JSON.stringify(filter);
  const places = useRef({ key, at: new Map<string, Place>([['', { start: 0, before: null }]]) });
  if (places.current.key !== key) {
    places.current = { key, at: new Map([['', { start: 0, before: null }]]) };
  }
  const query = useInfiniteQuery<
    BatchRowList,
    Error,
    InfiniteData<BatchRowList, string>,
    readonly unknown[],
    string
  >({
    queryKey: [account, path, filter],
    queryFn: ({ pageParam, signal }) => {
      const query = { ...filter, limit: PAGE, cursor: pageParam };
      return callApi<BatchRowList>(account, 'GET', path, { query, signal });
    },
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor,
    getPreviousPageParam: (_first, _all, cursor) => places.current.at.get(cursor)?.before ?? null,
    maxPages: PAGES_KEPT,
    placeholderData: keepPreviousData,
  });
  const { data, hasNextPage, hasPreviousPage, isFetching, fetchNextPage, fetchPreviousPage } = query;
  const { rows, start } = useMemo(() => {
    const first = data?.pageParams[0] ?? '';
    let at = places.current.at.get(first)?.start ?? 0;
    const begin = at;
    for (const [nth, page] of (data?.pages ?? []).entries()) {
      at += page.data.length;
      const before = data?.pageParams[nth] ?? '';
      if (page.next_cursor !== null) places.current.at.set(page.next_cursor, { start: at, before });
    }
    return { rows: data?.pages.flatMap((page) => page.data) ?? [], start: begin };
  }, [data]);
  const end = start + rows.length;
  return {
    rowAt: (position) => rows[position - start],
    count: end + (hasNextPage ? PAGE : 0),
    error: query.error,
    isEmpty: data !== undefined && end === 0,
    show: (from, to) => {
      if (isFetching) return;
      if (from < start && hasPreviousPage) void fetchPreviousPage();
      else if (to >= end && hasNextPage) void fetchNextPage();
    },
  };
}

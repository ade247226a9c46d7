import { type InfiniteData, keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef } from 'react';
import type { BatchRow, BatchRowList } from '../../../clients/typescript/src/types.ts';
import { callApi } from '../app/api.ts';
import { useAccount } from '../app/session.tsx';

/** Rows of a page. */
const PAGE = 100;
/** Pages that are kept: a million rows are never in memory together. */
const PAGES_KEPT = 10;

export type RowFilter = Readonly<
  Partial<Record<'state' | 'reason' | 'phone_number' | 'network_id' | 'bundle_id', string | undefined>>
>;

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
  /** Rows up to the last one that is loaded. */
  readonly read: number;
  readonly hasMore: boolean;
  readonly error: Error | null;
  /** No page was read yet. */
  readonly isUnread: boolean;
  readonly isEmpty: boolean;
  /** Loads what is near these positions. */
  readonly show: (from: number, to: number) => void;
}

/**
 * A window over the rows of a campaign. Pages follow one another by their cursors. Pages far from what is shown are
 * dropped, and read again when the person comes back to them.
 * @param everyMs how often the first page is read again while it is the only one; by default only when the window gets the focus
 */
export function useRowPages(batchId: string, filter: RowFilter, everyMs: number | false = false): RowWindow {
  const { id: account } = useAccount();
  const path = `/v1/batches/${batchId}/rows`;
  const key = JSON.stringify(filter);
  const places = useRef({ key, at: new Map<string, Place>([['', { start: 0, before: null }]]) });
  if (places.current.key !== key) {
    places.current = { key, at: new Map([['', { start: 0, before: null }]]) };
  }
  const queries = useQueryClient();
  const queryKey = [account, path, filter];
  const query = useInfiniteQuery<
    BatchRowList,
    Error,
    InfiniteData<BatchRowList, string>,
    readonly unknown[],
    string
  >({
    queryKey,
    queryFn: ({ pageParam, signal }) => {
      const query = { ...filter, limit: PAGE, cursor: pageParam };
      return callApi<BatchRowList>(account, 'GET', path, { query, signal });
    },
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor,
    getPreviousPageParam: (_first, _all, cursor) => places.current.at.get(cursor)?.before ?? null,
    maxPages: PAGES_KEPT,
    // Without their places, kept pages would be shown at the start of the list.
    gcTime: 0,
    // Pages are read one after another, so only the first one is followed.
    refetchInterval: ({ state }) => (isFirstOnly(state.data) ? everyMs : false),
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
  // While the window goes back to the first page, nothing is loaded. The place of the list is kept.
  const isReturning = data === undefined && places.current.at.size > 1;
  return {
    rowAt: (position) => rows[position - start],
    count: isReturning ? PAGE : end + (hasNextPage ? PAGE : 0),
    read: end,
    hasMore: hasNextPage,
    error: query.error,
    isUnread: data === undefined && !isReturning,
    isEmpty: data !== undefined && end === 0,
    show: (from, to) => {
      if (isFetching) return;
      // The pages between would be read one after another.
      if (from < PAGE && to + PAGE < start) void queries.resetQueries({ queryKey, exact: true });
      else if (from < start && hasPreviousPage) void fetchPreviousPage();
      else if (to >= end && hasNextPage) void fetchNextPage();
    },
  };
}

function isFirstOnly(data: InfiniteData<BatchRowList, string> | undefined): boolean {
  return data?.pages.length === 1 && data.pageParams[0] === '';
}

import { useQuery } from '@tanstack/react-query';
import { callApi, type Query } from './api.ts';
import { useAccount } from './session.tsx';

interface Page<Item> {
  readonly data: readonly Item[];
  readonly next_cursor: string | null;
}

/** The API gives at most this many of a list in one answer. */
const PAGE = 100;
/** The most pages of a list that a screen reads. */
const PAGES_MAX = 20;

/** Reads all pages of a list that is short by nature, such as people; 2,000 items at most. */
export function useAll<Item>(path: string, query: Query = {}, enabled = true) {
  const { id } = useAccount();
  return useQuery({
    queryKey: [id, path, 'all', query],
    enabled,
    queryFn: ({ signal }) => readPages<Item>(id, path, query, signal, PAGES_MAX),
  });
}

/** Reads the first items of a list; `isCut` if there are more. */
export async function readFirst<Item>(
  account: string,
  path: string,
  query: Query,
  most: number,
): Promise<{ readonly items: readonly Item[]; readonly isCut: boolean }> {
  const items: Item[] = [];
  let cursor: string | null = null;
  do {
    const page: Page<Item> = await callApi<Page<Item>>(account, 'GET', path, {
      query: { ...query, limit: PAGE, cursor },
    });
    items.push(...page.data);
    cursor = page.next_cursor;
  } while (cursor !== null && items.length <= most);
  return { items: items.slice(0, most), isCut: items.length > most };
}

/** Reads the pages of a list one after another. @param pagesMax the most that are read; by default all */
export async function readPages<Item>(
  account: string,
  path: string,
  query: Query,
  signal: AbortSignal,
  pagesMax = Number.POSITIVE_INFINITY,
): Promise<Item[]> {
  const items: Item[] = [];
  let cursor: string | null = null;
  for (let pages = 0; pages < pagesMax; pages += 1) {
    const page: Page<Item> = await callApi<Page<Item>>(account, 'GET', path, {
      query: { ...query, limit: PAGE, cursor },
      signal,
    });
    items.push(...page.data);
    cursor = page.next_cursor;
    if (cursor === null) break;
  }
  return items;
}

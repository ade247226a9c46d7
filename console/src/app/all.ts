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
  for await (const page of pagesOf<Item>(account, path, query)) {
    items.push(...page);
    if (items.length > most) break;
  }
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
  let pages = 0;
  for await (const page of pagesOf<Item>(account, path, query, signal)) {
    items.push(...page);
    pages += 1;
    if (pages >= pagesMax) break;
  }
  return items;
}

/** The items of a list, page by page: the next page is read when it is asked for. */
async function* pagesOf<Item>(
  account: string,
  path: string,
  query: Query,
  signal?: AbortSignal,
): AsyncGenerator<readonly Item[]> {
  let cursor: string | null = null;
  do {
    const page: Page<Item> = await callApi<Page<Item>>(account, 'GET', path, {
      query: { ...query, limit: PAGE, cursor },
      ...(signal === undefined ? {} : { signal }),
    });
    yield page.data;
    cursor = page.next_cursor;
  } while (cursor !== null);
}

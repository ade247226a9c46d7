/** One page of a list. */
export interface Page<T> {
  readonly data: readonly T[];
  readonly has_more: boolean;
  readonly next_cursor: string | null;
}

/** A list that is read page by page: `for await (const purchase of client.purchases.list())`. */
export interface Listing<T> extends AsyncIterable<T> {
  /** One page: the first, or the one at the `next_cursor` of the previous page. */
  page(cursor?: string | null): Promise<Page<T>>;
}

/** Creates a list from a function that reads one page. */
export function listing<T>(read: (cursor: string | undefined) => Promise<Page<T>>): Listing<T> {
  return {
    page: (cursor) => read(cursor ?? undefined),
    async *[Symbol.asyncIterator]() {
      let cursor: string | undefined;
      do {
        const page: Page<T> = await read(cursor);
        yield* page.data;
        cursor = page.next_cursor ?? undefined;
      } while (cursor !== undefined);
    },
  };
}

/** A page of a list, as the API answers it. */
export interface Page<T> {
  readonly data: readonly T[];
  readonly has_more: boolean;
  readonly next_cursor: string | null;
}

/** A list that is read page by page while it is iterated over: `for await (const purchase of client.purchases.list())`. */
export interface Listing<T> extends AsyncIterable<T> {
  /** One page alone: the first, or the one after `next_cursor` of the page before. */
  page(cursor?: string | null): Promise<Page<T>>;
}

/** Makes a list of what reads its pages. */
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

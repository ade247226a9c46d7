import type { CursorScope, Cursors } from './cursor.ts';

/** One page of a list, as the contract's list envelope. */
export interface PageRequest<Item, Position, Resource> {
  readonly cursors: Cursors;
  readonly scope: CursorScope;
  /** As the client sent it; absent for the first page. */
  readonly cursor: string | undefined;
  readonly limit: number;
  /** Reads the position of a cursor. @throws ApiError when it is none of this list. */
  readonly readPosition: (texts: readonly string[]) => Position;
  /** Up to `limit` items after a position, in the list's order. */
  readonly find: (after: Position | null, limit: number) => Promise<readonly Item[]>;
  readonly positionOf: (item: Item) => readonly string[];
  readonly render: (items: readonly Item[]) => Resource[];
}

/** Finds a page and whether there are more; one item more than the page is asked for, and not shown. */
export async function pageOf<Item, Position, Resource>(request: PageRequest<Item, Position, Resource>) {
  const { cursors, scope, cursor, limit } = request;
  const after = cursor === undefined ? null : request.readPosition(cursors.open(scope, cursor));
  const found = await request.find(after, limit + 1);
  const page = found.slice(0, limit);
  const last = page.at(-1);
  const hasMore = found.length > limit && last !== undefined;
  return {
    object: 'list' as const,
    data: request.render(page),
    has_more: hasMore,
    next_cursor: hasMore ? cursors.seal(scope, request.positionOf(last)) : null,
  };
}

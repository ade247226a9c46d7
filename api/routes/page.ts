import type { CursorScope, Cursors } from './cursor.ts';

/** A page that was cut, because more items would be too large for one answer. */
export interface CutPage<Item> {
  readonly cut: readonly Item[];
}

/** One page of a list, as the contract's list envelope. */
export interface PageRequest<Item, Position, Resource> {
  readonly cursors: Cursors;
  readonly scope: CursorScope;
  /** As the client sent it; absent for the first page. */
  readonly cursor: string | undefined;
  readonly limit: number;
  /** Reads the position of a cursor. @throws ApiError if it does not belong to this list. */
  readonly readPosition: (texts: readonly string[]) => Position;
  /** Up to `count` items after a position, in the list's order. */
  readonly find: (after: Position | null, count: number) => Promise<readonly Item[] | CutPage<Item>>;
  readonly positionOf: (item: Item) => readonly string[];
  readonly render: (items: readonly Item[]) => Resource[];
}

/** Most bytes of items in one answer, as JSON. An answer that is not read holds as much, and rendering it takes about 2 ms. */
export const PAGE_BYTES_MAX = 128 * 1024;
/** Items that are read first. Their size determines how many more to read. */
const READ_FIRST = 8;
/** Large items may follow small ones, so reads grow by at most this factor. */
const GROWTH_MAX = 4;

/**
 * Finds a page, and whether another follows: it reads one item more than it shows. A page of large items has fewer than
 * `limit`: it ends with the item that crosses 128 KiB.
 */
export async function readPage<Item, Position, Resource>(request: PageRequest<Item, Position, Resource>) {
  const { cursors, scope, cursor, limit } = request;
  let after = cursor === undefined ? null : request.readPosition(cursors.open(scope, cursor));
  const page: Shown<Item, Resource>[] = [];
  for (let bytes = 0, atOnce = READ_FIRST; ; ) {
    const left = bytes < PAGE_BYTES_MAX ? limit - page.length : 0;
    const count = Math.min(atOnce, left + 1);
    const found = await request.find(after, count);
    const isCut = 'cut' in found;
    const items = isCut ? found.cut : found;
    for (const shown of showAll(request, items.slice(0, left))) {
      if (bytes >= PAGE_BYTES_MAX) return envelope(request, page, true);
      page.push(shown);
      bytes += shown.bytes;
    }
    const last = page.at(-1);
    if (isCut || items.length > left) return envelope(request, page, true);
    if (items.length < count || last === undefined) return envelope(request, page, false);
    after = request.readPosition(request.positionOf(last.item));
    const fitting = Math.ceil(((PAGE_BYTES_MAX - bytes) * page.length) / bytes);
    atOnce = Math.max(1, Math.min(fitting, GROWTH_MAX * atOnce));
  }
}

interface Shown<Item, Resource> {
  readonly item: Item;
  readonly resource: Resource;
  readonly bytes: number;
}

function showAll<Item, Position, Resource>(
  { render }: PageRequest<Item, Position, Resource>,
  items: readonly Item[],
): Shown<Item, Resource>[] {
  return render(items).flatMap((resource, at) => {
    const item = items[at];
    const bytes = Buffer.byteLength(JSON.stringify(resource));
    return item === undefined ? [] : [{ item, resource, bytes }];
  });
}

function envelope<Item, Position, Resource>(
  { cursors, scope, positionOf }: PageRequest<Item, Position, Resource>,
  page: readonly Shown<Item, Resource>[],
  hasMore: boolean,
) {
  const last = page.at(-1);
  return {
    object: 'list' as const,
    data: page.map(({ resource }) => resource),
    has_more: hasMore && last !== undefined,
    next_cursor: hasMore && last !== undefined ? cursors.seal(scope, positionOf(last.item)) : null,
  };
}

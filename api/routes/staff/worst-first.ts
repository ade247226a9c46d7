import { z } from 'zod';
import { Page } from '../../../contract/common.ts';
import { type EveryEndpoint, type EveryPosition, keyOf } from '../../../db/endpoints/every.ts';
import { type Cursors, foreignCursor } from '../cursor.ts';
import { type StaffPage, staffScope } from './list.ts';

/** As many characters as a cursor has that names the hundred endpoints of the first page. */
const CURSOR_CHARS_MAX = 4_096;

/** The paging parameters of a list whose cursors name what the first page had. */
export const WorstFirstPage = z.strictObject({
  ...Page,
  cursor: z
    .string()
    .max(CURSOR_CHARS_MAX)
    .meta({
      description:
        'The `next_cursor` of the previous page. Send only values that this list returned, and do not parse them.',
      pattern: `^[A-Za-z0-9_-]{1,${CURSOR_CHARS_MAX}}$`,
    })
    .optional(),
});

interface WorstFirst<Item, Resource>
  extends Pick<StaffPage<Item, never, Resource>, 'endpoint' | 'query' | 'render'> {
  /** Up to `count` endpoints after a position. */
  readonly find: (after: EveryPosition | null, count: number) => Promise<readonly Item[]>;
}

/**
 * One page of endpoints, the worst on the first page. Their numbers change while someone reads, so the cursor names the endpoints of
 * the first page, and later pages have all others in an order that does not change. No endpoint is on two pages.
 */
export async function worstFirstPage<Item extends EveryEndpoint, Resource>(
  cursors: Cursors,
  { endpoint, query, render, find }: WorstFirst<Item, Resource>,
) {
  // Positions of this kind belong to no cursor of another one.
  const scope = staffScope(`${endpoint}/worst-first`, query);
  const limit = Number(query.limit);
  const after = query.cursor === undefined ? null : readPosition(cursors.open(scope, query.cursor));
  const found = await find(after, limit + 1);
  const page = found.slice(0, limit);
  const keys = page.map(keyOf);
  const first = after?.first ?? keys;
  const last = after === null ? [] : keys.slice(-1);
  const hasMore = found.length > limit;
  return {
    object: 'list' as const,
    data: page.map(render),
    has_more: hasMore,
    next_cursor: hasMore ? cursors.seal(scope, [pack(first), pack(last)]) : null,
  };
}

/** @throws ApiError for a position of another list. */
function readPosition([first, last]: readonly string[]): EveryPosition {
  if (first === undefined || last === undefined) throw foreignCursor();
  return { first: unpack(first), last: unpack(last)[0] ?? null };
}

/** UUIDs in 22 characters each. */
function pack(uuids: readonly string[]): string {
  return Buffer.from(uuids.join('').replaceAll('-', ''), 'hex').toString('base64url');
}

function unpack(text: string): readonly string[] {
  return Buffer.from(text, 'base64url').toString('hex').match(/.{32}/g) ?? [];
}

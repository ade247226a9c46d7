import { type Id, type IdPrefix, readId } from '../../../domain/ids.ts';
import { type Cursors, foreignCursor } from '../cursor.ts';
import { type PageRequest, readPage } from '../page.ts';

/** What a staff list answers that has everything. */
export interface StaffListAnswer<Resource> {
  object: 'list';
  data: Resource[];
  has_more: boolean;
}

/** A list that has everything. */
export function whole<Resource>(data: Resource[]): StaffListAnswer<Resource> {
  return { object: 'list', data, has_more: false };
}

/** One page of a list of all accounts. */
export interface StaffPage<Item, Position, Resource>
  extends Pick<PageRequest<Item, Position, Resource>, 'readPosition' | 'positionOf' | 'find'> {
  readonly endpoint: string;
  /** As it was sent: filters, limit and cursor. */
  readonly query: Readonly<Record<string, string | undefined>> & { readonly limit: string };
  readonly render: (item: Item) => Resource;
}

/** Finds a page as the lists of clients do. Its cursor is valid for the staff only, and for the same filters. */
export function staffPage<Item, Position, Resource>(
  cursors: Cursors,
  { endpoint, query, render, ...how }: StaffPage<Item, Position, Resource>,
) {
  return readPage({
    ...how,
    cursors,
    scope: staffScope(endpoint, query),
    cursor: query.cursor,
    limit: Number(query.limit),
    render: (items) => items.map(render),
  });
}

/** Where a staff cursor is valid: in this list, with the same filters. */
export function staffScope(endpoint: string, query: StaffPage<unknown, unknown, unknown>['query']) {
  const { limit: _limit, cursor: _cursor, ...filters } = query;
  return { accountId: 'staff', endpoint, filters } as const;
}

/** Reads the id in a position. @throws ApiError if it is not an id of this kind. */
export function idIn<P extends IdPrefix>(prefix: P, text: string | undefined): Id<P> {
  const id = text === undefined ? null : readId(prefix, text);
  if (id === null) throw foreignCursor();
  return id;
}

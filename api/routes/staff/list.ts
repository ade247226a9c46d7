/** What a list of the staff answers. */
export interface StaffListAnswer<Resource> {
  object: 'list';
  data: Resource[];
  has_more: boolean;
}

/**
 * Reads one more than is shown, to know whether there are more.
 * @param limit as in the query
 */
export async function upTo<Item, Resource>(
  limit: string,
  render: (item: Item) => Resource,
  read: (limit: number) => Promise<readonly Item[]>,
): Promise<StaffListAnswer<Resource>> {
  const max = Number(limit);
  const found = await read(max + 1);
  return whole(found.slice(0, max).map(render), found.length > max);
}

/** A list that has everything. */
export function whole<Resource>(data: Resource[], hasMore = false): StaffListAnswer<Resource> {
  return { object: 'list', data, has_more: hasMore };
}

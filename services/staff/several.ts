/** Purchases that one staff request works on at a time. */
const AT_ONCE = 5;

/** Does the work for each item, a few at a time, and returns the results in the order of the items. */
export async function forSeveral<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let at = 0; at < items.length; at += AT_ONCE) {
    results.push(...(await Promise.all(items.slice(at, at + AT_ONCE).map(work))));
  }
  return results;
}

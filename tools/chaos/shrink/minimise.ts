/** Says whether it still fails with these items only. */
export type Fails<T> = (items: readonly T[]) => Promise<boolean>;

/**
 * Delta debugging: leaves out as many items as possible so that it still fails, large parts first and single items in the end.
 * The items that are left are in their order, and none of them can be left out alone.
 */
export async function minimise<T>(items: readonly T[], fails: Fails<T>): Promise<readonly T[]> {
  let kept = items;
  for (let size = items.length; size >= 1; size = Math.floor(size / 2)) {
    kept = await withoutParts(kept, size, fails);
  }
  return kept;
}

/** Leaves out parts of this size. Single items are tried again after each success: one may have needed another. */
async function withoutParts<T>(items: readonly T[], size: number, fails: Fails<T>): Promise<readonly T[]> {
  let kept = items;
  for (let from = 0; from < kept.length; ) {
    const fewer = kept.toSpliced(from, size);
    if (await fails(fewer)) {
      kept = fewer;
      if (size === 1) from = 0;
    } else from += size;
  }
  return kept;
}

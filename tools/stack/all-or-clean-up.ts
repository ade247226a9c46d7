/**
 * Runs everything at once and waits for all of it, also when something fails: who cleans up afterwards must not
 * be overtaken by a part that is still starting. Throws the first failure.
 */
export async function allOrCleanUp<T extends readonly unknown[]>(
  ...promises: T
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  await Promise.allSettled(promises);
  return Promise.all(promises);
}

/**
 * Waits for all promises, even if one rejects, so that no part is still starting while the caller cleans up. Throws
 * the first failure.
 */
export async function allOrCleanUp<T extends readonly unknown[]>(
  ...promises: T
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  await Promise.allSettled(promises);
  return Promise.all(promises);
}

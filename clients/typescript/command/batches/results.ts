import { rename, rm } from 'node:fs/promises';
import type { Client, ResultsQuery } from '../../src/index.ts';

/** Downloads to a partial file and then renames it, so that half a file never looks complete. */
export async function saveResults(
  { batches }: Client,
  id: string,
  query: ResultsQuery,
  path: string,
): Promise<void> {
  const partial = `${path}.partial`;
  try {
    await batches.download(id, partial, query);
    await rename(partial, path);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}

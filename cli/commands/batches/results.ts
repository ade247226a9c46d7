import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { callApi } from '../../call-api.ts';
import type { ApiAccess } from '../../parts.ts';

/** Downloads to a partial file and then renames it, so that half a file never looks complete. */
export async function saveResults(
  { files }: ApiAccess,
  id: string,
  query: NonNullable<Parameters<ApiAccess['files']['batches']['results']>[1]>,
  path: string,
): Promise<void> {
  const partial = `${path}.partial`;
  try {
    const body = await callApi(() => files.batches.results(id, query));
    await pipeline(Readable.fromWeb(body), createWriteStream(partial));
    await rename(partial, path);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}

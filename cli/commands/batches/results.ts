import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ApiAccess } from '../../parts.ts';
import { said } from '../../said.ts';

/** Written beside its place and then put there: half a file never looks whole. */
export async function saveResults(
  { files }: ApiAccess,
  id: string,
  query: NonNullable<Parameters<ApiAccess['files']['batches']['results']>[1]>,
  path: string,
): Promise<void> {
  const partial = `${path}.partial`;
  try {
    const body = await said(() => files.batches.results(id, query));
    await pipeline(Readable.fromWeb(body), createWriteStream(partial));
    await rename(partial, path);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}

import { access, rename, rm } from 'node:fs/promises';
import type { Client, ResultsQuery } from '../../src/index.ts';
import { wrongUsage } from '../failure.ts';

/** Saves results with amounts as people write them: as a workbook if the path ends in .xlsx, otherwise as CSV. */
export async function saveResults(
  { batches }: Client,
  id: string,
  query: ResultsQuery,
  path: string,
): Promise<void> {
  await saveWhole(path, (partial) =>
    batches.download(id, partial, { ...query, amounts: 'major' }, /\.xlsx$/i.test(path) ? 'xlsx' : 'csv'),
  );
}

/** Saves the template. @throws CommandError if the file exists: someone may have filled it in. */
export async function saveTemplate({ batches }: Client, path: string): Promise<void> {
  const exists = await access(path).then(
    () => true,
    () => false,
  );
  if (exists) throw wrongUsage(`${path} exists. Choose another name with --output, or remove the file.`);
  await saveWhole(path, (partial) => batches.downloadTemplate(partial));
}

/** Downloads to a partial file and then renames it, so that half a file never looks complete. */
async function saveWhole(path: string, download: (partial: string) => Promise<unknown>): Promise<void> {
  const partial = `${path}.partial`;
  try {
    await download(partial);
    await rename(partial, path);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}

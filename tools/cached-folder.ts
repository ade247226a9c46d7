import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { userCache } from './cache.ts';

/**
 * A folder in the user's cache, filled once. It appears when it is complete, so that no partial folder is ever used.
 * @param name must change with the content
 * @param fill writes into the temporary folder that it gets
 */
export async function cachedFolder(name: string, fill: (folder: string) => Promise<void>): Promise<string> {
  const target = join(userCache(), name);
  if (existsSync(target)) return target;
  mkdirSync(dirname(target), { recursive: true });
  const folder = mkdtempSync(`${target}.new-`);
  try {
    await fill(folder);
    // Another run may have been faster.
    if (!existsSync(target)) renameSync(folder, target);
    return target;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

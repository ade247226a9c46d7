import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { separateBundle } from './fixture.ts';
import { otherActivities, PATHS } from './paths.ts';
import { createPurchases } from './purchases.ts';
import { RECORDINGS, toText } from './recordings.ts';

/**
 * Records a history of every path: `node test/support/workflows/record.ts 0.3.0`, once before that version is released.
 * Recordings of released versions are never overwritten; they are removed with the branches that only they use.
 */
const [version = ''] = process.argv.slice(2);
if (!/^\d+\.\d+\.\d+$/.test(version)) throw new Error('usage: record.ts VERSION');

const folder = join(RECORDINGS, version);
await mkdir(folder, { recursive: true });
const purchases = await createPurchases(otherActivities(), separateBundle);
try {
  for (const [name, path] of Object.entries(PATHS)) {
    const { history } = await purchases.fixture.end(await path(purchases));
    await writeFile(join(folder, `${name}.json`), toText(history));
    console.log(name);
  }
} finally {
  await purchases.fixture.close();
}

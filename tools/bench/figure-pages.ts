import { type GeneratedPage, readPage } from '../docs/pages.ts';
import { readHashes } from './code-hash.ts';
import { dashboardBlocks } from './dashboard.ts';
import { measurementBlocks } from './measurement-blocks.ts';
import { readRows } from './results.ts';
import { scalingBlocks } from './scaling-blocks.ts';
import { readSoak } from './soak/soak.ts';

/** The pages that show what `npm run bench` measured last. */
export function figurePages(): GeneratedPage[] {
  const rows = readRows();
  const hashOf = readHashes();
  return [
    readPage('docs/performance.md', dashboardBlocks(rows, hashOf)),
    readPage('docs/operating/measurements.md', measurementBlocks(rows, hashOf, readSoak())),
    readPage('docs/scaling.md', scalingBlocks(rows)),
  ];
}

import { type GeneratedPage, readPage } from '../docs/pages.ts';
import { hashCode } from './code-hash.ts';
import { performanceBlocks } from './performance-blocks.ts';
import { readRows } from './results.ts';
import { scalingBlocks } from './scaling-blocks.ts';

/** The pages that show what `npm run bench` measured last. */
export function figurePages(): GeneratedPage[] {
  const rows = readRows();
  return [
    readPage('docs/performance.md', performanceBlocks(rows, hashCode())),
    readPage('docs/scaling.md', scalingBlocks(rows)),
  ];
}

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Blocks, fillBlocks } from './blocks.ts';

export const ROOT = join(import.meta.dirname, '..', '..');

export interface GeneratedPage {
  /** From the root of the repository. */
  readonly path: string;
  readonly text: string;
}

/** A hand-written page as it is, with its generated parts as they must be now. */
export function readPage(path: string, blocks: Blocks): GeneratedPage {
  return { path, text: fillBlocks(readFileSync(join(ROOT, path), 'utf8'), blocks) };
}

/** Writes pages into the working copy. */
export function writePages(pages: readonly GeneratedPage[]): void {
  for (const { path, text } of pages) writeFileSync(join(ROOT, path), text);
}

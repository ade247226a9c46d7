import { copyFileSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'vitepress';
import { GUIDES_DIR } from '../../../api/documentation/guides.ts';
import { isSiteFresh, ROOT, stampSite } from './inputs.ts';
import { FILES } from './links.ts';
import { renderLlms } from './llms.ts';

/** Smaller files are not worth compressing. */
const COMPRESSED_FROM_BYTES = 1_024;

/** Builds the site of the guides for the API to serve, unless it was built from the same files before. */
export async function buildSite(): Promise<void> {
  if (isSiteFresh()) return;
  await build(import.meta.dirname);
  copyLinkedFiles();
  writeFileSync(join(GUIDES_DIR, 'llms.txt'), renderLlms());
  compressFiles();
  stampSite();
}

/** Copies the files that pages link to, as text that every browser shows. */
function copyLinkedFiles(): void {
  for (const page of globSync('*.html', { cwd: GUIDES_DIR })) {
    const html = readFileSync(join(GUIDES_DIR, page), 'utf8');
    for (const [, path = ''] of html.matchAll(new RegExp(`href="${FILES}([^"]+)\\.txt"`, 'g'))) {
      const copy = join(GUIDES_DIR, FILES, `${path}.txt`);
      mkdirSync(dirname(copy), { recursive: true });
      copyFileSync(join(ROOT, path), copy);
    }
  }
}

/** Writes a compressed copy beside each file, for clients that take gzip. */
function compressFiles(): void {
  for (const path of globSync('**/*.{html,js,css,json,svg,txt}', { cwd: GUIDES_DIR })) {
    const file = join(GUIDES_DIR, path);
    const bytes = readFileSync(file);
    if (bytes.length >= COMPRESSED_FROM_BYTES) writeFileSync(`${file}.gz`, gzipSync(bytes));
  }
}

if (import.meta.main) await buildSite();

import { readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { listSourceFiles } from '../source-files.ts';
import { readCode } from './code.ts';
import { readMarkdown } from './markdown.ts';
import { hideCode, type Passage } from './passage.ts';
import type { ReadFile } from './spelling.ts';

/** Data, and files that are generated from code that is read itself. */
const LEFT_OUT =
  /(^|\/)(fixtures|histories|results)\/|^console\/src\/locales\/(?!en\.)|^contract\/error-cases\/french\/|^(package-lock\.json|LICENSE|docs\/openapi\.json|contract\/released\/.*\.json|client\/types\.ts|client\/webhook-vectors\.json)$/;

const CODE_FILES = new Set(['.ts', '.tsx', '.mjs', '.js']);
/** Read as they are: comments, and texts such as the summary of an alert or the title of a panel. */
const TEXT_FILES = new Set(['.yml', '.yaml', '.json', '.sql', '.sh', '.css', '.example']);

/** Reads the prose of every file of the repository that has any. */
export function readFiles(root: string): ReadFile[] {
  return listSourceFiles(root)
    .filter((path) => !LEFT_OUT.test(path))
    .map((path) => ({ path, passages: readPassages(path, () => readFileSync(join(root, path), 'utf8')) }))
    .filter(({ passages }) => passages.length > 0);
}

/** Reads the prose of one file; none for a kind of file that has none. */
export function readPassages(path: string, read: () => string): Passage[] {
  const kind = extname(path);
  if (kind === '.md') return readMarkdown(read());
  if (CODE_FILES.has(kind)) return readCode(path, read());
  if (kind === '.html') return [plainText(hideTags(read()), true)];
  return TEXT_FILES.has(kind) || path === 'Dockerfile' ? [plainText(read(), false)] : [];
}

function plainText(source: string, spelled: boolean): Passage {
  return { line: 1, text: hideCode(source), kind: 'phrase', spelled };
}

/** Replaces tags, without changing line breaks. */
function hideTags(html: string): string {
  return html.replaceAll(/<[^>]*>/g, (tag) => ` ${'\n'.repeat(tag.split('\n').length - 1)}`);
}

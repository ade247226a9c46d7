import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readFiles } from './files.ts';
import { checkPassage, type Finding, readWords } from './rules.ts';
import { checkSpelling } from './spelling.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const PAGE = join(ROOT, 'docs', 'writing.md');
const WORDS = join(import.meta.dirname, 'words.txt');

/** `npm run prose` lists every finding, `npm run prose -- docs api/routes` those of some paths. */
const paths = process.argv.slice(2);
const shown = (await findAll()).filter(
  ({ path }) => paths.length === 0 || paths.some((begin) => path.startsWith(begin)),
);
for (const { path, line, text } of shown) console.log(`${path}:${line}: ${text}`);
if (shown.length > 0) process.exitCode = 1;

async function findAll(): Promise<Finding[]> {
  const avoided = readWords(readFileSync(PAGE, 'utf8'));
  const files = readFiles(ROOT);
  const wording = files.flatMap(({ path, passages }) =>
    passages.flatMap((passage) => checkPassage(path, passage, avoided)),
  );
  const known = readFileSync(WORDS, 'utf8').split('\n').filter(Boolean);
  return [...wording, ...(await checkSpelling(files, known))].toSorted(
    (a, b) => a.path.localeCompare(b.path, 'en') || a.line - b.line,
  );
}

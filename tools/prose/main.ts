import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { aboveBaseline, type Baseline, countByRoom } from './baseline.ts';
import { readFiles } from './files.ts';
import { checkPassage, type Finding, readWords } from './rules.ts';
import { checkSpelling } from './spelling.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const PAGE = join(ROOT, 'docs', 'writing.md');
const WORDS = join(import.meta.dirname, 'words.txt');
const BASELINE = join(import.meta.dirname, 'baseline.json');

/**
 * `npm run prose` lists every finding, `npm run prose -- docs api/routes` those of some paths.
 * `--lower` lowers the baseline to what is left; `--check` is the step of `npm run check`.
 */
const args = process.argv.slice(2);
const findings = await findAll();
const baseline: Baseline = JSON.parse(readFileSync(BASELINE, 'utf8'));

if (args.includes('--lower')) {
  const lowered = Object.entries(countByRoom(findings)).map(([room, count]) => [
    room,
    Math.min(count, baseline[room] ?? 0),
  ]);
  writeFileSync(BASELINE, `${JSON.stringify(Object.fromEntries(lowered), null, 2)}\n`);
} else {
  const check = args.includes('--check');
  const paths = args.filter((argument) => !argument.startsWith('--'));
  const shown = check
    ? aboveBaseline(findings, baseline)
    : findings.filter(({ path }) => paths.length === 0 || paths.some((begin) => path.startsWith(begin)));
  for (const { path, line, text } of shown) console.log(`${path}:${line}: ${text}`);
  if (shown.length > 0) process.exitCode = 1;
}

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

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const RESULTS = join(import.meta.dirname, 'results.json');

/** The part of Stryker's JSON report that we use. */
export interface MutationReport {
  readonly files: Readonly<Record<string, { readonly mutants: readonly { readonly status: string }[] }>>;
}

/** How many mutants of one file the tests notice. */
export interface MutationScore {
  /** From the root of the repository. */
  readonly file: string;
  readonly killed: number;
  /** No test runs the changed code, or none fails for it. */
  readonly alive: number;
}

const KILLED: ReadonlySet<string> = new Set(['Killed', 'Timeout']);
const ALIVE: ReadonlySet<string> = new Set(['Survived', 'NoCoverage']);

/** The scores in a report, by file. Files without mutants are left out. */
export function toScores({ files }: MutationReport): MutationScore[] {
  return Object.entries(files)
    .map(([file, { mutants }]) => ({
      file,
      killed: mutants.filter(({ status }) => KILLED.has(status)).length,
      alive: mutants.filter(({ status }) => ALIVE.has(status)).length,
    }))
    .filter(({ killed, alive }) => killed + alive > 0)
    .toSorted((a, b) => (a.file < b.file ? -1 : 1));
}

/** Puts new scores in place of earlier ones of the same files. */
export function saveScores(scores: readonly MutationScore[]): void {
  const files = new Set(scores.map(({ file }) => file));
  const kept = readScores().filter(({ file }) => !files.has(file));
  const all = [...kept, ...scores].toSorted((a, b) => (a.file < b.file ? -1 : 1));
  writeFileSync(RESULTS, `${JSON.stringify(all, null, 2)}\n`);
}

/** The scores that were measured last. */
export function readScores(): MutationScore[] {
  const scores: MutationScore[] = JSON.parse(readFileSync(RESULTS, 'utf8'));
  return scores;
}

/** The table of docs/guarantees.md. */
export function mutationBlocks(scores: readonly MutationScore[]): { readonly mutants: string } {
  if (scores.length === 0) return { mutants: 'No scores were measured yet.' };
  const line = (name: string, killed: number, alive: number) =>
    `| ${name} | ${killed + alive} | ${killed} | ${Math.round((1_000 * killed) / Math.max(1, killed + alive)) / 10} % |`;
  const sum = (of: (score: MutationScore) => number) => scores.reduce((total, score) => total + of(score), 0);
  return {
    mutants: [
      '| File | Mutants | Noticed by a test | Score |',
      '|---|---|---|---|',
      ...scores.map(({ file, killed, alive }) => line(`\`${file}\``, killed, alive)),
      line(
        '**all**',
        sum(({ killed }) => killed),
        sum(({ alive }) => alive),
      ),
    ].join('\n'),
  };
}

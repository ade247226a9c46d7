import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ChaosRun } from './chaos.ts';

const RESULTS = join(import.meta.dirname, 'results.json');

/** The outcome of one seed, as results.json keeps it. */
export interface SeedResult {
  readonly seed: number;
  readonly minutes: number;
  /** How many purchases were planned. */
  readonly purchases: number;
  readonly accepted: number;
  readonly faults: number;
  /** Answers, look-ups and balances that clients got, and events. */
  readonly checked: number;
  /** The day of the run, YYYY-MM-DD. */
  readonly day: string;
  /** What the judge found. */
  readonly findings: readonly string[];
}

/** What results.json keeps of a run. */
export function toResult(
  run: ChaosRun,
  { seed, minutes, purchases }: Pick<SeedResult, 'seed' | 'minutes' | 'purchases'>,
): SeedResult {
  const { stored, seen, faults, verdicts } = run;
  return {
    seed,
    minutes,
    purchases,
    accepted: stored.purchases.length,
    faults,
    checked: seen.answers.length + seen.looks.length + seen.balances.length + stored.events.length,
    day: today(),
    findings: verdicts.flatMap(({ findings }) => findings),
  };
}

/** YYYY-MM-DD, in UTC. */
export function today(): string {
  return new Date().toISOString().slice(0, 10);
}

/** Adds a result to results.json, in place of an earlier one of the same seed. */
export function saveResult(result: SeedResult): void {
  const kept = readResults().filter(({ seed }) => seed !== result.seed);
  const all = [...kept, result].toSorted((a, b) => a.seed - b.seed);
  writeFileSync(RESULTS, `${JSON.stringify(all, null, 2)}\n`);
}

/** Every kept result, by seed. */
export function readResults(): SeedResult[] {
  const results: SeedResult[] = JSON.parse(readFileSync(RESULTS, 'utf8'));
  return results;
}

/** The table of docs/guarantees.md. */
export function chaosBlocks(results: readonly SeedResult[]): { readonly seeds: string } {
  const rows = results.map(
    ({ seed, minutes, accepted, purchases, faults, checked, day, findings }) =>
      `| ${seed} | ${minutes} | ${accepted} of ${purchases} | ${faults} | ${checked} | ${findings.length === 0 ? 'nothing' : findings.length} | ${day} |`,
  );
  const sum = (of: (result: SeedResult) => number) =>
    results.reduce((total, result) => total + of(result), 0);
  const total = `| **${results.length} seeds** | ${Number(sum(({ minutes }) => minutes).toFixed(1))} | ${sum(({ accepted }) => accepted)} of ${sum(({ purchases }) => purchases)} | ${sum(({ faults }) => faults)} | ${sum(({ checked }) => checked)} | ${sum(({ findings }) => findings.length) || 'nothing'} | |`;
  return {
    seeds: [
      '| Seed | Minutes | Purchases accepted | Faults | Facts checked | Found | Day |',
      '|---|---|---|---|---|---|---|',
      ...rows,
      total,
    ].join('\n'),
  };
}

import { relative } from 'node:path';
import { SECTIONS } from '../test/conformance/rules.ts';
import { type Results, type TestResult, unprovedRules } from '../test/conformance/verdict.ts';

/** What vitest's JSON reporter writes. */
export interface RunResults {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly assertionResults: readonly TestResult[];
  }[];
}

/** Rules of the contract that a whole run of `npm test` has not proved, each with the reason. */
export function rulesNotProved({ testResults }: RunResults, testFolder: string): string[] {
  const results: Results = new Map(
    testResults.map(({ name, assertionResults }) => [
      relative(testFolder, name).replace(/\.test\.ts$/, ''),
      assertionResults,
    ]),
  );
  return unprovedRules(SECTIONS, results);
}

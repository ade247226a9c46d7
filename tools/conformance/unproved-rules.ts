import { SECTIONS } from './rules.ts';
import { type TestResult, unprovedRules } from './verdict.ts';

/** What vitest's JSON reporter writes. */
export interface RunResults {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly assertionResults: readonly TestResult[];
  }[];
}

/** The ids of the contract's rules that a whole run of `npm test` has not proved. */
export function rulesNotProved({ testResults }: RunResults): string[] {
  return unprovedRules(
    SECTIONS,
    testResults.flatMap(({ assertionResults }) => assertionResults),
  );
}

import { idsIn, type Section } from './rule.ts';

/** What vitest's JSON reporter says of one test. */
export interface TestResult {
  readonly title: string;
  readonly status: string;
}

/** The ids of all rules that a run has not proved: no test passed whose title carries the id. */
export function unprovedRules(sections: readonly Section[], results: readonly TestResult[]): string[] {
  const proved = new Set(
    results.filter(({ status }) => status === 'passed').flatMap(({ title }) => idsIn(title)),
  );
  return sections.flatMap(({ rules }) => rules.map(({ id }) => id)).filter((id) => !proved.has(id));
}

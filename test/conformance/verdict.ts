import { readProof } from './page.ts';
import type { Section } from './rule.ts';

/** What vitest's JSON reporter says of one test. */
export interface TestResult {
  readonly ancestorTitles: readonly string[];
  readonly title: string;
  readonly status: string;
}

/** The results of a run, by file without `test/` and `.test.ts`. */
export type Results = ReadonlyMap<string, readonly TestResult[]>;

/** Every rule that a run has not proved, and why. */
export function unprovedRules(sections: readonly Section[], results: Results): string[] {
  return sections
    .flatMap(({ rules }) => rules)
    .flatMap(({ id, shownBy }) => {
      if (shownBy.length === 0) return [`${id}: no test proves it`];
      return shownBy.flatMap((proof) => {
        const fault = faultOf(proof, results);
        return fault === null ? [] : [`${id}: ${proof}: ${fault}`];
      });
    });
}

function faultOf(proof: string, results: Results): string | null {
  const { file, names } = readProof(proof);
  const shape = shapeOf(names);
  const tests = (results.get(file) ?? []).filter(({ ancestorTitles, title }) =>
    shape.test([...ancestorTitles, title].join(' > ')),
  );
  if (tests.length === 0) return 'there is no such test';
  const unproved = tests.find(({ status }) => status !== 'passed');
  return unproved === undefined ? null : `${unproved.title} has ${unproved.status}`;
}

/** The end of a test's full name will do; what stands for a value there is anything in its result. */
function shapeOf(names: readonly string[]): RegExp {
  const escaped = names.join(' > ').replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^(?:.* > )?${escaped.replace(/%[sdijfo]|\\\$[a-z]+/g, '.*')}$`, 's');
}

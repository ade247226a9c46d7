import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { randomOf } from '../../tools/chaos/plan/random.ts';

/** Short files that run for minutes. */
const LONGEST = [
  /long\/(generators\/|clients\/conformance|docs\/examples|lanes-model|faults\/(crash-points|temporal-empty)|operators\/(stuck|alerts))/,
  /test\/(db\/locks\/lock-|docs\/generated-|services\/purchases\/routes|scenarios\/)/,
];

/**
 * As vitest's order, but these files come first in their project: without results of an earlier run, vitest takes the size
 * of a file for its duration, and starts them when no other file is left to run beside them. With TEST_ORDER_SEED, the
 * files of each project come in a random order, which this seed repeats.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const names = [...new Set(sorted.map(({ project }) => project.name))];
    const seed = process.env.TEST_ORDER_SEED;
    if (seed !== undefined) {
      const byName = sorted.toSorted((a, b) => (a.moduleId < b.moduleId ? -1 : 1));
      const shuffled = randomOf(Number(seed)).shuffle(byName);
      return shuffled.toSorted((a, b) => names.indexOf(a.project.name) - names.indexOf(b.project.name));
    }
    const rank = ({ project, moduleId }: TestSpecification) =>
      2 * names.indexOf(project.name) + (LONGEST.some((path) => path.test(moduleId)) ? 0 : 1);
    return sorted.toSorted((a, b) => rank(a) - rank(b));
  }
}

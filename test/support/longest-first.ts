import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Short files that run for minutes. */
const LONGEST =
  /long\/(generators\/|lanes-model|faults\/(crash-points|temporal-empty)|operators\/(stuck|alerts))/;

/**
 * As vitest's order, but these files come first in their project: without results of an earlier run, vitest takes the size
 * of a file for its duration, and starts them when no other file is left to run beside them.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const names = [...new Set(sorted.map(({ project }) => project.name))];
    const rank = ({ project, moduleId }: TestSpecification) =>
      2 * names.indexOf(project.name) + (LONGEST.test(moduleId) ? 0 : 1);
    return sorted.toSorted((a, b) => rank(a) - rank(b));
  }
}

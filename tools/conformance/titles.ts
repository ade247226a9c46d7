import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { idsIn } from './rule.ts';

/** A title in the code of a test that carries ids of rules. */
export interface Title {
  /** Without `test/` and `.test.ts`. */
  readonly file: string;
  readonly title: string;
}

/** Text between quotes that begins with an id in brackets, of a test or of a row of its table. */
const TITLE = /(['"`])((?:\[[a-z0-9_.]+\] )+(?:\\.|(?!\1)[^\\])*)\1/g;

/** Finds all titles that carry ids, in the order of files and lines. */
export function readTitles(testFolder: string): Title[] {
  return globSync('**/*.test.ts', { cwd: testFolder, exclude: ['tools/conformance/**'] })
    .toSorted()
    .flatMap((path) => {
      const code = readFileSync(join(testFolder, path), 'utf8');
      const file = path.replace(/\.test\.ts$/, '');
      return [...code.matchAll(TITLE)].map(([, , title = '']) => ({
        file,
        title: title.replace(/\\(.)/g, '$1'),
      }));
    })
    .filter(({ title }) => idsIn(title).length > 0);
}

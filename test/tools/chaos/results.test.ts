import { expect, it } from 'vitest';
import { chaosBlocks } from '../../../tools/chaos/results.ts';
import { mutationBlocks, toScores } from '../../../tools/mutation/results.ts';

it('the table of seeds shows each seed, what was found, and the sums', () => {
  const result = {
    seed: 7,
    minutes: 0.5,
    purchases: 60,
    accepted: 50,
    faults: 9,
    checked: 200,
    day: '2026-11-26',
  };
  const { seeds } = chaosBlocks([
    { ...result, findings: [] },
    { ...result, seed: 8, findings: ['a purchase is lost'] },
  ]);
  expect(seeds).toContain('| 7 | 0.5 | 50 of 60 | 9 | 200 | nothing | 2026-11-26 |');
  expect(seeds).toContain('| 8 | 0.5 | 50 of 60 | 9 | 200 | 1 | 2026-11-26 |');
  expect(seeds).toContain('| **2 seeds** | 1 | 100 of 120 | 18 | 400 | 1 | |');
});

it('the table of mutants counts those that no test notices against the score', () => {
  const statuses = ['Killed', 'Killed', 'Timeout', 'Survived', 'NoCoverage', 'Ignored', 'CompileError'];
  const mutants = statuses.map((status) => ({ status }));
  const scores = toScores({ files: { 'domain/b.ts': { mutants }, 'domain/a.ts': { mutants: [] } } });
  expect(scores).toEqual([{ file: 'domain/b.ts', killed: 3, alive: 2 }]);
  expect(mutationBlocks(scores).mutants).toContain('| `domain/b.ts` | 5 | 3 | 60 % |');
});

import { describe, expect, it } from 'vitest';
import {
  listMorePrograms,
  postgresSettingsFor,
  readProcessCounts,
} from '../../../tools/stack/process-counts.ts';

describe('npm start -- --api A --workers W', () => {
  it.each([
    [[], { apis: 1, workers: 1 }, [], '200'],
    [['--api', '2'], { apis: 2, workers: 1 }, ['secondApi'], '200'],
    [
      ['--api', '2', '--workers=3'],
      { apis: 2, workers: 3 },
      ['secondApi', 'secondWorker', 'thirdWorker'],
      '297',
    ],
  ])(
    '%j starts the right programs, and PostgreSQL admits all their connections',
    (args, counts, more, connections) => {
      expect(readProcessCounts(args)).toEqual(counts);
      expect(listMorePrograms(counts)).toEqual(more);
      expect(postgresSettingsFor(counts)).toEqual({ max_connections: connections });
    },
  );

  it.each([
    [['--api', '0'], '--api is 0. Give a whole number from 1 to 4.'],
    [['--workers', '4'], '--workers is 4. Give a whole number from 1 to 3.'],
    [['--workers', 'many'], '--workers is many.'],
    [['--worker', '2'], 'Write: npm start -- --api 2 --workers 3'],
    [['2'], 'Write: npm start -- --api 2 --workers 3'],
  ])('rejects %j', (args, words) => {
    expect(() => readProcessCounts(args)).toThrow(words);
  });
});

import { it } from 'vitest';
import { playHistory } from '../../../support/duplicates/histories.ts';

/** `test/long/duplicate-histories.test.ts` plays many more, others each time. */
const HISTORIES = 2_000;

it('[rows.twice] no number gets a bundle twice unless asked, in random histories that are the same each time', () => {
  for (let seed = 0; seed < HISTORIES; seed++) {
    try {
      playHistory(seed);
    } catch (error) {
      throw new Error(`history ${seed}`, { cause: error });
    }
  }
});

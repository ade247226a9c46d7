import { it } from 'vitest';
import { playHistory } from '../support/duplicates/histories.ts';
import { seeded } from '../support/faults/seed.ts';

const HISTORIES = 100_000;

it('no number gets a bundle twice unless asked, and no row is held back without a reason', () => {
  const first = seeded(import.meta.url).between(0, 2 ** 30);
  for (let index = 0; index < HISTORIES; index++) {
    try {
      playHistory(first + index);
    } catch (error) {
      throw new Error(`history ${first + index}`, { cause: error });
    }
  }
});

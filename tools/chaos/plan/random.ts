import { createRandom } from '../../stack/random.ts';

/** Random choices that a seed repeats. */
export interface Random {
  /** A whole number from `from` to `to`, both included. */
  between(from: number, to: number): number;
  pick<T>(from: readonly [T, ...T[]]): T;
  /** True in this share of cases. */
  chance(share: number): boolean;
  /** The same values in another order. */
  shuffle<T>(values: readonly T[]): T[];
}

/** The same seed gives the same choices. */
export function randomOf(seed: number): Random {
  const next = createRandom(seed);
  const between = (from: number, to: number) => from + Math.floor(next() * (to - from + 1));
  return {
    between,
    pick: (from) => from[between(0, from.length - 1)] ?? from[0],
    chance: (share) => next() < share,
    shuffle: (values) =>
      values
        .map((value) => ({ value, key: next() }))
        .toSorted((a, b) => a.key - b.key)
        .map(({ value }) => value),
  };
}

import { relative } from 'node:path';
import { createRandom } from '../../../tools/stack/random.ts';

export interface Random {
  /** A whole number from `from` to `to`, both included. */
  between(from: number, to: number): number;
  pick<T>(from: readonly [T, ...T[]]): T;
}

/**
 * The random choices of a test file, drawn from SEED or from a new seed that is printed with the command that repeats
 * it. Whole processes race, so a seed repeats the choices, not the interleaving.
 */
export function seeded(fileUrl: string): Random {
  const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));
  const file = relative(process.cwd(), new URL(fileUrl).pathname);
  console.log(`Seed ${seed}; to repeat it: SEED=${seed} npm run test:long -- ${file}`);
  const next = createRandom(seed);
  const between = (from: number, to: number) => from + Math.floor(next() * (to - from + 1));
  return { between, pick: (from) => from[between(0, from.length - 1)] ?? from[0] };
}

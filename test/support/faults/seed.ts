import { relative } from 'node:path';
import { type Random, randomOf } from '../../../tools/chaos/plan/random.ts';

export type { Random } from '../../../tools/chaos/plan/random.ts';

/**
 * The random choices of a test file, drawn from SEED or from a new seed that is printed with the command that repeats
 * it. Whole processes race, so a seed repeats the choices, not the interleaving.
 */
export function seeded(fileUrl: string): Random {
  const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));
  const file = relative(process.cwd(), new URL(fileUrl).pathname);
  console.log(`Seed ${seed}; to repeat it: SEED=${seed} npm run test:long -- ${file}`);
  return randomOf(seed);
}

import { describe, expect, it } from 'vitest';
import { MODELS } from '../../support/estimates/models.ts';
import { seeded } from '../../support/estimates/random.ts';
import { type Model, simulate } from '../../support/estimates/simulation.ts';

const ERROR_MAX = 0.2;
const SEEDS = [1, 2, 3];
/** From this part of a campaign on, estimates count. */
const FROM = 0.1;

/** Of the time that was really left: how far each estimate of a model's campaigns was off; and how often one was given. */
function compare(model: Model, seed: number): { readonly errors: readonly number[]; readonly given: number } {
  const { held, ended } = simulate(model, seeded(seed));
  const counting = held.flatMap(({ batch, atMs, estimatedMs }) => {
    const { startsMs, endedMs } = ended[batch] ?? { startsMs: 0, endedMs: null };
    if (endedMs === null) throw new Error('a campaign did not end');
    const counts = atMs >= startsMs + FROM * (endedMs - startsMs) && atMs < endedMs;
    return counts ? [{ estimatedMs, endedMs, atMs }] : [];
  });
  const errors = counting.flatMap(({ estimatedMs, endedMs, atMs }) =>
    estimatedMs === null ? [] : [Math.abs(estimatedMs - endedMs) / (endedMs - atMs)],
  );
  return { errors, given: errors.length / counting.length };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.POSITIVE_INFINITY;
}

describe('the estimated end of a simulated campaign', () => {
  it.each(Object.entries(MODELS))('is off by less than a fifth of the time left: %s', (_name, model) => {
    const runs = SEEDS.map((seed) => compare(model, seed));
    expect(median(runs.flatMap(({ errors }) => errors))).toBeLessThan(ERROR_MAX);
    for (const { given } of runs) expect(given).toBeGreaterThan(0.6);
  });
});

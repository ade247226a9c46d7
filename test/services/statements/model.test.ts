import { afterAll, beforeAll, it } from 'vitest';
import { playHistories } from '../../support/model/play.ts';
import { openWorld, type World } from '../../support/model/world.ts';

/** Some seconds of what the long suite does for minutes. */
const RUNS = 2;
const TEN_MINUTES_MS = 600_000;

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

it(
  'money and books match the model, whatever happens at the same time',
  () => playHistories(world, RUNS),
  TEN_MINUTES_MS,
);

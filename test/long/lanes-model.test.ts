import { afterAll, beforeAll, it } from 'vitest';
import { playHistories } from '../support/model/play.ts';
import { openWorld, type World } from '../support/model/world.ts';

const RUNS = 60;

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

it('money and books match the model, whatever happens at the same time', () => playHistories(world, RUNS));

import { afterAll, beforeAll, it } from 'vitest';
import { playHistories } from '../support/model/play.ts';
import { openWorld, type World } from '../support/model/world.ts';

const RUNS = 60;

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

it('keeps money and books as the model does, whatever happens at once', () => playHistories(world, RUNS));

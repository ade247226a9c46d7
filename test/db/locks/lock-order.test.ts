import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { heldBehind, hold, LEVELS, untilItWaits } from '../../support/locks/holding.ts';
import { TRANSACTIONS } from '../../support/locks/transactions.ts';
import { createWorld } from '../../support/locks/world.ts';
import { createLaneFixture, type LaneFixture } from '../../support/purchases/lane-fixture.ts';

let fixture: LaneFixture;
beforeAll(async () => {
  fixture = await createLaneFixture();
});
afterAll(() => fixture.close());

describe.each(LEVELS.slice(0, -1))('while it waits for a lock on %s', (level) => {
  it.each(Object.entries(TRANSACTIONS))('"%s" holds no lock of a later level', async (_name, transact) => {
    const world = await createWorld(fixture);
    const release = await hold(fixture.databaseUrl, world, level);
    const transaction = transact(fixture, world);
    let held: string[];
    try {
      const waits = await untilItWaits(fixture.pool, transaction);
      held = waits ? await heldBehind(fixture.pool, world, level) : [];
    } finally {
      await release();
    }
    await transaction;
    expect(held).toEqual([]);
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { heldBehind, hold, untilItWaits } from '../../support/locks/holding.ts';
import { TRANSACTIONS } from '../../support/locks/transactions.ts';
import { createWorld } from '../../support/locks/world.ts';
import { createLaneFixture, type LaneFixture } from '../../support/purchases/lane-fixture.ts';

let fixture: LaneFixture;
beforeAll(async () => {
  fixture = await createLaneFixture();
});
afterAll(() => fixture.close());

/** Each level that is held, with a transaction that must wait for it: what never waits would pass unchecked. */
const HELD = [
  ['accounts', 'accept a purchase'],
  ['purchases', 'settle a confirmation'],
  ['batches', 'pause a batch'],
  ['rest', "change a client's endpoint"],
] as const;

describe.each(HELD)('while it waits for a lock on %s', (level, waiting) => {
  const waited: string[] = [];

  it.each(Object.entries(TRANSACTIONS))('"%s" holds no lock of a later level', async (name, transact) => {
    const world = await createWorld(fixture);
    const release = await hold(fixture.databaseUrl, world, level);
    const transaction = transact(fixture, world);
    let held: string[];
    try {
      const waits = await untilItWaits(fixture.pool, transaction);
      if (waits) waited.push(name);
      held = waits ? await heldBehind(fixture.pool, world, level) : [];
    } finally {
      await release();
    }
    await transaction;
    expect(held).toEqual([]);
  });

  it(`"${waiting}" has waited`, () => {
    expect(waited).toContain(waiting);
  });
});

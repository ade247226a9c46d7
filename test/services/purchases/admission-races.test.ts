import { afterAll, beforeAll, expect, it } from 'vitest';
import { admitPurchases } from '../../../db/outbox/admission.ts';
import { networkQueue } from '../../../domain/network/queues.ts';
import {
  accountRow,
  bought,
  createLaneFixture,
  expectInvariants,
  type LaneFixture,
  NETWORK,
  openAccount,
  RESOLVE_WITHIN_MS,
} from '../../support/purchases/lane-fixture.ts';
import { EXPIRED, moveClock, tell } from '../../support/purchases/outcome-reports.ts';

const QUEUE = networkQueue(NETWORK, true);
const COUNT = 1_500;

let fixture: LaneFixture;
beforeAll(async () => {
  fixture = await createLaneFixture();
});
afterAll(() => fixture.close());

it('lets a backlog expire while relays still admit it: neither holds up the other', async () => {
  const account = await openAccount(fixture, COUNT);
  const purchases = await Promise.all(
    Array.from({ length: COUNT }, (_, index) => bought(fixture, account, `waiting-${index}`)),
  );
  await moveClock(fixture.pool, RESOLVE_WITHIN_MS + 1_000);

  const guards = shuffled(purchases).map((purchase) => tell(fixture.settleLane, account, purchase, EXPIRED));
  const relays = [1, 2, 3].map(() => admitAll());
  const results = await Promise.allSettled([...guards, ...relays]);

  const failures = results.flatMap((result) => (result.status === 'rejected' ? [String(result.reason)] : []));
  expect(failures).toEqual([]);
  expect(await accountRow(fixture.pool, account)).toMatchObject({ available: COUNT, held: 0 });
  await admitAll();
  expect(await accountRow(fixture.pool, account)).toMatchObject({ starts: 0 });
  await expectInvariants(fixture.pool);
});

/** As a relay that never starts what it admitted: its lease ends immediately. */
async function admitAll(): Promise<void> {
  for (let pass = 0; pass < 40; pass++) await admitPurchases(fixture.pool, QUEUE, 64, 0);
}

function shuffled<T>(items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, at: Math.random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ item }) => item);
}

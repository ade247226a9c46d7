import { afterAll, beforeAll, expect, it } from 'vitest';
import { admitPurchases } from '../../db/admission.ts';
import type { PurchaseId } from '../../domain/ids.ts';
import { networkQueue } from '../../domain/queues.ts';
import { EXPIRED, moveClock, tell } from './news.ts';
import {
  accountRow,
  createLaneSetting,
  expectInvariants,
  type LaneSetting,
  NETWORK,
  openAccount,
  RESOLVE_WITHIN_MS,
  wish,
} from './setting.ts';

const QUEUE = networkQueue(NETWORK, true);
const COUNT = 1_500;

let setting: LaneSetting;
beforeAll(async () => {
  setting = await createLaneSetting();
});
afterAll(() => setting.close());

it('lets a backlog expire while relays still admit it: neither holds up the other', async () => {
  const account = await openAccount(setting, COUNT);
  const purchases = await Promise.all(
    Array.from({ length: COUNT }, (_, index) => buy(account, `waiting-${index}`)),
  );
  await moveClock(setting.pool, RESOLVE_WITHIN_MS + 1_000);

  const guards = shuffled(purchases).map((purchase) => tell(setting.settleLane, account, purchase, EXPIRED));
  const relays = [1, 2, 3].map(() => admitAll());
  const results = await Promise.allSettled([...guards, ...relays]);

  const failures = results.flatMap((result) => (result.status === 'rejected' ? [String(result.reason)] : []));
  expect(failures).toEqual([]);
  expect(await accountRow(setting.pool, account)).toMatchObject({ available: COUNT, held: 0 });
  await admitAll();
  expect(await accountRow(setting.pool, account)).toMatchObject({ starts: 0 });
  await expectInvariants(setting.pool);
});

async function buy(account: Awaited<ReturnType<typeof openAccount>>, reference: string): Promise<PurchaseId> {
  const result = await setting.acceptLane.buy(account, wish(reference));
  if (result.kind !== 'accepted') throw new Error(result.kind);
  return result.purchase.order.id;
}

/** As a relay that never starts what it admitted: its lease ends at once. */
async function admitAll(): Promise<void> {
  for (let pass = 0; pass < 40; pass++) await admitPurchases(setting.pool, QUEUE, 64, 0);
}

function shuffled<T>(items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, at: Math.random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ item }) => item);
}

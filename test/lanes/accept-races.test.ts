import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPool } from '../../db/pool.ts';
import { newId } from '../../domain/crypto/new-id.ts';
import type { PurchaseId } from '../../domain/ids.ts';
import type { AcceptLane, BuyResult } from '../../lanes/accept-lane.ts';
import {
  accountRow,
  createLaneSetting,
  expectInvariants,
  type LaneSetting,
  lanesOn,
  openAccount,
  wish,
} from './setting.ts';

let setting: LaneSetting;
let other: Pool;
/** Those of two processes. */
let lanes: readonly [AcceptLane, AcceptLane];
beforeAll(async () => {
  setting = await createLaneSetting();
  other = createPool(setting.databaseUrl, { max: 4, applicationName: 'test-other', use: 'lanes' });
  lanes = [setting.acceptLane, lanesOn(other).acceptLane];
});
afterAll(async () => {
  await other.end();
  await setting.close();
});

it('accepts exactly as many as the balance covers, though two processes race for it', async () => {
  const account = await openAccount(setting, 20);
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, index) =>
      lanes[index % 2 === 0 ? 0 : 1].buy(account, wish(`race-${index}`)),
    ),
  );

  const words = answers.map((answer) => (answer?.kind === 'refused' ? answer.refusal.kind : answer?.kind));
  expect(words.filter((word) => word === 'accepted')).toHaveLength(20);
  expect(words.filter((word) => word === 'insufficient_balance')).toHaveLength(80);
  expect(await accountRow(setting.pool, account)).toMatchObject({ available: 0, held: 20, purchases: 20 });
  await expectInvariants(setting.pool);
});

it('buys once when two processes are sent the same reference at once', async () => {
  const account = await openAccount(setting, 50);
  const asked = wish('both');
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, index) =>
      lanes[index % 2 === 0 ? 0 : 1].buy(account, { ...asked, purchaseId: newId('pur') }),
    ),
  );

  const ids = new Set(answers.map((answer) => purchaseIdOf(answer)));
  expect(ids.size).toBe(1);
  expect(answers.filter((answer) => answer?.kind === 'accepted')).toHaveLength(1);
  expect(answers.filter((answer) => answer?.kind === 'replayed')).toHaveLength(59);
  expect(await accountRow(setting.pool, account)).toMatchObject({ held: 1, purchases: 1, starts: 1 });
});

function purchaseIdOf(answer: BuyResult | undefined): PurchaseId | null {
  if (answer?.kind === 'accepted') return answer.purchase.order.id;
  return answer?.kind === 'replayed' ? answer.purchaseId : null;
}

import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '../../../domain/crypto/new-id.ts';
import type { PurchaseId } from '../../../domain/ids.ts';
import type { BuyResult } from '../../../services/purchases/buy-request.ts';
import {
  accountRow,
  createTwoProcesses,
  expectInvariants,
  openAccount,
  type TwoProcesses,
  wish,
} from '../../support/purchases/lane-fixture.ts';

let fixture: TwoProcesses;
beforeAll(async () => {
  fixture = await createTwoProcesses();
});
afterAll(() => fixture.close());

it('[races.balance] accepts exactly as many as the balance covers, though two processes race for it', async () => {
  const account = await openAccount(fixture, 20);
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, index) =>
      fixture.processes[index % 2 === 0 ? 0 : 1].acceptLane.buy(account, wish(`race-${index}`)),
    ),
  );

  const words = answers.map((answer) => (answer?.kind === 'refused' ? answer.refusal.kind : answer?.kind));
  expect(words.filter((word) => word === 'accepted')).toHaveLength(20);
  expect(words.filter((word) => word === 'insufficient_balance')).toHaveLength(80);
  expect(await accountRow(fixture.pool, account)).toMatchObject({ available: 0, held: 20, purchases: 20 });
  await expectInvariants(fixture.pool);
});

it('buys once when two processes receive the same reference at the same time', async () => {
  const account = await openAccount(fixture, 50);
  const asked = wish('both');
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, index) =>
      fixture.processes[index % 2 === 0 ? 0 : 1].acceptLane.buy(account, {
        ...asked,
        purchaseId: newId('pur'),
      }),
    ),
  );

  const ids = new Set(answers.map((answer) => purchaseIdOf(answer)));
  expect(ids.size).toBe(1);
  expect(answers.filter((answer) => answer?.kind === 'accepted')).toHaveLength(1);
  expect(answers.filter((answer) => answer?.kind === 'replayed')).toHaveLength(59);
  expect(await accountRow(fixture.pool, account)).toMatchObject({ held: 1, purchases: 1, starts: 1 });
});

function purchaseIdOf(answer: BuyResult | undefined): PurchaseId | null {
  if (answer?.kind === 'accepted') return answer.purchase.order.id;
  return answer?.kind === 'replayed' ? answer.purchaseId : null;
}

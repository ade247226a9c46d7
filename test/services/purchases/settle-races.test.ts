import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  bought,
  createTwoProcesses,
  expectInvariants,
  openAccount,
  RESOLVE_WITHIN_MS,
  type TwoProcesses,
} from '../../support/purchases/lane-fixture.ts';
import { CONFIRMED, EXPIRED, purchaseRow, tell } from '../../support/purchases/outcome-reports.ts';

let fixture: TwoProcesses;
beforeAll(async () => {
  fixture = await createTwoProcesses();
});
afterAll(() => fixture.close());

it('[races.deadline] lets each of many confirmations that race with their expiry win or come late, never both', async () => {
  const account = await openAccount(fixture, 60);
  const names = Array.from({ length: 60 }, (_, index) => `race-${index}`);
  const purchases = await Promise.all(names.map((name) => bought(fixture, account, name)));
  const clock = fixture.pool.connect().then(async (client) => {
    await client.query('SELECT pg_sleep(0.01)');
    await client.query({ text: 'UPDATE app_clock SET offset_ms = $1', values: [RESOLVE_WITHIN_MS] });
    client.release();
  });
  const telling = purchases.flatMap((purchase, index) => [
    tell(fixture.processes[index % 2 === 0 ? 0 : 1].settleLane, account, purchase, EXPIRED),
    tell(fixture.processes[index % 2 === 0 ? 1 : 0].settleLane, account, purchase, CONFIRMED),
    clock.then(() => tell(fixture.processes[0].settleLane, account, purchase, EXPIRED)),
  ]);
  await Promise.all(telling);

  const rows = await Promise.all(purchases.map((purchase) => purchaseRow(fixture.pool, purchase)));
  for (const { status, lines, events, late } of rows) {
    expect(events).toEqual([`purchase.${status}`]);
    expect([lines, late]).toEqual(status === 'successful' ? [['purchase'], []] : [[], ['confirmation']]);
  }
  await expectInvariants(fixture.pool);
});

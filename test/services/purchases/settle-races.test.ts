import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPool } from '../../../db/pool.ts';
import type { SettleLane } from '../../../services/purchases/settle-lane.ts';
import {
  bought,
  createLaneFixture,
  expectInvariants,
  type LaneFixture,
  lanesOn,
  openAccount,
  RESOLVE_WITHIN_MS,
} from '../../support/purchases/lane-fixture.ts';
import { CONFIRMED, EXPIRED, purchaseRow, tell } from '../../support/purchases/outcome-reports.ts';

let fixture: LaneFixture;
let other: Pool;
/** Those of two processes. */
let lanes: readonly [SettleLane, SettleLane];
beforeAll(async () => {
  fixture = await createLaneFixture();
  other = createPool(fixture.databaseUrl, { max: 4, applicationName: 'test-other', use: 'lanes' });
  lanes = [fixture.settleLane, lanesOn(other).settleLane];
});
afterAll(async () => {
  await other.end();
  await fixture.close();
});

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
    tell(lanes[index % 2 === 0 ? 0 : 1], account, purchase, EXPIRED),
    tell(lanes[index % 2 === 0 ? 1 : 0], account, purchase, CONFIRMED),
    clock.then(() => tell(lanes[0], account, purchase, EXPIRED)),
  ]);
  await Promise.all(telling);

  const rows = await Promise.all(purchases.map((purchase) => purchaseRow(fixture.pool, purchase)));
  for (const { status, lines, events, late } of rows) {
    expect(events).toEqual([`purchase.${status}`]);
    expect([lines, late]).toEqual(status === 'successful' ? [['purchase'], []] : [[], ['confirmation']]);
  }
  await expectInvariants(fixture.pool);
});

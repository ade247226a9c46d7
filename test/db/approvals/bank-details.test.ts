import { afterAll, beforeAll, expect, it } from 'vitest';
import { readTopUpDetails, setTopUpDetails } from '../../../db/accounts/top-up.ts';
import { ADA, staffCommands } from '../../support/approvals/staff.ts';
import { createLaneFixture, type LaneFixture, openAccount } from '../../support/purchases/lane-fixture.ts';

let fixture: LaneFixture;
beforeAll(async () => {
  fixture = await createLaneFixture();
});
afterAll(() => fixture.close());

const { rule, requested, decide, statusOf } = staffCommands(() => fixture);

it('bank details are set and removed once another operator has approved exactly these', async () => {
  await rule('account_top_up', 1);
  const accountId = await openAccount(fixture, 0);
  const details = { bank: 'First', holder: 'Us', number: '2034567890', reference: 'A', instructions: null };
  const set = (wanted: typeof details | null) => setTopUpDetails(fixture.pool, accountId, wanted, ADA);
  const id = await requested(set(details));
  expect(await readTopUpDetails(fixture.pool, accountId)).toBeNull();
  expect(await decide(id, 'approve', ADA)).toEqual({ kind: 'own', role: 'requester' });
  await decide(id, 'approve');
  expect(await requested(set({ ...details, number: '2034567891' }))).not.toBe(id);
  expect(await set(details)).toBe(true);
  expect([await readTopUpDetails(fixture.pool, accountId), await statusOf(id)]).toEqual([details, 'used']);
  await decide(await requested(set(null)), 'approve');
  await set(null);
  expect(await readTopUpDetails(fixture.pool, accountId)).toBeNull();
});

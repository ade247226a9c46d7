import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { fundAccount } from '../../../db/accounts/accounts.ts';
import { changePrices } from '../../../db/accounts/terms.ts';
import { replaceApprovalRule } from '../../../db/approvals/rules.ts';
import { listStaffApprovals } from '../../../db/approvals/staff/read.ts';
import { listStaffRules, replaceStaffRule } from '../../../db/approvals/staff/rules.ts';
import { resolveLateConfirmation } from '../../../db/purchases/late-confirmations.ts';
import { NO_APPROVAL_RULE } from '../../../domain/approvals/rule.ts';
import { forceResolve } from '../../../services/purchases/force-resolve.ts';
import { readPurchase } from '../../support/approvals/purchases.ts';
import { ADA, staffCommands } from '../../support/approvals/staff.ts';
import { createWorld } from '../../support/locks/world.ts';
import {
  createLaneFixture,
  type LaneFixture,
  OFFER,
  openAccount,
  PRICE,
} from '../../support/purchases/lane-fixture.ts';

let fixture: LaneFixture;
beforeAll(async () => {
  fixture = await createLaneFixture();
});
afterEach(async () => {
  await fixture.pool.query('DELETE FROM staff_approval_rules');
  await fixture.pool.query(
    `UPDATE approvals SET status = 'voided', ended_at = app_now() WHERE ended_at IS NULL`,
  );
});
afterAll(() => fixture.close());

const { rule, available, requested, decide, statusOf } = staffCommands(() => fixture);

describe('what else waits for another operator', () => {
  it('an adjustment, by its amount without the sign', async () => {
    await rule('account_adjust', PRICE);
    const accountId = await openAccount(fixture, 5);
    const adjust = () => fundAccount(fixture.pool, accountId, { ...ADA, type: 'adjustment', amount: -PRICE });
    const id = await requested(adjust());
    const [listed] = await listStaffApprovals(fixture.pool, { all: false, limit: 1 });
    expect(listed?.terms).toEqual({ direction: 'from_client' });
    await decide(id, 'approve');
    const raise = { ...ADA, type: 'adjustment', amount: PRICE } as const;
    expect(await requested(fundAccount(fixture.pool, accountId, raise))).not.toBe(id);
    await adjust();
    expect(await available(accountId)).toBe(4 * PRICE);
  });

  it('prices, whichever order they are given in', async () => {
    await rule('account_prices', 1);
    const accountId = await openAccount(fixture, 0);
    const price = (amount: number) =>
      changePrices(fixture.pool, accountId, [{ bundleId: OFFER.bundleId, price: amount }], ADA);
    const id = await requested(price(PRICE));
    await decide(id, 'approve');
    expect(await requested(price(PRICE + 1))).not.toBe(id);
    expect(await price(PRICE)).toEqual({ kind: 'changed' });
  });

  it('rules themselves, of operators and of accounts', async () => {
    await rule('approval_rules', 1);
    const accountId = await openAccount(fixture, 0);
    const ofAccount = () =>
      replaceApprovalRule(fixture.pool, accountId, 'campaign_start', NO_APPROVAL_RULE, ADA);
    await decide(await requested(ofAccount()), 'approve');
    await ofAccount();
    const end = () =>
      replaceStaffRule(
        fixture.pool,
        { kind: 'approval_rules', currency: '', oneFrom: null, twoFrom: null, validHours: 72 },
        ADA,
      );
    const id = await requested(end());
    expect(await listStaffRules(fixture.pool)).toHaveLength(1);
    await decide(id, 'approve');
    await end();
    expect(await listStaffRules(fixture.pool)).toEqual([]);
  });

  it('the charge for a late confirmation, and not its loss', async () => {
    await rule('late_charge', 1);
    const { late, accountId } = await createWorld(fixture);
    const before = await available(accountId);
    const charge = () => resolveLateConfirmation(fixture.pool, late, 'charged_by_agreement', ADA);
    await decide(await requested(charge()), 'approve');
    expect(await available(accountId)).toBe(before);
    expect(await charge()).toBe(true);
    expect(await available(accountId)).toBe(before - PRICE);
    expect(await charge()).toBe(false);
    const other = await createWorld(fixture);
    expect(await resolveLateConfirmation(fixture.pool, other.late, 'written_off', ADA)).toBe(true);
  });

  it.each([
    ['delivered', 'pending', 'successful'],
    ['not_delivered', 'unsent', 'failed'],
  ] as const)('a purchase that is resolved as %s', async (outcome, which, status) => {
    await rule('purchase_resolve', 1);
    const world = await createWorld(fixture);
    const purchaseId = world[which];
    const { pool, settleLane: ledger } = fixture;
    const resolve = () =>
      forceResolve({ pool, ledger }, { ...ADA, purchaseId, outcome, evidence: 'case 88' });
    expect(await resolve()).toEqual({ status: 'pending', moved: false, refused: 'unapproved' });
    expect(await readPurchase(pool, purchaseId)).toEqual({ status: 'pending', confirmations: 0 });
    const [request] = await listStaffApprovals(pool, { all: false, limit: 1 });
    await decide(request?.id ?? 'apr_', 'approve');
    const ran = await Promise.all([resolve(), resolve(), resolve()]);
    expect(ran.filter(({ moved }) => moved)).toHaveLength(1);
    expect(await readPurchase(pool, purchaseId)).toMatchObject({ status });
    expect(await statusOf(request?.id ?? 'apr_')).toBe('used');
  });
});

import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { decideApproval } from '../../../db/approvals/decide.ts';
import { endExpired } from '../../../db/approvals/expire.ts';
import { listStaffApprovals } from '../../../db/approvals/staff/read.ts';
import { findStaffApproval } from '../../../db/approvals/staff/store.ts';
import { ADA, BEN, by, CAL, staffCommands } from '../../support/approvals/staff.ts';
import { moveClock } from '../../support/batches/clock.ts';
import {
  createLaneFixture,
  type LaneFixture,
  openAccount,
  PRICE,
} from '../../support/purchases/lane-fixture.ts';

const HOUR = 3_600_000;

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

const { rule, fund, available, requested, decide, statusOf } = staffCommands(() => fixture);

it('without a rule, and below its amount, an operator needs no one', async () => {
  const accountId = await openAccount(fixture, 0);
  await fund(accountId, PRICE);
  await rule('account_fund', 2 * PRICE);
  await fund(accountId, 2 * PRICE - 1);
  await rule('account_adjust', 1);
  await fund(accountId, PRICE);
  expect(await available(accountId)).toBe(4 * PRICE - 1);
  expect(await listStaffApprovals(fixture.pool, { all: false, limit: 10 })).toEqual([]);
});

it('from the amount on, the same command moves the money once another operator has approved it', async () => {
  await rule('account_fund', PRICE);
  const accountId = await openAccount(fixture, 0);
  const id = await requested(fund(accountId, PRICE));
  expect(await requested(fund(accountId, PRICE))).toBe(id);
  expect(await available(accountId)).toBe(0);
  expect((await decide(id, 'approve')).kind).toBe('moved');
  await fund(accountId, PRICE);
  expect([await available(accountId), await statusOf(id)]).toEqual([PRICE, 'used']);
  const { rows } = await fixture.pool.query(
    `SELECT action, principal_id AS by, after->>'approval' AS approval FROM audit_log
      WHERE subject = $1 OR after->>'approval' = $1 ORDER BY seq`,
    [id],
  );
  expect(rows).toEqual([
    { action: 'approval_request', by: 'ada', approval: null },
    { action: 'approval_approve', by: 'ben', approval: null },
    { action: 'funding', by: 'ada', approval: id },
  ]);
});

describe('an approval', () => {
  it.each(['ada', 'Ada', ' ADA '])(
    'is not given by the operator who requested it, named "%s"',
    async (name) => {
      await rule('account_fund', PRICE);
      const accountId = await openAccount(fixture, 0);
      const id = await requested(fund(accountId, PRICE));
      expect(await decide(id, 'approve', by(name))).toEqual({ kind: 'own', role: 'requester' });
      expect(await decide(id, 'reject', by(name))).toEqual({ kind: 'own', role: 'requester' });
      expect(await requested(fund(accountId, PRICE))).toBe(id);
    },
  );

  it('can be rejected by who gave it, which keeps both decisions', async () => {
    await rule('account_fund', 1, 1);
    const id = await requested(fund(await openAccount(fixture, 0), PRICE));
    await decide(id, 'approve');
    expect((await decide(id, 'reject')).kind).toBe('moved');
    expect((await decide(id, 'approve')).kind).toBe('ended');
    const stored = (await findStaffApproval(fixture.pool, id))?.stored;
    const ben = { kind: 'operator', id: 'ben' };
    expect(stored).toMatchObject({
      status: 'rejected',
      approvedBy: [ben],
      decisions: [
        { by: ben, decision: 'approved' },
        { by: ben, decision: 'rejected', reason: BEN.reason },
      ],
    });
  });

  it('of two is given by two different operators, also at the same time', async () => {
    await rule('account_fund', 1, PRICE);
    const accountId = await openAccount(fixture, 0);
    const id = await requested(fund(accountId, PRICE));
    await Promise.all([decide(id, 'approve', BEN), decide(id, 'approve', BEN)]);
    expect(await statusOf(id)).toBe('requested');
    await requested(fund(accountId, PRICE));
    await Promise.all([decide(id, 'approve', CAL), decide(id, 'approve', BEN)]);
    expect(await statusOf(id)).toBe('approved');
    await fund(accountId, PRICE);
    expect(await available(accountId)).toBe(PRICE);
  });

  it('is for exactly the parameters that were requested', async () => {
    await rule('account_fund', 1);
    const [accountId, other] = [await openAccount(fixture, 0), await openAccount(fixture, 0)];
    const id = await requested(fund(accountId, PRICE));
    await decide(id, 'approve');
    expect(await requested(fund(accountId, PRICE + 1))).not.toBe(id);
    expect(await requested(fund(other, PRICE))).not.toBe(id);
    expect([await available(accountId), await available(other), await statusOf(id)]).toEqual([
      0,
      0,
      'approved',
    ]);
  });

  it('is used once', async () => {
    await rule('account_fund', 1);
    const accountId = await openAccount(fixture, 0);
    const id = await requested(fund(accountId, PRICE));
    await decide(id, 'approve');
    await fund(accountId, PRICE);
    expect(await requested(fund(accountId, PRICE))).not.toBe(id);
    expect(await available(accountId)).toBe(PRICE);
  });

  it('is used by one of several commands that run at the same time', async () => {
    await rule('account_fund', 1);
    const accountId = await openAccount(fixture, 0);
    await decide(await requested(fund(accountId, PRICE)), 'approve');
    const ran = await Promise.allSettled([1, 2, 3, 4].map(() => fund(accountId, PRICE)));
    expect(ran.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await available(accountId)).toBe(PRICE);
    expect(await listStaffApprovals(fixture.pool, { all: false, limit: 10 })).toHaveLength(1);
  });

  it.each(['reject', 'withdraw'] as const)('that has ended by %s is not used', async (verb) => {
    await rule('account_fund', 1);
    const accountId = await openAccount(fixture, 0);
    const id = await requested(fund(accountId, PRICE));
    await decide(id, 'approve');
    expect((await decide(id, verb, verb === 'reject' ? CAL : ADA)).kind).toBe('moved');
    expect((await decide(id, 'approve', CAL)).kind).toBe('ended');
    expect(await requested(fund(accountId, PRICE))).not.toBe(id);
  });

  it('that is expired is neither given nor used, and ends once', async () => {
    await rule('account_fund', 1);
    const accountId = await openAccount(fixture, 0);
    const [used, late] = [
      await requested(fund(accountId, PRICE)),
      await requested(fund(accountId, 2 * PRICE)),
    ];
    await decide(used, 'approve');
    await moveClock(fixture.pool, new Date(Date.now() + 73 * HOUR));
    expect((await decide(late, 'approve')).kind).toBe('expired');
    const ended = await Promise.all([endExpired(fixture.pool, null), endExpired(fixture.pool, null)]);
    expect(ended[0] + ended[1]).toBe(1);
    expect([await statusOf(used), await statusOf(late)]).toEqual(['expired', 'expired']);
    expect(await requested(fund(accountId, PRICE))).not.toBe(used);
    expect(await available(accountId)).toBe(0);
  });

  it('is not found by a client of its account', async () => {
    await rule('account_fund', 1);
    const accountId = await openAccount(fixture, 0);
    const id = await requested(fund(accountId, PRICE));
    expect(await decideApproval(fixture.pool, accountId, id, 'approve', BEN, null)).toEqual({
      kind: 'not_found',
    });
  });
});

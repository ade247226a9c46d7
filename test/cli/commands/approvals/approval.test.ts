import { afterAll, beforeAll, expect, it } from 'vitest';
import { type CliFixture, createCliFixture } from '../../../support/cli/fixture.ts';

let fixture: CliFixture;
let account: string;
beforeAll(async () => {
  fixture = await createCliFixture();
  account = (await fixture.json('account', 'create', 'Acme Ltd', '--reason', 'contract 114')).id;
});
afterAll(() => fixture.close());

const WHY = ['--reason', 'bank 8841'];

it('a command that waits for another operator says which approval, and runs after it', async () => {
  const rule = ['approval', 'rule', 'account_fund', '--currency', 'NGN', '--one-from', '1,000.00', ...WHY];
  expect(await fixture.json(...rule)).toEqual([
    { kind: 'account_fund', currency: 'NGN', one_from: 100_000, two_from: null, valid_hours: 72 },
  ]);
  const fund = ['account', 'fund', account, '1,000.00', '--yes', ...WHY];
  const refused = await fixture.cli(...fund);
  expect([refused.exitCode, refused.out]).toEqual([1, '']);
  const [, id = ''] = /bundlewire approval approve (apr_\w+)/.exec(refused.err) ?? [];
  expect(await fixture.json('approval', 'list')).toMatchObject([
    { id, kind: 'account_fund', account_id: account, status: 'requested', reason: 'bank 8841' },
  ]);

  const own = await fixture.cli('approval', 'approve', id, ...WHY);
  expect([own.exitCode, own.err]).toEqual([1, expect.stringContaining('another operator must decide')]);
  const approve = ['approval', 'approve', id, '--operator', 'bola', ...WHY];
  expect(await fixture.json(...approve)).toMatchObject({ status: 'approved', steps_given: 1 });
  expect(await fixture.json(...fund)).toMatchObject({ available: 100_000 });
  expect(await fixture.json('approval', 'show', id)).toMatchObject({ status: 'used' });
  expect(await fixture.json('approval', 'list')).toEqual([]);
  expect((await fixture.cli('approval', 'show', id)).out).toContain('Approved by');
});

it('what is decided is recorded under the name of who decided it', async () => {
  const rule = ['approval', 'rule', 'account_fund', '--currency', 'NGN', '--one-from', '1,000.00', ...WHY];
  await fixture.json(...rule);
  const decisions = [
    ['approve', 'bola', 'approval_approve', '2,000.00'],
    ['reject', 'bola', 'approval_reject', '3,000.00'],
    ['withdraw', 'ada', 'approval_withdraw', '4,000.00'],
  ] as const;
  for (const [verb, operator, action, amount] of decisions) {
    const fund = ['account', 'fund', account, amount, '--yes', '--operator', 'ada', ...WHY];
    const [, id = ''] = /bundlewire approval approve (apr_\w+)/.exec((await fixture.cli(...fund)).err) ?? [];
    await fixture.json('approval', verb, id, '--operator', operator, ...WHY);
    const { rows } = await fixture.pool.query(
      'SELECT principal_id AS operator, action, reason FROM audit_log ORDER BY at DESC, id DESC LIMIT 1',
    );
    expect(rows).toEqual([{ operator, action, reason: 'bank 8841' }]);
  }
});

it.each([
  [['approval', 'show', 'apr_1'], 2, /is not an approval id/],
  [['approval', 'approve', 'apr_00000000000000000000000000', ...WHY], 1, /Operators have no approval/],
  [['approval', 'rule', 'money', '--one-from', 'any', ...WHY], 2, /money is not a kind/],
  [['approval', 'rule', 'account_fund', '--one-from', '1.00', ...WHY], 2, /Give the currency/],
  [['approval', 'rule', 'approval_rules', '--one-from', '1.00', ...WHY], 2, /has no amount/],
] as const)('%s ends with %i', async (args, exitCode, message) => {
  const ran = await fixture.cli(...args);
  expect([ran.exitCode, ran.err]).toEqual([exitCode, expect.stringMatching(message)]);
});

import { afterAll, beforeAll, expect, it } from 'vitest';
import { FundingRefused, fundAccount } from '../../../db/accounts/accounts.ts';
import { readStatement } from '../../../db/statements/statements.ts';
import { TransactionError } from '../../../db/transaction.ts';
import { type AccountId, uuidOf } from '../../../domain/ids.ts';
import { toUtcDay } from '../../../domain/money/statement.ts';
import {
  accountRow,
  createLaneFixture,
  expectInvariants,
  type LaneFixture,
  openAccount,
  PRICE,
} from '../../support/purchases/lane-fixture.ts';

const GOOD = { type: 'adjustment', amount: -1, operator: 'ada', reason: 'agreed with the client' } as const;

let fixture: LaneFixture;
let account: AccountId;

beforeAll(async () => {
  fixture = await createLaneFixture();
  account = await openAccount(fixture, 2);
});
afterAll(async () => {
  await expectInvariants(fixture.pool);
  await fixture.close();
});

it.each([
  ['no operator', { operator: ' ' }],
  ['no reason', { reason: '' }],
  ['nothing to book', { amount: 0 }],
  ['half a kobo', { amount: 0.5 }],
  ['more than can be counted exactly', { amount: 2 ** 53 }],
  ['no number at all', { amount: Number.NaN }],
  ['negative funding', { type: 'funding' }],
] as const)('refuses to move money with %s', async (_what, wrong) => {
  const before = await accountRow(fixture.pool, account);
  await expect(fundAccount(fixture.pool, account, { ...GOOD, ...wrong })).rejects.toThrow(FundingRefused);
  expect(await accountRow(fixture.pool, account)).toEqual(before);
});

it('refuses an adjustment below zero, and funding beyond what can be counted exactly', async () => {
  for (const amount of [-1_000_000, Number.MAX_SAFE_INTEGER]) {
    const moving = fundAccount(fixture.pool, account, { ...GOOD, amount });
    await expect(moving).rejects.toThrow(TransactionError);
  }
  expect(await accountRow(fixture.pool, account)).toMatchObject({ available: 2, lines: 1 });
});

it('refuses what would take the movements of a day by hand beyond what can be counted exactly', async () => {
  const client = await openAccount(fixture, 1);
  const move = (type: 'funding' | 'adjustment', amount: number) =>
    fundAccount(fixture.pool, client, { ...GOOD, type, amount });
  const half = 2 ** 52 - PRICE;
  await move('funding', half);
  await move('adjustment', -half);
  await expect(move('funding', half)).rejects.toThrow('Book it tomorrow (UTC)');

  const today = toUtcDay(new Date());
  expect(await readStatement(fixture.pool, client, today)).toMatchObject({
    runningBalance: PRICE,
    totals: { funding: { amount: half + PRICE }, adjustments: { amount: -half } },
  });
});

it('has no column that accepts more', async () => {
  const values = [uuidOf('acc', account)];
  for (const text of [
    'UPDATE accounts SET available = 9007199254740992 WHERE id = $1',
    'UPDATE accounts SET available = 9007199254740991, held = 1 WHERE id = $1',
    `INSERT INTO account_bundles (account_id, bundle_id, price) VALUES ($1, 'bnd_mtn_ng_500mb_7d', 9007199254740992)`,
    `INSERT INTO statement_lines (account_id, seq, id, type, occurred_at, amount, currency, balance_after)
     VALUES ($1, 2, uuidv7(), 'funding', app_now(), 9007199254740992, 'NGN', 1)`,
  ])
    await expect(fixture.pool.query({ text, values })).rejects.toMatchObject({ code: '23514' });
});

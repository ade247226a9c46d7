import { afterAll, beforeAll, expect, it } from 'vitest';
import { fundAccount } from '../../../../db/accounts/accounts.ts';
import { type AccountId, readId, uuidOf } from '../../../../domain/ids.ts';
import { type CliFixture, createCliFixture } from '../../../support/cli/fixture.ts';
import { setClock } from '../../../support/invariants/history.ts';

let fixture: CliFixture;
let accounts: readonly AccountId[];

beforeAll(async () => {
  fixture = await createCliFixture();
  await setClock(fixture.pool, new Date('2026-03-01T12:00:00.000Z'));
  accounts = [await fundedAccount('One'), await fundedAccount('Two')];
});

afterAll(() => fixture.close());

async function fundedAccount(name: string): Promise<AccountId> {
  const { id } = await fixture.json('account', 'create', name, '--reason', 'contract');
  const account = readId('acc', id);
  if (account === null) throw new Error(`${id} is not an account id`);
  await fundAccount(fixture.pool, account, { type: 'funding', amount: 500, operator: 'ada', reason: 'paid' });
  return account;
}

const close = (...args: string[]) => fixture.cli('statement', 'close', ...args, '--json', '--reason', 'late');

it('shows and verifies the statement of a day', async () => {
  const [one] = accounts;
  const show = (day: string) => fixture.cli('statement', 'show', one ?? '', day, '--json');
  expect(JSON.parse((await show('2026-03-01')).out)).toMatchObject({ day: '2026-03-01', status: 'open' });
  expect(await show('2026-02-31')).toMatchObject({ exitCode: 2 });
  expect(await fixture.cli('statement', 'verify', one ?? '')).toMatchObject({ exitCode: 0 });
});

it('closes the due days of one account and then of all, once, and records the operator', async () => {
  const [one, two] = accounts;
  expect(JSON.parse((await close()).out)).toEqual({ closed: 0, failures: [] });

  await setClock(fixture.pool, new Date('2026-03-04T09:00:00.000Z'));
  expect(JSON.parse((await close(one ?? '')).out)).toEqual({ closed: 3, failures: [] });
  expect(await fixture.json('statement', 'show', one ?? '', '2026-03-01')).toMatchObject({
    status: 'closed',
    closingBalance: 500,
  });
  expect(await fixture.json('statement', 'show', two ?? '', '2026-03-01')).toMatchObject({ status: 'open' });

  expect(JSON.parse((await close()).out)).toEqual({ closed: 3, failures: [] });
  expect(await close()).toMatchObject({ exitCode: 0, out: expect.stringContaining('"closed": 0') });
  const all = { operator: 'ada', action: 'statement_close', subject: 'statements', reason: 'late' };
  expect((await fixture.actions()).filter(({ action }) => action === 'statement_close')).toEqual([
    all,
    { ...all, subject: one },
    all,
    all,
  ]);
});

it('exits with 1 and names the account whose books do not add up; the others are closed', async () => {
  const [one] = accounts;
  const corrupt = async (by: number) => {
    await fixture.pool.query('ALTER TABLE statement_lines DISABLE TRIGGER USER');
    await fixture.pool.query({
      text: 'UPDATE statement_lines SET amount = amount + $2 WHERE account_id = $1',
      values: [uuidOf('acc', one ?? 'acc_'), by],
    });
    await fixture.pool.query('ALTER TABLE statement_lines ENABLE TRIGGER USER');
  };
  await fundAccount(fixture.pool, one ?? 'acc_', {
    type: 'funding',
    amount: 500,
    operator: 'ada',
    reason: 'paid',
  });
  await corrupt(1);
  await setClock(fixture.pool, new Date('2026-03-05T09:00:00.000Z'));
  const ran = await close();
  expect(ran.exitCode).toBe(1);
  expect(JSON.parse(ran.out)).toMatchObject({ closed: 1, failures: [{ account_id: one }] });

  await corrupt(-1);
  expect(JSON.parse((await close()).out)).toEqual({ closed: 1, failures: [] });
});

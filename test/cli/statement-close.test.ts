import { afterAll, beforeAll, expect, it } from 'vitest';
import { fundAccount } from '../../db/accounts.ts';
import { type AccountId, readId, uuidOf } from '../../domain/ids.ts';
import { setClock } from '../verify/history.ts';
import { type CliSetting, createCliSetting } from './setting.ts';

let setting: CliSetting;
let accounts: readonly AccountId[];

beforeAll(async () => {
  setting = await createCliSetting();
  await setClock(setting.pool, new Date('2026-03-01T12:00:00.000Z'));
  accounts = [await fundedAccount('One'), await fundedAccount('Two')];
});

afterAll(() => setting.close());

async function fundedAccount(name: string): Promise<AccountId> {
  const { id } = await setting.json('account', 'create', name, '--reason', 'contract');
  const account = readId('acc', id);
  if (account === null) throw new Error(`${id} is no account`);
  await fundAccount(setting.pool, account, { type: 'funding', amount: 500, operator: 'ada', reason: 'paid' });
  return account;
}

const close = (...args: string[]) => setting.cli('statement', 'close', ...args, '--json', '--reason', 'late');

it('closes what is due of one account and then of all, once, and records who asked for it', async () => {
  const [one, two] = accounts;
  expect(JSON.parse((await close()).out)).toEqual({ closed: 0, failures: [] });

  await setClock(setting.pool, new Date('2026-03-04T09:00:00.000Z'));
  expect(JSON.parse((await close(one ?? '')).out)).toEqual({ closed: 3, failures: [] });
  expect(await setting.json('statement', 'show', one ?? '', '2026-03-01')).toMatchObject({
    status: 'closed',
    closingBalance: 500,
  });
  expect(await setting.json('statement', 'show', two ?? '', '2026-03-01')).toMatchObject({ status: 'open' });

  expect(JSON.parse((await close()).out)).toEqual({ closed: 3, failures: [] });
  expect(await close()).toMatchObject({ exitCode: 0, out: expect.stringContaining('"closed": 0') });
  const all = { operator: 'ada', action: 'statement_close', subject: 'statements', reason: 'late' };
  expect((await setting.actions()).filter(({ action }) => action === 'statement_close')).toEqual([
    all,
    { ...all, subject: one },
    all,
    all,
  ]);
});

it('ends with 1 and names the account whose books contradict themselves; the others are closed', async () => {
  const [one] = accounts;
  const miscount = async (by: number) => {
    await setting.pool.query('ALTER TABLE statement_lines DISABLE TRIGGER USER');
    await setting.pool.query({
      text: 'UPDATE statement_lines SET amount = amount + $2 WHERE account_id = $1',
      values: [uuidOf('acc', one ?? 'acc_'), by],
    });
    await setting.pool.query('ALTER TABLE statement_lines ENABLE TRIGGER USER');
  };
  await fundAccount(setting.pool, one ?? 'acc_', {
    type: 'funding',
    amount: 500,
    operator: 'ada',
    reason: 'paid',
  });
  await miscount(1);
  await setClock(setting.pool, new Date('2026-03-05T09:00:00.000Z'));
  const ran = await close();
  expect(ran.exitCode).toBe(1);
  expect(JSON.parse(ran.out)).toMatchObject({ closed: 1, failures: [{ account_id: one }] });

  await miscount(-1);
  expect(JSON.parse((await close()).out)).toEqual({ closed: 1, failures: [] });
});

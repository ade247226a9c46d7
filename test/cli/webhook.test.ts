import { afterAll, beforeAll, expect, it } from 'vitest';
import { setWebhookEndpoint } from '../../db/accounts.ts';
import { readId } from '../../domain/ids.ts';
import { type CliSetting, createCliSetting } from './setting.ts';

let setting: CliSetting;
let account: string;

beforeAll(async () => {
  setting = await createCliSetting();
  account = (await setting.json('account', 'create', 'Acme Ltd', '--reason', 'contract')).id;
});

afterAll(() => setting.close());

it('sends the webhooks of an account somewhere else, and refuses an address that cannot be an endpoint', async () => {
  const accountId = readId('acc', account);
  if (accountId === null) throw new Error('no account');
  await setWebhookEndpoint(setting.pool, accountId, 'https://old.example/hooks', Buffer.from('sealed'));
  const set = (url: string) => setting.cli('webhook', 'set', url, '--account', account, '--reason', 'moved');

  expect(await set('http://127.0.0.1:1/hooks')).toMatchObject({
    exitCode: 1,
    err: expect.stringContaining('cannot be'),
  });
  expect(await set('https://new.example/hooks')).toMatchObject({ exitCode: 0 });
  expect(await setting.json('account', 'show', account)).toMatchObject({
    webhook_url: 'https://new.example/hooks',
  });
  expect((await setting.actions()).at(-1)).toMatchObject({ action: 'webhook_set', reason: 'moved' });
});

import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { setWebhookEndpoint } from '../../../../db/accounts/accounts.ts';
import { readId, uuidOf } from '../../../../domain/ids.ts';
import { type CliFixture, createCliFixture } from '../../../support/cli/fixture.ts';

let fixture: CliFixture;
let account: string;

beforeAll(async () => {
  fixture = await createCliFixture({ SECRETS_KEY: randomBytes(32).toString('base64') });
  account = (await fixture.json('account', 'create', 'Acme Ltd', '--reason', 'contract')).id;
});

afterAll(() => fixture.close());

it('changes the address of the webhooks, and rejects one that cannot be an endpoint', async () => {
  const accountId = readId('acc', account);
  if (accountId === null) throw new Error(`${account} is not an account id`);
  await setWebhookEndpoint(fixture.pool, accountId, 'https://old.example/hooks', Buffer.from('sealed'));
  const set = (url: string) => fixture.cli('webhook', 'set', url, '--account', account, '--reason', 'moved');

  expect(await set('http://127.0.0.1:1/hooks')).toMatchObject({
    exitCode: 1,
    err: expect.stringContaining('cannot be'),
  });
  expect(await set('https://new.example/hooks')).toMatchObject({ exitCode: 0 });
  expect(await fixture.json('account', 'show', account)).toMatchObject({
    webhook_url: 'https://new.example/hooks',
  });
  expect((await fixture.actions()).at(-1)).toMatchObject({ action: 'webhook_set', reason: 'moved' });
});

it('adds extra events to an endpoint, keeps them when its address changes, and removes them', async () => {
  const { id } = await fixture.json('account', 'create', 'Campaigns Ltd', '--reason', 'contract');
  const set = (url: string, ...events: string[]) =>
    fixture.cli('webhook', 'set', url, '--account', id, '--reason', 'asked for', '--json', ...events);
  const extraEvents = async () => (await fixture.json('webhook', 'show', id)).extra_events;

  expect(await set('https://one.example/hooks', '--event', 'purchase.failed')).toMatchObject({
    exitCode: 2,
    err: expect.stringContaining('batch.completed'),
  });
  expect(await fixture.json('webhook', 'show', id)).toBeNull();

  expect(await set('https://one.example/hooks', '--event', 'batch.completed')).toMatchObject({ exitCode: 0 });
  expect(await extraEvents()).toEqual(['batch.completed']);
  expect(await set('https://two.example/hooks')).toMatchObject({ exitCode: 0 });
  expect(await extraEvents()).toEqual(['batch.completed']);
  expect(await set('https://two.example/hooks', '--event', 'none')).toMatchObject({ exitCode: 0 });
  expect(await extraEvents()).toEqual([]);

  const { rows } = await fixture.pool.query(
    `SELECT principal_id AS operator, reason, after AS details FROM audit_log WHERE action = 'webhook_set' AND account_id = $1 ORDER BY at, id`,
    [uuidOf('acc', id)],
  );
  const [one, two] = ['https://one.example/hooks', 'https://two.example/hooks'];
  const by = { operator: 'ada', reason: 'asked for' };
  expect(rows).toMatchObject([
    { ...by, details: { url: one, extra_events: ['batch.completed'], secret: 'issued' } },
    { ...by, details: { url: two, extra_events: ['batch.completed'] } },
    { ...by, details: { url: two, extra_events: [] } },
  ]);
});

import { afterAll, beforeAll, expect, it } from 'vitest';
import { newUuid } from '../../../../domain/crypto/new-id.ts';
import { readId, uuidOf } from '../../../../domain/ids.ts';
import { type CliFixture, createCliFixture } from '../../../support/cli/fixture.ts';

const WHY = ['--reason', 'ticket 12'];

let fixture: CliFixture;
let account: string;
beforeAll(async () => {
  fixture = await createCliFixture();
  ({ id: account } = await fixture.json('account', 'create', 'Acme Ltd', ...WHY));
});
afterAll(() => fixture.close());

it('queue list shows what waits and for whom, and with --all what is empty too', async () => {
  expect((await fixture.cli('queue', 'list')).out).toContain('Nothing waits in a queue.');
  const id = readId('acc', account);
  if (id === null) throw new Error('it has an id');
  await fixture.pool.query(
    `INSERT INTO outbox (id, queue, topic, subject_id, account_id, created_at)
     VALUES ($1, 'low_balance', 'low_balance', $1, $2, '2026-01-01Z')`,
    [newUuid(), uuidOf('acc', id)],
  );
  expect(await fixture.json('queue', 'list')).toMatchObject([
    { name: 'low_balance', waiting: 1, lanes: 1, longest_lanes: [{ account_id: account }] },
  ]);
  expect((await fixture.cli('queue', 'list')).out).toMatch(
    /low_balance +1 +0 +2026-01-01 00:00:00Z +– +1 +Acme Ltd: 1/,
  );
  const all = await fixture.json('queue', 'list', '--all');
  expect(all.map(({ name }: { name: string }) => name)).toContain('temporal');
});

it('queue endpoints shows endpoints that fail', async () => {
  expect((await fixture.cli('queue', 'endpoints')).out).toContain('No attempt waits');
  const id = readId('acc', account);
  if (id === null) throw new Error('it has an id');
  await fixture.pool.query(
    `INSERT INTO webhook_endpoints (account_id, url, sealed_secret, extra_events, failures)
     VALUES ($1, 'https://acme.example/hooks', '\\x00', '{}', 2)`,
    [uuidOf('acc', id)],
  );
  expect((await fixture.cli('queue', 'endpoints')).out).toMatch(
    /Acme Ltd +set by operators +https:\/\/acme\.example\/hooks +failing +0 +– +0 +0/,
  );
  await fixture.pool.query(
    `INSERT INTO events (id, account_id, type, subject_id, created_at, body, delivery)
     SELECT uuidv7(), $1, 'purchase.failed', uuidv7(), app_now() - interval '25 hours', '{}', 'failed'
       FROM generate_series(1, 1001)`,
    [uuidOf('acc', id)],
  );
  expect((await fixture.cli('queue', 'endpoints')).out).toMatch(/failing +0 +– +0 +1,000\+/);
  expect(await fixture.cli('queue', 'endpoints', '--limit', '0')).toMatchObject({ exitCode: 2 });
});

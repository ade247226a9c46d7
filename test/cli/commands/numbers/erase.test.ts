import { afterAll, beforeAll, expect, it } from 'vitest';
import { type CliFixture, createCliFixture } from '../../../support/cli/fixture.ts';
import { KEYS } from '../../../support/privacy/fixture.ts';

const NUMBER = '+2348031234567';
const REASON = ['--reason', 'request 118'];

let fixture: CliFixture;
let account: string;

beforeAll(async () => {
  fixture = await createCliFixture({ SECRETS_KEY: KEYS.current.toString('base64') });
  account = (await fixture.json('account', 'create', 'Acme', '--currency', 'NGN', ...REASON)).id;
});
afterAll(() => fixture.close());

it('erases a number, records it without the number, and shows the erasure', async () => {
  const erasure = await fixture.json('number', 'erase', account, NUMBER, '--yes', ...REASON);
  expect(erasure).toMatchObject({ account_id: account, status: 'completed', waits_for: null, purchases: 0 });
  expect(erasure.pseudonym).toMatch(/^\+999\d{12}$/);
  expect((await fixture.actions()).at(-1)).toEqual({
    operator: 'ada',
    action: 'number_erase',
    subject: erasure.id,
    reason: 'request 118',
  });
  const { out } = await fixture.cli('number', 'erasures', account);
  expect(out).toContain(erasure.id);
  expect(out).toContain(erasure.pseudonym);
  expect(out).not.toContain(NUMBER.slice(1));
  expect(await fixture.json('number', 'erasures', account, erasure.id)).toEqual(erasure);
});

it('asks first, and changes nothing if the person declines', async () => {
  const before = await fixture.json('number', 'erasures', account);
  const { err, exitCode } = await fixture.cliAsking(['n'], 'number', 'erase', account, NUMBER, ...REASON);
  expect([err, exitCode]).toEqual([expect.stringContaining('will be erased from the records of Acme'), 1]);
  expect(await fixture.json('number', 'erasures', account)).toEqual(before);
});

it('explains what it cannot do', async () => {
  const wrong = await fixture.cli('number', 'erase', account, '08031234567', '--yes', ...REASON);
  expect([wrong.err, wrong.exitCode]).toEqual([expect.stringContaining('is not a phone number'), 2]);
  await fixture.pool.query(`
    INSERT INTO purchases (id, account_id, reference, fingerprint, livemode, phone_number, network_id, bundle_id, bundle_name,
                           data_mb, validity_hours, product_code, price, currency, metadata, created_at, resolve_by, next_action_at)
    SELECT uuidv7(), id, 'order-1', '\\x00', true, '${NUMBER}', 'net_mtn_ng', 'bnd_1gb', '1 GB', 1024, 24, 'P1', 1, 'NGN', '{}',
           app_now(), app_now() + interval '1 hour', app_now() FROM accounts LIMIT 1`);
  const open = await fixture.cli('number', 'erase', account, NUMBER, '--yes', ...REASON);
  expect([open.err, open.exitCode]).toEqual([
    expect.stringMatching(/^pur_\w+ is pending for this number, until 20/m),
    1,
  ]);
});

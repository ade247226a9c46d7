import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findWorkingKeys } from '../../../../db/accounts/accounts.ts';
import { hashApiKey } from '../../../../domain/crypto/api-key.ts';
import { readId, uuidOf } from '../../../../domain/ids.ts';
import { type CliFixture, createCliFixture } from '../../../support/cli/fixture.ts';

let fixture: CliFixture;
let account: string;

beforeAll(async () => {
  fixture = await createCliFixture();
  const created = await fixture.json('account', 'create', 'Acme Ltd', '--reason', 'contract 114');
  account = created.id;
});

afterAll(() => fixture.close());

describe('bundlewire account', () => {
  it('opens an account with a balance of zero, and records the operator and the reason', async () => {
    expect(await fixture.json('account', 'show', account)).toMatchObject({
      name: 'Acme Ltd',
      livemode: true,
      currency: 'NGN',
      available: 0,
      held: 0,
    });
    expect((await fixture.actions())[0]).toEqual({
      operator: 'ada',
      action: 'account_create',
      subject: 'account',
      reason: 'contract 114',
    });
  });

  it('[line.types] books funding and adjustments with their statement lines and audit records', async () => {
    const fund = ['account', 'fund', account, '750,000.00', '--yes', '--reason', 'bank 8841'];
    expect(await fixture.json(...fund)).toMatchObject({ amount: 75_000_000, available: 75_000_000 });
    const adjust = [
      'account',
      'adjust',
      account,
      '-0.50',
      '--yes',
      '--reason',
      'rounding',
      '--operator',
      'bola',
    ];
    expect(await fixture.json(...adjust)).toMatchObject({ amount: -50, available: 74_999_950 });

    const { rows } = await fixture.pool.query(`SELECT type, amount FROM statement_lines ORDER BY seq`);
    expect(rows).toEqual([
      { type: 'funding', amount: 75_000_000 },
      { type: 'adjustment', amount: -50 },
    ]);
    expect((await fixture.actions()).slice(-2)).toMatchObject([
      { operator: 'ada', action: 'funding', reason: 'bank 8841' },
      { operator: 'bola', action: 'adjustment', reason: 'rounding' },
    ]);
  });

  it.each([
    [['account', 'fund', 'ACC', '750000'], 2, /750000 is not an amount in NGN/],
    [['account', 'fund', 'ACC', '-5.00'], 2, /Funding must be above zero/],
    [['account', 'adjust', 'ACC', '-750000.00'], 1, /below zero/],
    [['account', 'fund', 'acc_00000000000000000000000000', '5.00'], 1, /There is no account/],
    [['account', 'fund', 'me', '5.00'], 2, /me is not an account id/],
    [['account', 'create', 'X', '--currency', 'XYZW'], 2, /not an ISO 4217 currency code/],
    [['account', 'rate', 'ACC', '0'], 2, /not a rate/],
    [['account', 'prices', 'ACC', '--set', 'bnd_none=5.00'], 1, /no bundle bnd_none/],
    [['account', 'prices', 'ACC', '--set', 'bnd_mtn_ng_1gb_30d=0.00'], 2, /above zero/],
  ])('rejects %j with exit code %i and changes nothing', async (args, exitCode, sentence) => {
    const before = await fixture.actions();
    const confirmed = args.includes('fund') || args.includes('adjust') ? ['--yes'] : [];
    const ran = await fixture.cli(
      ...args.map((arg) => (arg === 'ACC' ? account : arg)),
      ...confirmed,
      '--reason',
      'a test',
    );
    expect(ran).toMatchObject({ out: '', exitCode, err: expect.stringMatching(sentence) });
    expect(await fixture.actions()).toEqual(before);
  });

  it('asks before it moves money, and moves none when it cannot ask', async () => {
    const fund = ['account', 'fund', account, '1.00'];
    const unasked = await fixture.cli(...fund);
    expect(unasked).toMatchObject({ exitCode: 2, err: expect.stringContaining('Add --yes --reason') });

    const declined = await fixture.cliAsking(['n'], ...fund);
    expect(declined).toMatchObject({ exitCode: 1, err: expect.stringContaining('Nothing was changed.') });

    const agreed = await fixture.cliAsking(['y', 'found in a drawer'], ...fund);
    expect(agreed).toMatchObject({ exitCode: 0, out: expect.stringContaining('1.00 NGN booked') });
    expect((await fixture.actions()).at(-1)).toMatchObject({ reason: 'found in a drawer' });
  });

  it('sets all prices of a command or none, one by one and from a file', async () => {
    const bundle = 'bnd_mtn_ng_1gb_30d';
    const prices = (...args: string[]) => fixture.json('account', 'prices', account, ...args);
    expect(await prices('--set', `${bundle}=1,000.00`, '--reason', 'x')).toMatchObject([
      { bundle_id: bundle, price: { amount: 100_000, currency: 'NGN' } },
    ]);

    const folder = mkdtempSync(join(tmpdir(), 'prices-'));
    const file = join(folder, 'prices.csv');
    writeFileSync(file, `bundle_id,price\n${bundle},\nbnd_none,"1,200.00"\n`);
    const rejected = await fixture.cli('account', 'prices', account, '--file', file, '--reason', 'x');
    expect(rejected).toMatchObject({ exitCode: 1, err: expect.stringContaining('Nothing was changed.') });
    expect(await prices()).toHaveLength(1);

    writeFileSync(file, `bundle_id,price\n${bundle},\nbnd_mtn_ng_500mb_7d,"500.00"\n`);
    expect(await prices('--file', file, '--reason', 'x')).toMatchObject([
      { bundle_id: 'bnd_mtn_ng_500mb_7d', price: { amount: 50_000 } },
    ]);
    rmSync(folder, { recursive: true });
  });
});

describe('bundlewire account alert', () => {
  const terms = async () => {
    const id = readId('acc', account);
    if (id === null) throw new Error(`${account} is not an account id`);
    const { rows } = await fixture.pool.query({
      text: 'SELECT low_balance_threshold AS below, low_balance_email AS email FROM accounts WHERE id = $1',
      values: [uuidOf('acc', id)],
    });
    return rows[0];
  };

  it('sets an alert, removes it, and records both', async () => {
    const alert = (...args: string[]) =>
      fixture.json('account', 'alert', account, ...args, '--reason', 'asked');
    expect(await alert('--below', '50,000.00', '--email', 'finance@client.example')).toEqual({
      account_id: account,
      below: { amount: 5_000_000, currency: 'NGN' },
      email: 'finance@client.example',
    });
    expect(await terms()).toEqual({ below: 5_000_000, email: 'finance@client.example' });

    expect(await alert('--off')).toEqual({ account_id: account, below: null, email: null });
    expect(await terms()).toEqual({ below: null, email: null });
    const action = { operator: 'ada', action: 'low_balance_set', subject: 'account', reason: 'asked' };
    expect((await fixture.actions()).slice(-2)).toEqual([action, action]);
  });

  it.each([
    [['--below', '5.00'], /Give --below and --email, or --off/],
    [['--email', 'finance@client.example'], /Give --below and --email, or --off/],
    [['--below', '0.00', '--email', 'finance@client.example'], /above zero/],
    [['--below', '500', '--email', 'finance@client.example'], /not an amount in NGN/],
    [['--below', '5.00', '--email', 'finance'], /not an e-mail address/],
    [['--off', '--below', '5.00'], /Do not combine it/],
  ])('rejects %j and changes nothing', async (args, sentence) => {
    const before = await fixture.actions();
    const ran = await fixture.cli('account', 'alert', account, ...args, '--reason', 'a test');
    expect(ran).toMatchObject({ out: '', exitCode: 2, err: expect.stringMatching(sentence) });
    expect(await terms()).toEqual({ below: null, email: null });
    expect(await fixture.actions()).toEqual(before);
  });
});

describe('bundlewire key', () => {
  it('issues a key that works, shows it once, and revokes it', async () => {
    const issued = await fixture.json('key', 'issue', account, '--reason', 'first');
    expect(issued.key).toMatch(/^bw_live_/);
    expect(await findWorkingKeys(fixture.pool, [hashApiKey(issued.key)])).toMatchObject([
      { caller: { accountId: account } },
    ]);

    const listed = await fixture.cli('key', 'list', account, '--json');
    expect(JSON.parse(listed.out)).toMatchObject([{ id: issued.id, revoked_at: null }]);
    expect(listed.out).not.toContain(issued.key);

    const revoke = ['key', 'revoke', issued.id, '--yes', '--reason', 'leaked'];
    expect(await fixture.cli(...revoke)).toMatchObject({ exitCode: 0 });
    expect(await findWorkingKeys(fixture.pool, [hashApiKey(issued.key)])).toEqual([null]);
    expect(await fixture.cli(...revoke)).toMatchObject({
      exitCode: 1,
      err: expect.stringContaining('was revoked on'),
    });
    expect((await fixture.actions()).slice(-2)).toMatchObject([
      { action: 'key_issue', subject: issued.id },
      { action: 'key_revoke', subject: issued.id, reason: 'leaked' },
    ]);
  });
});

describe('bundlewire allowlist', () => {
  it('sets, shows and clears the addresses from which keys work', async () => {
    const set = (...ranges: string[]) =>
      fixture.cli('allowlist', 'set', account, ...ranges, '--yes', '--reason', 'their office');
    expect(await set('203.0.113.7', '2001:db8::/32')).toMatchObject({ exitCode: 0 });
    const shown = { account_id: account, ranges: ['203.0.113.7/32', '2001:db8::/32'] };
    expect(await fixture.json('allowlist', 'show', account)).toEqual(shown);

    expect(await set('203.0.113.7/24')).toMatchObject({
      exitCode: 2,
      err: expect.stringContaining('not an address'),
    });
    expect(await fixture.json('allowlist', 'show', account)).toEqual(shown);

    const clear = ['allowlist', 'clear', account, '--reason', 'they moved'];
    expect(await fixture.cli(...clear)).toMatchObject({ exitCode: 2 });
    expect(await fixture.json(...clear, '--yes')).toEqual({ account_id: account, ranges: [] });
    expect((await fixture.actions()).at(-1)).toMatchObject({ action: 'allowlist_set', reason: 'they moved' });
  });
});

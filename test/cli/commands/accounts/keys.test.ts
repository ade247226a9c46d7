import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findWorkingKeys } from '../../../../db/accounts/accounts.ts';
import { hashApiKey } from '../../../../domain/crypto/api-key.ts';
import { type CliFixture, createCliFixture } from '../../../support/cli/fixture.ts';

const WHY = ['--reason', 'a test'];

let fixture: CliFixture;
let account: string;

beforeAll(async () => {
  fixture = await createCliFixture();
  account = (await fixture.json('account', 'create', 'Acme Ltd', ...WHY)).id;
});
afterAll(() => fixture.close());

async function listed(id: string) {
  const keys: { id: string }[] = await fixture.json('key', 'list', account);
  return keys.find((key) => key.id === id);
}

async function works(key: string): Promise<boolean> {
  const [found] = await findWorkingKeys(fixture.pool, [hashApiKey(key)]);
  return found !== null;
}

describe('bundlewire key issue and change', () => {
  it('sets the name, scopes, end and caps of a key, and leaves the others as they are', async () => {
    const terms = ['--name', 'Orders', '--scopes', 'purchases:create, balance:read', '--day-cap', '500.00'];
    const { id } = await fixture.json('key', 'issue', account, ...terms, ...WHY);
    const shown = {
      name: 'Orders',
      scopes: ['purchases:create', 'balance:read'],
      caps: { purchase: null, day: 50_000 },
      spent_today: 0,
      expires_at: null,
      status: 'active',
    };
    expect(await listed(id)).toMatchObject(shown);

    const changes = ['--scopes', 'all', '--purchase-cap', '10.00', '--expires', '2999-01-31T00:00:00Z'];
    await fixture.json('key', 'change', id, ...changes, ...WHY);
    expect(await listed(id)).toMatchObject({
      ...shown,
      scopes: ['all'],
      caps: { purchase: 1_000, day: 50_000 },
      expires_at: '2999-01-31T00:00:00.000Z',
    });
    const back = ['--purchase-cap', 'none', '--day-cap', 'none', '--expires', 'never'];
    await fixture.json('key', 'change', id, ...back, ...WHY);
    expect(await listed(id)).toMatchObject({
      caps: { purchase: null, day: null },
      spent_today: null,
      expires_at: null,
    });
  });

  it.each([
    [['--scopes', 'everything'], /"everything" is not a scope/],
    [['--expires', 'tomorrow'], /--expires must be a time/],
    [['--day-cap', '0.00'], /above zero/],
    [['--name', 'x'.repeat(101)], /at most 100 characters/],
  ])('rejects %j and issues nothing', async (options, sentence) => {
    const before = await fixture.json('key', 'list', account);
    const ran = await fixture.cli('key', 'issue', account, ...options, ...WHY);
    expect(ran).toMatchObject({ out: '', exitCode: 2, err: expect.stringMatching(sentence) });
    expect(await fixture.json('key', 'list', account)).toEqual(before);
  });
});

describe('bundlewire key rotate', () => {
  it('prints a new key of the same id; the former one works until the overlap ends', async () => {
    const { id, key } = await fixture.json('key', 'issue', account, '--scopes', 'read_only', ...WHY);
    const first = await fixture.json('key', 'rotate', id, ...WHY);
    expect([first.id, await works(key), await works(first.key)]).toEqual([id, true, true]);
    expect(await listed(id)).toMatchObject({ scopes: ['read_only'], former_key_until: expect.any(String) });

    const again = await fixture.cli('key', 'rotate', id, ...WHY);
    expect(again).toMatchObject({ out: '', err: expect.stringContaining('--overlap 0') });
    const last = await fixture.json('key', 'rotate', id, '--overlap', '0', ...WHY);
    expect([await works(key), await works(first.key), await works(last.key)]).toEqual([false, false, true]);
  });
});

import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ApiFixture, addClient, PRICE, startApi } from '../../../../support/api/fixture.ts';
import { runClient } from '../../../../support/clients/command.ts';

let api: ApiFixture;
let folder: string;
let environment: Record<string, string>;
beforeAll(async () => {
  api = await startApi();
  const client = await addClient(api.pool, { balance: 10 * PRICE });
  folder = await mkdtemp(join(tmpdir(), 'bundlewire-rules-'));
  environment = { BUNDLEWIRE_BASE_URL: api.baseUrl, BUNDLEWIRE_API_KEY: client.key };
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await api.close();
});

const run = (...args: string[]) => runClient(args, { environment });

it('sets spending limits in the currency of the account, one by one, and removes them', async () => {
  expect((await run('limits')).out).toMatch(/Per campaign +no limit\n/);
  const set = await run('limits', 'set', '--day', '2,000,000.00', '--campaign', '500000.00');
  expect(set.out).toMatch(/Per campaign +500,000.00 NGN\nPer day \(UTC\) +2,000,000.00 NGN, 0.00 NGN spent/);
  const removed = await run('limits', 'set', '--campaign', 'none', '--json');
  expect(JSON.parse(removed.out)).toMatchObject({
    per_campaign: null,
    per_day: { amount: 200_000_000, currency: 'NGN' },
  });
  expect(await run('limits', 'set')).toMatchObject({ exitCode: 2, err: expect.stringContaining('--day') });
  const whole = await run('limits', 'set', '--month', '5000');
  expect(whole).toMatchObject({ exitCode: 2, err: expect.stringContaining('--month 5000 is not an amount') });
});

it('blocks and unblocks the numbers of a file, and shows whether a number is blocked', async () => {
  const path = join(folder, 'numbers.txt');
  await writeFile(path, '+2348030000001\r\n\r\n+2348030000002\n+2348030000001\n');
  expect((await run('blocklist', 'add', path)).out).toMatch(
    /^2 of 2 numbers blocked.*\nBlocked numbers +2\n/,
  );
  expect((await run('blocklist', 'look-up', '+2348030000002')).out).toContain('has been blocked since');
  expect((await run('blocklist', 'remove', path)).out).toMatch(/^2 of 2 numbers unblocked/);
  expect((await run('blocklist', 'look-up', '+2348030000002')).out).toContain('is not blocked');
  expect(JSON.parse((await run('blocklist', '--json')).out)).toMatchObject({ count: 0 });
});

it('changes nothing for a file with a line that is not a number, an empty file, or none', async () => {
  const path = join(folder, `bad-${randomBytes(4).toString('hex')}.txt`);
  await writeFile(path, '+2348030000003\n0803\n');
  expect(await run('blocklist', 'add', path)).toMatchObject({
    exitCode: 2,
    err: expect.stringContaining('Line 2'),
  });
  await writeFile(path, '\n');
  expect((await run('blocklist', 'add', path)).err).toContain('has no numbers');
  expect((await run('blocklist', 'add', join(folder, 'none.txt'))).err).toContain('cannot be read');
  expect((await run('blocklist')).out).toMatch(/Blocked numbers +0\n/);
});

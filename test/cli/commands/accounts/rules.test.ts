import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { urlAs } from '../../../../tools/stack/servers/roles.ts';
import { type BatchFixture, createBatchFixture, MTN_BUNDLE } from '../../../support/batches/fixture.ts';
import { run } from '../../../support/cli/terminal.ts';

let fixture: BatchFixture;
let folder: string;
const secretsKey = randomBytes(32).toString('base64');

beforeAll(async () => {
  fixture = await createBatchFixture(0);
  folder = mkdtempSync(join(tmpdir(), 'rules-'));
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await fixture.close();
});

const rules = (verb: string, ...args: string[]) =>
  run(['rules', verb, fixture.client.accountId, ...args], {
    environment: {
      DATABASE_URL: urlAs('operator', fixture.url),
      BUNDLEWIRE_OPERATOR: 'ada',
      SECRETS_KEY: secretsKey,
    },
  });
const WHY = ['--reason', 'ticket 4711'];

it('shows the rules that it set: allowed bundles and blocked numbers', async () => {
  expect((await rules('show')).out).toMatch(/Allowed bundles\s+all that are sold to it/);
  expect((await rules('bundles', MTN_BUNDLE, ...WHY)).out).toContain(`buys only ${MTN_BUNDLE}`);
  const path = join(folder, 'numbers.txt');
  writeFileSync(path, '+2348030000001\r\n\r\n+2348030000002\n+2348030000001\n');
  expect((await rules('block', path, ...WHY)).out).toContain('2 of 2 numbers blocked');
  expect((await rules('blocked', '+2348030000002')).out).toContain('has been blocked since');
  expect((await rules('unblock', path, ...WHY)).out).toContain('has 0 blocked numbers now');
  expect((await rules('blocked', '+2348030000002')).out).toContain('is not blocked');
  expect(JSON.parse((await rules('show', '--json')).out)).toMatchObject({
    allowed_bundles: [MTN_BUNDLE],
    blocked_numbers: 0,
  });
});

it('changes nothing for a bundle that is not sold, for a line that is no number, or for no list', async () => {
  expect((await rules('bundles', 'bnd_none', ...WHY)).err).toContain('bnd_none. Nothing was changed');
  expect((await rules('bundles', ...WHY)).err).toContain('Give the ids of bundles, or --all');
  const path = join(folder, 'bad.txt');
  writeFileSync(path, '+2348030000001\n0803\n');
  expect((await rules('block', path, ...WHY)).err).toContain('Line 2 of');
  expect((await rules('block', join(folder, 'none.txt'), ...WHY)).err).toContain('cannot be read');
  expect(JSON.parse((await rules('show', '--json')).out).blocked_numbers).toBe(0);
});

it('sets from which amounts campaigns need approval, and leaves the rest as it is', async () => {
  expect((await rules('approvals', '--one-from', '500,000.00', ...WHY)).out).toContain('500,000.00 NGN');
  await rules('approvals', '--two-from', '2,000,000.00', '--valid-hours', '24', ...WHY);
  const approvals = { oneFrom: 50_000_000, twoFrom: 200_000_000, validHours: 24 };
  expect(JSON.parse((await rules('show', '--json')).out)).toMatchObject({ approvals });
  expect((await rules('approvals', '--two-from', '1.00', ...WHY)).err).toContain('must not be less');
  expect((await rules('approvals', '--valid-hours', '721', ...WHY)).err).toContain('from 1 to 720');
  await rules('approvals', '--one-from', 'none', '--two-from', 'none', ...WHY);
  expect((await rules('show')).out).toMatch(/One approval from\s+never/);
});

it('sets who gets e-mails about campaigns, and leaves the other kinds as they are', async () => {
  const two = 'ops@acme.example, finance@acme.example';
  expect((await rules('notices', '--completed', two, ...WHY)).out).toMatch(
    /E-mail when completed +finance@acme.example, ops@acme.example\n/,
  );
  await rules('notices', '--needs-money', 'finance@acme.example', ...WHY);
  await rules('notices', '--completed', 'none', ...WHY);
  const notices = { ready: [], completed: [], paused: [], needs_money: ['finance@acme.example'] };
  expect(JSON.parse((await rules('show', '--json')).out)).toMatchObject({ notices });
  expect((await rules('notices', '--ready', 'ops', ...WHY)).err).toContain('ops is not an e-mail address');
  expect((await rules('notices', '--ready', 'a@b.example,', ...WHY)).err).toContain('a comma too many');
  expect((await rules('notices', ...WHY)).err).toContain('Give --ready');
  expect(JSON.parse((await rules('show', '--json')).out)).toMatchObject({ notices });
});

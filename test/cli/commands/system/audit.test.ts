import { mkdtempSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type CliFixture, createCliFixture } from '../../../support/cli/fixture.ts';

const WHY = ['--reason', 'ticket 12'];

let fixture: CliFixture;
let account: string;
beforeAll(async () => {
  fixture = await createCliFixture();
  ({ id: account } = await fixture.json('account', 'create', 'Acme Ltd', ...WHY));
  await fixture.json('account', 'rate', account, '50', ...WHY);
  await fixture.json('network', 'override', 'net_mtn_ng', 'degraded', '--message', 'Works', '--yes', ...WHY);
});
afterAll(() => fixture.close());

it('search finds entries by account, action, operator, subject and time, complete and newest first', async () => {
  const search = (...options: readonly string[]) => fixture.json('audit', 'search', ...options);
  const all = await search('--account', account);
  expect(all).toMatchObject([
    {
      action: 'account_rate',
      number: 2,
      account_id: account,
      principal: { kind: 'operator', id: 'ada' },
      reason: 'ticket 12',
      before: { rate_limit_per_second: 100 },
      after: { rate_limit_per_second: 50 },
    },
    { action: 'account_create', number: 1 },
  ]);
  expect(all[0].previous_hash).toBe(all[1].hash);
  expect(await search('--platform')).toMatchObject([{ action: 'network_override', account_id: null }]);
  expect(await search('--action', 'account_rate')).toHaveLength(1);
  expect(await search('--by', 'ada')).toHaveLength(3);
  expect(await search('--by', 'nobody')).toEqual([]);
  expect(await search('--subject', 'net_mtn_ng')).toHaveLength(1);
  expect(await search('--from', all[1].created_at, '--account', account)).toHaveLength(2);
  expect(await search('--to', '2026-01-01T00:00:00Z')).toEqual([]);
  expect(await search('--limit', '1')).toHaveLength(1);
  const { out } = await fixture.cli('audit', 'search');
  expect(out).toMatch(/ada +– +network_override +net_mtn_ng +platform +ticket 12/);
});

it.each([
  [['--limit', '0'], /--limit 0 is not/],
  [['--from', 'yesterday'], /not a time with its zone/],
  [['--platform', '--account', 'X'], /not both/],
])('search refuses %j', async (options, message) => {
  const { err, exitCode } = await fixture.cli('audit', 'search', ...options);
  expect([exitCode, err]).toEqual([2, expect.stringMatching(message)]);
});

it('export writes a CSV file that only its owner can read, and overwrites none', async () => {
  const path = join(mkdtempSync(join(tmpdir(), 'audit-')), 'log.csv');
  expect(await fixture.json('audit', 'export', path)).toMatchObject({ file: path });
  const rows: Record<string, string>[] = parse(readFileSync(path, 'utf8'), { columns: true });
  expect(rows.map(({ action }) => action)).toEqual(['network_override', 'account_rate', 'account_create']);
  expect(rows[1]).toMatchObject({ account_id: account, reason: 'ticket 12', number: '2' });
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(await fixture.cli('audit', 'export', path)).toMatchObject({ exitCode: 1 });
});

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createSimulator, type Simulator } from '../../../../adapters/dtone/simulator/server.ts';
import { recordAlert } from '../../../../db/networks/gateway-alerts.ts';
import { type CliFixture, createCliFixture } from '../../../support/cli/fixture.ts';
import { temporaryStateDir } from '../../../support/state-dir.ts';

const KEY = 'cli-key';
let simulator: Simulator;
let fixture: CliFixture;

beforeAll(async () => {
  simulator = await createSimulator({ accounts: { [KEY]: 'secret' } });
  const file = join(temporaryStateDir(), 'gateways.json');
  const dtone = { protocol: 'dtone', base_url: `${simulator.url}/v1`, api_key: KEY, api_secret: 'secret' };
  const test = { ...dtone, api_key: 'other' };
  const networks = { net_mtn_ng: { live: dtone, test } };
  writeFileSync(file, JSON.stringify({ networks }), { mode: 0o600 });
  fixture = await createCliFixture({ GATEWAYS_FILE: file });
});
afterAll(async () => {
  await fixture.close();
  await simulator.close();
});

const today = () => new Date().toISOString().slice(0, 10);
const reconcile = (...args: string[]) => fixture.cli('gateway', 'reconcile', ...args, '--reason', 'daily');

it('reconciles a day without purchases, and records the operator', async () => {
  const { out, exitCode } = await reconcile('net_mtn_ng', today());
  expect(out).toContain('The books and the list agree.');
  expect(exitCode).toBe(0);
  expect(await fixture.actions()).toContainEqual({
    operator: 'ada',
    action: 'gateway_reconcile',
    subject: 'net_mtn_ng',
    reason: 'daily',
  });
});

it('lists the days that were compared, newest first, of one network or of all', async () => {
  const [run] = await fixture.json('gateway', 'reconciliations');
  expect(run).toMatchObject({ network_id: 'net_mtn_ng', date: today(), livemode: true, findings: 0 });
  expect(run).toMatchObject({ principal_id: 'ada', reason: 'daily' });
  expect(await fixture.json('gateway', 'reconciliations', '--network', 'net_glo_ng')).toEqual([]);
  expect((await fixture.cli('gateway', 'reconciliations')).out).toContain(today());
});

it('finds an order under our key that we never placed, and exits with 1', async () => {
  await fetch(`${simulator.url}/v1/async/transactions`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${KEY}:secret`).toString('base64')}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({
      external_id: 'pur_01m7xax2ksf55ayygyecqe3t29',
      product_id: 1,
      auto_confirm: true,
      credit_party_identifier: { mobile_number: '+2348031234550' },
    }),
  });
  const { out, exitCode } = await reconcile('net_mtn_ng', today());
  expect(out).toContain('not_ours');
  expect(exitCode).toBe(1);
});

it.each([
  [['net_mtn_ng', '2026-02-30'], 'is not a date'],
  [['net_mtn_ng', '2999-01-01'], 'is in the future'],
  [['net_glo_ng', '2026-01-01'], 'has no net_glo_ng'],
])('explains the error for %j', async (args, words) => {
  const { err, exitCode } = await reconcile(...args);
  expect(err).toContain(words);
  expect(exitCode).toBe(2);
});

it('shows the open alerts', async () => {
  expect((await fixture.cli('gateway', 'alerts')).out).toContain('No alert is open.');
  const alert = { networkId: 'net_mtn_ng', livemode: true, route: 'main', kind: 'supplier_account' } as const;
  await recordAlert(fixture.pool, { ...alert, detail: '1006001 Insufficient balance' }, 7);
  await recordAlert(fixture.pool, { ...alert, route: 'vtpass', detail: '018 LOW WALLET BALANCE' }, 2);
  expect((await fixture.cli('gateway', 'alerts')).out).toContain('1006001 Insufficient balance');
  expect(await fixture.json('gateway', 'alerts')).toEqual([
    expect.objectContaining({ network_id: 'net_mtn_ng', route: 'main', kind: 'supplier_account', times: 7 }),
    expect.objectContaining({
      network_id: 'net_mtn_ng',
      route: 'vtpass',
      kind: 'supplier_account',
      times: 2,
    }),
  ]);
});

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSimulator, type Simulator } from '../../../../adapters/dtone/simulator/server.ts';
import { type CliFixture, createCliFixture } from '../../../support/cli/fixture.ts';
import { temporaryStateDir } from '../../../support/state-dir.ts';

const DAY_MS = 86_400_000;
const REASON = ['--operator', 'schedule', '--reason', 'daily'];

let simulator: Simulator;
let fixture: CliFixture;
let unreachable: CliFixture;
let empty: CliFixture;

function gatewaysFile(networks: Readonly<Record<string, object>>): string {
  const file = join(temporaryStateDir(), 'gateways.json');
  writeFileSync(file, JSON.stringify({ networks }), { mode: 0o600 });
  return file;
}

beforeAll(async () => {
  simulator = await createSimulator({ accounts: { live: 'secret', second: 'secret' } });
  const dtone = (key: string, url = simulator.url) => ({
    protocol: 'dtone',
    base_url: `${url}/v1`,
    api_key: key,
    api_secret: 'secret',
  });
  const live = { live: dtone('live'), test: dtone('test') };
  const routes = { second: { live: dtone('second'), test: null } };
  fixture = await createCliFixture({ GATEWAYS_FILE: gatewaysFile({ net_mtn_ng: { ...live, routes } }) });
  const away = { live: dtone('live', 'http://127.0.0.1:9'), test: dtone('test') };
  unreachable = await createCliFixture({
    GATEWAYS_FILE: gatewaysFile({ net_airtel_ng: away, net_mtn_ng: { live: dtone('second'), test: null } }),
  });
  empty = await createCliFixture({ GATEWAYS_FILE: gatewaysFile({}) });
});
afterAll(async () => {
  await Promise.all([fixture.close(), unreachable.close(), empty.close()]);
  await simulator.close();
});

const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);

describe('gateway reconcile-all', () => {
  it('compares yesterday with the list of each live route, and records each with who asked for it', async () => {
    const before = dayOf(Date.now() - DAY_MS);
    const { date, gateways } = await fixture.json('gateway', 'reconcile-all', ...REASON);
    // Midnight may pass while the command starts.
    expect([before, dayOf(Date.now() - DAY_MS)]).toContain(date);
    const result = { network_id: 'net_mtn_ng', result: 'reconciled', ours: 0, listed: 0, findings: [] };
    expect(gateways).toEqual([
      expect.objectContaining({ ...result, route: 'main' }),
      expect.objectContaining({ ...result, route: 'second' }),
    ]);
    const record = {
      operator: 'schedule',
      action: 'gateway_reconcile',
      subject: 'net_mtn_ng',
      reason: 'daily',
    };
    expect(await fixture.actions()).toEqual([record, record]);
    const runs = await fixture.json('gateway', 'reconciliations');
    expect(runs).toEqual([
      expect.objectContaining({ date, livemode: true }),
      expect.objectContaining({ date, livemode: true }),
    ]);
  });

  it('compares the other networks if the list of one cannot be read, and exits with 1', async () => {
    const { out, exitCode } = await unreachable.cli('gateway', 'reconcile-all', '2026-01-01', ...REASON);
    expect(out).toMatch(/net_airtel_ng +main +not read/);
    expect(out).toMatch(/net_mtn_ng +main +0 +0 +agrees/);
    expect(exitCode).toBe(1);
    expect((await unreachable.actions()).map(({ subject }) => subject)).toEqual(['net_mtn_ng']);
  });

  it('exits with 1 and shows the order if a list has one that we never placed', async () => {
    await fetch(`${simulator.url}/v1/async/transactions`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from('live:secret').toString('base64')}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({
        external_id: 'pur_01m7xax2ksf55ayygyecqe3t29',
        product_id: 1,
        auto_confirm: true,
        credit_party_identifier: { mobile_number: '+2348031234550' },
      }),
    });
    const { out, exitCode } = await fixture.cli('gateway', 'reconcile-all', dayOf(Date.now()), ...REASON);
    expect(out).toMatch(/net_mtn_ng +main +0 +1 +findings: 1/);
    expect(out).toMatch(/net_mtn_ng +second +0 +0 +agrees/);
    expect(out).toContain('not_ours');
    expect(exitCode).toBe(1);
  });

  it('explains the error if the day is in the future, or no gateway is live', async () => {
    const future = await fixture.cli('gateway', 'reconcile-all', '2999-01-01', ...REASON);
    expect(future).toMatchObject({ exitCode: 2, err: expect.stringContaining('is in the future') });
    const none = await empty.cli('gateway', 'reconcile-all', ...REASON);
    expect(none).toMatchObject({ exitCode: 2, err: expect.stringContaining('has no live gateway') });
  });
});

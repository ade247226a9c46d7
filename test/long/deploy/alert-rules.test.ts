import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Pool } from 'pg';
import type { Registry } from 'prom-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordAlert } from '../../../db/networks/gateway-alerts.ts';
import { judgeNetworks } from '../../../db/networks/health.ts';
import { claimWalletReading, storeWallet } from '../../../db/networks/wallets.ts';
import { createPool } from '../../../db/pool.ts';
import { recordVerification } from '../../../db/statements/verifications.ts';
import { addDatabaseMetrics } from '../../../observability/metrics/database.ts';
import { addGatewayMetrics } from '../../../observability/metrics/gateway.ts';
import { createProcessMetrics } from '../../../observability/metrics/process.ts';
import { addProvedVolume } from '../../../observability/metrics/proved-volume.ts';
import { addRouteMetrics } from '../../../observability/metrics/routes.ts';
import { seedNigeria } from '../../../services/catalogue/demo/seed.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { needsProgram } from '../../support/installed.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const PROMETHEUS = join(ROOT, 'deploy', 'monitoring', 'prometheus');
const DASHBOARDS = join(ROOT, 'deploy', 'monitoring', 'grafana', 'dashboards');

const readRules = (...names: string[]) =>
  names.map((name) => readFileSync(join(PROMETHEUS, name), 'utf8')).join('');
const rules = readRules('alerts.yml', 'objectives.yml');
const ruleTests = readRules('alerts.test.yml', 'objectives.test.yml');
const dashboards = readdirSync(DASHBOARDS).map((name) => readFileSync(join(DASHBOARDS, name), 'utf8'));
const alerts = [...rules.matchAll(/alert: (\w+)/g)].flatMap(([, name = '']) => name);

let database: TestDatabase;
let pool: Pool;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = createPool(database.url, { max: 4, applicationName: 'test' });
  await seedNigeria(pool);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

describe('alert rules', () => {
  it.for([
    ['check', 'rules', 'alerts.yml'],
    ['test', 'rules', 'alerts.test.yml'],
    ['check', 'rules', 'objectives.yml'],
    ['test', 'rules', 'objectives.test.yml'],
    ['check', 'config', 'prometheus.yml'],
  ])('promtool %s %s %s', (args, context) => {
    needsProgram(context, 'promtool', 'prometheus');
    const { status, stdout, stderr } = spawnSync('promtool', args, { cwd: PROMETHEUS, encoding: 'utf8' });
    expect({ status, said: status === 0 ? '' : stdout + stderr }).toEqual({ status: 0, said: '' });
  });

  it.each(alerts)('%s has a test that it fires', (alert) => {
    expect(ruleTests).toContain(`alertname="${alert}"`);
  });

  it('and dashboards name only metrics that a process has', async () => {
    const { registry } = createProcessMetrics('worker');
    addDatabaseMetrics(registry, pool);
    addGatewayMetrics(registry, pool);
    addRouteMetrics(registry, pool);
    addProvedVolume(registry, pool);
    const known = new Set(registry.getMetricsAsArray().map(({ name }) => name));
    known.add('bundlewire_api_request_seconds');
    const named = [rules, ...dashboards].flatMap((text) =>
      [...text.matchAll(/bundlewire_[a-z_]+/g)].map(([name]) => name),
    );
    const missing = new Set(
      named.map((name) => name.replace(/_(bucket|sum|count)$/, '')).filter((name) => !known.has(name)),
    );
    expect([...missing]).toEqual([]);
    expect(named.length).toBeGreaterThan(30);
  });
});

describe('the metrics of a network', () => {
  it('are its calls by outcome and duration, its status, our wallet there, and the age of its queue', async () => {
    const { registry, countCalls } = createProcessMetrics('worker');
    addDatabaseMetrics(registry, pool);
    addGatewayMetrics(registry, pool);
    const recorder = countCalls({ record() {}, flush: async () => {}, stop: async () => {} });
    const verdict = { outcome: 'unknown:timed_out', kind: 'trouble', completed: false } as const;
    const gateway = { networkId: 'net_glo_ng', livemode: true, route: 'main' } as const;
    recorder.record({ ...gateway, call: 'submit', verdict, durationMs: 2_000 });
    await judgeNetworks(pool);
    await claimWalletReading(pool, 'net_glo_ng', 0);
    await storeWallet(pool, 'net_glo_ng', { available: '12.50', currency: 'NGN', minimum: '100' });
    const alert = {
      networkId: 'net_glo_ng',
      livemode: true,
      kind: 'supplier_account',
      detail: '018',
    } as const;
    await recordAlert(pool, { ...alert, route: 'main' }, 3);
    await recordAlert(pool, { ...alert, route: 'vtpass' }, 2);
    await pool.query(`
      INSERT INTO outbox (id, queue, topic, subject_id, account_id, created_at)
      VALUES (uuidv7(), 'network.glo_ng', 'start_purchase', uuidv7(), uuidv7(), app_now() - interval '7 minutes')`);

    const wanted = [
      /^bundlewire_gateway_call_seconds_count\{network="net_glo_ng",mode="live",call="submit",outcome="unknown:timed_out"\} 1$/m,
      /^bundlewire_gateway_call_seconds_sum\{.*outcome="unknown:timed_out"\} 2$/m,
      /^bundlewire_network_status\{network="net_glo_ng",status="operational",cause="none"\} 1$/m,
      /^bundlewire_supplier_balance\{network="net_glo_ng",currency="NGN"\} 12.5$/m,
      /^bundlewire_supplier_balance_minimum\{network="net_glo_ng",currency="NGN"\} 100$/m,
      /^bundlewire_network_queue_waiting\{network="net_glo_ng",mode="live"\} 1$/m,
      /^bundlewire_network_queue_oldest_seconds\{network="net_glo_ng",mode="live"\} 4[2-9]\d/m,
      /^bundlewire_gateway_alert\{network="net_glo_ng",mode="live",kind="supplier_account"\} 3$/m,
      /^bundlewire_gateway_alert\{network="net_glo_ng",mode="live",kind="supplier_account",route="vtpass"\} 2$/m,
    ];
    await expect.poll(() => missing(registry, wanted)).toEqual([]);
  });
});

/** Lines that a scrape does not have: a read that takes too long on a busy machine is left out. */
async function missing(registry: Registry, wanted: readonly RegExp[]): Promise<string[]> {
  const text = await registry.metrics();
  return wanted.filter((line) => !line.test(text)).map(String);
}

describe('metrics from PostgreSQL', () => {
  it('are read by every scrape, all figures of a group together', async () => {
    const { registry } = createProcessMetrics('worker');
    addDatabaseMetrics(registry, pool);
    await expect
      .poll(() => registry.metrics())
      .toMatch(/bundlewire_network_status\{network="net_mtn_ng",status="operational",cause="none"\} 1/);
    await recordVerification(pool, { broken: 2, notChecked: 0, numbers: [3, 5] });
    await pool.query(`UPDATE networks SET status = 'degraded' WHERE id = 'net_mtn_ng'`);
    const wanted = [
      /^bundlewire_invariants_broken 2$/m,
      /^bundlewire_invariants_verified_timestamp_seconds 1\d{9}/m,
      /bundlewire_network_status\{network="net_mtn_ng",status="degraded"/,
    ];
    await expect.poll(() => missing(registry, wanted)).toEqual([]);
    expect(await registry.metrics()).not.toMatch(/network="net_mtn_ng",status="operational"/);
  });
});

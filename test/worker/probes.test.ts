import { pino } from 'pino';
import { Gauge, Registry } from 'prom-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pingDatabase } from '../../db/ping.ts';
import { createPool } from '../../db/pool.ts';
import { addDatabaseMetrics } from '../../observability/metrics/database.ts';
import { addGatewayMetrics } from '../../observability/metrics/gateway.ts';
import { serveProbes } from '../../observability/metrics/probe-server.ts';
import { createProcessMetrics } from '../../observability/metrics/process.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** Serves a worker's probes over a pool, with a given state of Temporal. */
async function probe(
  url: string,
  temporal: string | null,
  sdkMetrics = async () => 'temporal_request_total 1\n',
) {
  const pool = createPool(url, { max: 1, applicationName: 'test' });
  const { registry } = createProcessMetrics('worker');
  addDatabaseMetrics(registry, pool);
  addGatewayMetrics(registry, pool);
  const checks = { postgresql: () => pingDatabase(pool), temporal: async () => temporal };
  const probed = { registry, moreMetrics: sdkMetrics, checks, log: pino({ level: 'silent' }) };
  const server = await serveProbes(probed, '127.0.0.1', 0);
  const get = async (path: string) => {
    const response = await fetch(server.url + path);
    return { status: response.status, text: await response.text() };
  };
  const answers = {
    livez: await get('/livez'),
    readyz: await get('/readyz'),
    metrics: await get('/metrics'),
  };
  await server.close();
  await pool.end();
  return answers;
}

describe('the port for probes', () => {
  it('is alive and ready, with our metrics and those of the Temporal SDK', async () => {
    const { livez, readyz, metrics } = await probe(database.url, null);
    expect(livez.status).toBe(200);
    expect(readyz).toEqual({
      status: 200,
      text: '{"status":"ready","checks":{"postgresql":"ok","temporal":"ok"}}',
    });
    expect(metrics.text).toMatch(/bundlewire_lane_batch_size/);
    expect(metrics.text).toMatch(/temporal_request_total 1/);
  });

  it('shows its own metrics while PostgreSQL is away, and none that it could not read', async () => {
    const own = [
      'bundlewire_postgresql_reached 1',
      'bundlewire_relay_alive 0',
      'bundlewire_outbox_waiting{queue="webhooks"} 0',
      'bundlewire_invariants_verified_timestamp_seconds 0',
    ];
    // A read that takes too long on a busy machine is left out.
    await expect
      .poll(async () => (await probe(database.url, null)).metrics.text.split('\n'))
      .toEqual(expect.arrayContaining(own));

    const away = (await probe('postgresql://127.0.0.1:1/none', null)).metrics;
    expect(away.status).toBe(200);
    expect(away.text).toMatch(/^bundlewire_postgresql_reached 0$/m);
    expect(away.text).toMatch(/bundlewire_lane_batch_size/);
    expect(away.text).not.toMatch(/^bundlewire_(relay_alive|temporal_reached|contradictions_open)/m);
  });

  it('answers 500 when metrics cannot be read', async () => {
    const registry = new Registry();
    const collect = () => Promise.reject(new Error('unreadable'));
    registry.registerMetric(new Gauge({ name: 'broken', help: 'fails', registers: [], collect }));
    const server = await serveProbes(
      { registry, checks: {}, log: pino({ level: 'silent' }) },
      '127.0.0.1',
      0,
    );
    const { status } = await fetch(`${server.url}/metrics`);
    await server.close();
    expect(status).toBe(500);
  });

  it('names the dependency that fails, and stays alive', async () => {
    const { livez, readyz } = await probe('postgresql://127.0.0.1:1/none', 'not reached');
    expect(livez.status).toBe(200);
    expect(readyz.status).toBe(503);
    expect(JSON.parse(readyz.text)).toEqual({
      status: 'not_ready',
      checks: { postgresql: 'does not answer', temporal: 'not reached' },
    });
  });

  it('shows our metrics when those of the SDK cannot be read', async () => {
    const away = async () => {
      throw new Error('no runtime');
    };
    expect((await probe(database.url, null, away)).metrics).toMatchObject({ status: 200 });
  });

  it('checks its dependencies at most once per second, however often it is read', async () => {
    let asked = 0;
    const { registry } = createProcessMetrics('worker');
    const checks = {
      postgresql: async () => {
        asked += 1;
        return null;
      },
    };
    const begin = performance.now();
    const server = await serveProbes({ registry, checks, log: pino({ level: 'silent' }) }, '127.0.0.1', 0);
    const statuses = await Promise.all(
      Array.from({ length: 200 }, async () => {
        const response = await fetch(`${server.url}/readyz`);
        await response.text();
        return response.status;
      }),
    );
    await server.close();
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(asked).toBeLessThanOrEqual(Math.ceil((performance.now() - begin) / 1_000));
  });
});

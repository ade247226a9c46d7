import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { troubleOf } from '../../db/ping.ts';
import { createPool } from '../../db/pool.ts';
import { createProcessMetrics } from '../../metrics/process-metrics.ts';
import { serveMetrics } from '../../worker/metrics.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** Serves what a worker serves, on a pool and with what Temporal is said to be. */
async function probe(
  url: string,
  temporal: string | null,
  sdkMetrics = async () => 'temporal_request_total 1\n',
) {
  const pool = createPool(url, { max: 1, applicationName: 'test' });
  const { registry } = createProcessMetrics('worker');
  const checks = { postgresql: () => troubleOf(pool), temporal: async () => temporal };
  const probed = { registry, sdkMetrics, checks, log: pino({ level: 'silent' }) };
  const server = await serveMetrics(probed, '127.0.0.1', 0);
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

describe('the port of a worker', () => {
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

  it('tells which dependency fails, and lives on', async () => {
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
});

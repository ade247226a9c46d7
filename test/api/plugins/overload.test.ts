import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refuseUnderPressure } from '../../../api/plugins/overload.ts';
import { type ApiFixture, startApi } from '../../support/api/fixture.ts';
import { buy, call, order } from '../../support/api/http.ts';
import { knownEverywhere, refusalOf } from '../../support/api/refusal.ts';

const WAITING = 5;

let api: ApiFixture;

beforeAll(async () => {
  api = await startApi({ waitingMax: WAITING });
});

afterAll(() => api.close());

it('buys while every connection for reads and files is taken', async () => {
  const { reads, files } = api.pools;
  const taken = await Promise.all(
    [reads, files].flatMap((pool) => Array.from({ length: pool.options.max }, () => pool.connect())),
  );
  // The catalogue and the key must be read again.
  await knownEverywhere();
  const body = order();
  expect((await buy(api, body)).status).toBe(201);
  expect((await buy(api, body)).status).toBe(200);
  for (const client of taken) client.release();
});

it('[owasp.4] while PostgreSQL is too busy reads are refused early by 429, and keys and purchases do not fail', async () => {
  const busy = await api.pool.connect();
  await busy.query('SELECT pg_advisory_lock(1)');
  const own = api.pools.own.of(api.client.accountId);
  const blocked: Promise<unknown>[] = [];
  while (api.pools.own.waitingCount === 0) {
    blocked.push(own.query({ text: 'SELECT pg_advisory_xact_lock_shared(1)' }));
    await turn();
  }
  // What the API knows of the key must be read again.
  await knownEverywhere();
  const reads = Array.from({ length: WAITING - 1 }, () => call(api, '/v1/purchases'));
  await expect.poll(() => api.pools.own.waitingCount).toBe(WAITING);
  for (const path of ['/v1/purchases', '/v1/balance', '/v1/events']) {
    const refused = await call(api, path);
    expect(refusalOf(refused)).toEqual({ status: 429, code: 'rate_limited', retryable: true });
    expect(refused.headers.get('retry-after')).toBe('1');
  }
  const purchase = buy(api, order());

  await busy.query('SELECT pg_advisory_unlock(1)');
  busy.release();
  await Promise.all(blocked);
  for (const { status } of await Promise.all(reads)) expect(status).toBe(200);
  expect((await purchase).status).toBe(201);
  expect((await call(api, '/v1/balance')).status).toBe(200);
});

describe('a process that is beyond its memory', () => {
  let pressed: ApiFixture;
  beforeAll(async () => {
    pressed = await startApi({ pressure: { eventLoopDelayMs: 0, rssBytes: 1 } });
  });
  afterAll(() => pressed.close());

  it('[owasp.4] refuses clients by 429 before their key is looked up, and still takes callbacks of gateways', async () => {
    // It is measured once a second.
    await expect.poll(async () => (await call(pressed, '/v1/balance')).status).toBe(429);
    let lookedUp = 0;
    pressed.pools.keys.on('acquire', () => {
      lookedUp += 1;
    });
    for (const answer of [await call(pressed, '/v1/balance'), await buy(pressed, order())]) {
      expect(refusalOf(answer)).toEqual({ status: 429, code: 'rate_limited', retryable: true });
      expect(answer.headers.get('retry-after')).toBe('1');
    }
    expect(lookedUp).toBe(0);
    const callback = await call(pressed, '/gateways/net_mtn/callbacks/token', { method: 'POST', body: {} });
    expect(callback.status).not.toBe(429);
  });

  it('refuses to sign people in, and still serves the staff', async () => {
    const signIn = () => call(pressed, '/v1/auth/sign-in', { method: 'POST', body: {} });
    await expect.poll(async () => (await signIn()).status).toBe(429);
    expect((await call(pressed, '/v1/staff/stuck')).status).not.toBe(429);
  });
});

it('[owasp.4] a process whose event loop stalls for a second, but not for its limit, refuses no client', async () => {
  const stalled = await startApi({ pressure: { eventLoopDelayMs: 30_000, rssBytes: 0 } });
  for (let stall = 0; stall < 4; stall++) {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_200);
    // Timers that are due run, among them the one that measures.
    await sleep(1);
    expect((await buy(stalled, order())).status).toBe(201);
  }
  await stalled.close();
});

describe('a process whose event loop is late', () => {
  const LIMIT_MS = 100;
  const apps: FastifyInstance[] = [];
  const blockFor = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
  const started = async (startMs: number, now?: () => number) => {
    const app = fastify();
    apps.push(app);
    await refuseUnderPressure(app, { eventLoopDelayMs: LIMIT_MS, rssBytes: 0 }, now);
    app.get('/', async () => 'served');
    app.register(async () => {
      blockFor(startMs);
    });
    await app.ready();
    return app;
  };
  const statusOf = async (app: FastifyInstance) => (await app.inject('/')).statusCode;
  afterAll(() => Promise.all(apps.map((app) => app.close())));

  it('serves its first clients although its start was one long turn', async () => {
    // Its clock stands still: however long the machine stalls, it has only just started.
    const app = await started(6 * LIMIT_MS, () => 0);
    // Timers that are due run, among them the one that measures.
    await sleep(1);
    expect(app.memoryUsage().eventLoopDelay).toBeGreaterThan(LIMIT_MS);
    expect(await statusOf(app)).toBe(200);
  });

  it('[owasp.4] refuses clients by 429 once it runs and its turns are longer than the limit', async () => {
    const app = await started(0);
    const statuses: number[] = [];
    while (!statuses.includes(429)) {
      blockFor(6 * LIMIT_MS);
      await sleep(1);
      statuses.push(await statusOf(app));
    }
    expect(statuses.at(-1)).toBe(429);
  });
});

import { pino } from 'pino';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { CARRIER_CODES, createSimulator } from '../../../adapters/pretups/simulator/server.ts';
import { createAdapters, parseGateways } from '../../../adapters/registry.ts';
import type { Simulator } from '../../../adapters/simulation/server.ts';
import { judgeNetworks } from '../../../db/networks/health.ts';
import { listNetworkHealth } from '../../../db/networks/override.ts';
import { measureAdapters } from '../../../services/health/measured.ts';
import { createCallRecorder } from '../../../services/health/recorder.ts';
import { judgeAndProbe, startHealthWatch } from '../../../services/health/watch.ts';
import { readCallSums } from '../../support/networks/call-sums.ts';
import { createLedgerFixture, type LedgerFixture, NETWORK } from '../../support/purchases/fixture.ts';

const log = pino({ level: 'silent' });
const call = { signal: new AbortController().signal };
const MSISDN = '2348020000001';

let fixture: LedgerFixture;
let simulator: Simulator;
beforeAll(async () => {
  [fixture, simulator] = await Promise.all([createLedgerFixture(), createSimulator()]);
});
afterAll(async () => {
  await simulator.close();
  await fixture.close();
});

function settings(base_url: string, more: object = {}) {
  return {
    protocol: 'pretups',
    base_url,
    login: 'l',
    password: 'p',
    gateway_code: 'g',
    network_code: 'NG',
    msisdn: MSISDN,
    pin: '1',
    time_zone: 'Africa/Lagos',
    country_code: '234',
    timeout_ms: 30_000,
    carrier_codes: { [CARRIER_CODES.notFound]: 'not_found' },
    ...more,
  };
}

function watched(networks: object) {
  const adapters = createAdapters(parseGateways(JSON.stringify({ networks })));
  const recorder = createCallRecorder(fixture.pool, log);
  const adapterFor = measureAdapters(adapters.adapterFor, recorder);
  const { walletMinimumFor } = adapters;
  const deps = {
    pool: fixture.pool,
    adapterFor,
    walletMinimumFor,
    routes: adapters.routes,
    networkIds: Object.keys(networks),
    recorder,
    log,
  };
  return { adapters, recorder, adapterFor, deps };
}

function order(nth: number) {
  const gatewayReference = `pur_01measured${nth}`;
  return {
    gatewayReference,
    phoneNumber: `+23480${String(nth).padStart(5, '0')}550`,
    productCode: '1:1',
    firstSentAt: new Date(),
  };
}

it('every call is measured with its outcome, live separately from test', async () => {
  const live = settings(`${simulator.url}/pretups`);
  const { adapters, recorder, adapterFor } = watched({
    [NETWORK]: { live, test: { ...live, msisdn: '2348020000002' } },
  });
  const request = order(1);
  await adapterFor(NETWORK, true)?.submit(request, call);
  await adapterFor(NETWORK, true)?.inquiry?.inquire(
    { ...request, gatewayId: null, sentAt: new Date() },
    call,
  );
  await adapterFor(NETWORK, true)?.wallet?.read(call);
  await adapterFor(NETWORK, false)?.submit(order(2), call);
  await recorder.stop();

  const sums = await readCallSums(fixture.pool, 5);
  const measured = sums.map(({ livemode, call: kind, outcome, calls }) => [livemode, kind, outcome, calls]);
  expect(measured.sort()).toEqual(
    [
      [true, 'submit', 'confirmed', 1],
      [true, 'inquire', 'confirmed', 1],
      [true, 'wallet', 'wallets', 1],
      [false, 'submit', 'confirmed', 1],
    ].sort(),
  );
  expect(sums.reduce((total, { durationMs }) => total + durationMs, 0)).toBeGreaterThan(0);
  await adapters.closeAll();
});

it('a call that we end ourselves says nothing about the gateway', async () => {
  await fixture.pool.query(`DELETE FROM gateway_calls`);
  const request = order(50);
  const number = request.phoneNumber.slice('+234'.length);
  simulator.script({ number, accepts: false, answer: 'silent' });
  const silent = watched({
    [NETWORK]: { live: settings(`${simulator.url}/pretups`, { timeout_ms: 60_000 }) },
  });
  const ending = new AbortController();
  const sending = silent.adapterFor(NETWORK, true)?.submit(request, { signal: ending.signal });
  const received = () =>
    simulator.book(MSISDN).entries.find(({ external_id }) => external_id === request.gatewayReference);
  await vi.waitFor(() => expect(received()).toMatchObject({ submits: 1 }), { timeout: 60_000 });
  ending.abort();
  expect(await sending).toMatchObject({ kind: 'unknown' });
  await silent.recorder.stop();
  expect(await readCallSums(fixture.pool, 5)).toEqual([]);
  await silent.adapters.closeAll();
});

it('a gateway that stopped answering is paused, then probed, and used again when it answers', async () => {
  await fixture.pool.query(`DELETE FROM gateway_calls; DELETE FROM network_health`);
  const silent = watched({ [NETWORK]: { live: settings('http://127.0.0.1:9') } });
  for (let nth = 0; nth < 25; nth++) await silent.adapterFor(NETWORK, true)?.submit(order(100 + nth), call);
  await silent.recorder.flush();
  await judgeAndProbe(silent.deps, call.signal);
  expect(await phase()).toBe('unavailable');

  const answering = watched({ [NETWORK]: { live: settings(`${simulator.url}/pretups`) } });
  const round = async () => {
    await fixture.moveClock(4_000);
    await judgeAndProbe(answering.deps, call.signal);
    await answering.recorder.flush();
  };
  for (let nth = 0; nth < 10 && (await phase()) === 'unavailable'; nth++) await round();
  expect(await phase()).toBe('half_open');
  expect(
    simulator.book(MSISDN).entries.filter(({ external_id }) => !external_id.includes('measured')),
  ).toEqual([]);

  await fixture.moveClock(10_000);
  for (let nth = 0; nth < 12; nth++)
    await answering.adapterFor(NETWORK, true)?.submit(order(200 + nth), call);
  await answering.recorder.flush();
  await judgeNetworks(fixture.pool);
  expect(await phase()).toBe('operational');
  for (const { adapters, recorder } of [silent, answering]) {
    await recorder.stop();
    await adapters.closeAll();
  }
});

it('a wallet below its minimum degrades the network', async () => {
  await fixture.pool.query(`DELETE FROM gateway_calls; DELETE FROM network_health`);
  const live = settings(`${simulator.url}/pretups`, { wallet_minimum: '1000000.01' });
  const { adapters, deps, recorder } = watched({ [NETWORK]: { live } });
  const watch = startHealthWatch(deps);
  await vi.waitFor(
    async () => {
      const [health] = await health_();
      expect(health).toMatchObject({
        status: 'degraded',
        cause: 'wallet',
        wallet: { available: '1000000.00' },
      });
    },
    { timeout: 60_000, interval: 200 },
  );
  await watch.stop();
  await recorder.stop();
  await adapters.closeAll();
});

const health_ = async () =>
  (await listNetworkHealth(fixture.pool)).filter(({ networkId }) => networkId === NETWORK);

async function phase(): Promise<string | null> {
  return (await health_())[0]?.phase ?? null;
}

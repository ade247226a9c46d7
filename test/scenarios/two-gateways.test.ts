import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSimulator as createDtOne } from '../../adapters/dtone/simulator/server.ts';
import { createSimulator as createReloadly } from '../../adapters/reloadly/simulator/server.ts';
import { importRouteBundles } from '../../db/networks/routes.ts';
import { uuidOf } from '../../domain/ids.ts';
import { toGatewayReference } from '../../domain/purchase/gateway-reference.ts';
import { type Client, openClient, wish } from '../support/scenarios/client.ts';
import { eventually, type Scenario, startScenario } from '../support/scenarios/stack.ts';

const NETWORK = 'net_mtn_ng';
const KEY = 'two-gateways';
const ACTOR = { operator: 'test', reason: 'a second gateway' };
/** Ends in digits that mean nothing to the simulators. */
const ORDINARY = '550';

let scenario: Scenario;
let client: Client;
let dtone: Awaited<ReturnType<typeof createDtOne>>;
let reloadly: Awaited<ReturnType<typeof createReloadly>>;

beforeAll(async () => {
  [scenario, dtone, reloadly] = await Promise.all([startScenario(), createDtOne(), createReloadly()]);
  client = await openClient(scenario, 100);
  useBoth();
  await importRouteBundles(
    scenario.pool,
    [
      {
        networkId: NETWORK,
        route: 'reloadly',
        bundleId: wish('mtn').bundle_id,
        productCode: '341:500:local',
        cost: null,
        currency: null,
      },
    ],
    ACTOR,
  );
  await scenario.pool.query(
    `INSERT INTO network_routes (network_id, route, weight) VALUES ($1, 'reloadly', 0)`,
    [NETWORK],
  );
  await restart('api');
  await restart('worker');
}, 120_000);
afterAll(async () => {
  await client.close();
  await scenario.close();
  await Promise.all([dtone.close(), reloadly.close()]);
});

describe('a running stack with two gateways for one network', () => {
  it('takes a purchase to the second gateway after the first one refused the product', async () => {
    const order = wish('mtn', ORDINARY);
    dtone.script({ number: order.phone_number, refuse: 'product_unavailable' });
    const { id } = await client.bought(order);
    await eventually(async () => expect((await client.read(id)).status).toBe('successful'));
    expect(deliveries(id)).toEqual({ dtone: 0, reloadly: 1 });
  });

  it.each(['before_record', 'after_record'] as const)(
    'does so once, although the worker is killed (SIGKILL) at %s of the refusal',
    async (point) => {
      await scenario.stack.processes.worker.stop();
      const doomed = await scenario.stack.restart('worker', { CRASH_POINT: `${point}:1` });
      const order = wish('mtn', ORDINARY);
      dtone.script({ number: order.phone_number, refuse: 'product_unavailable' });
      const { id } = await client.bought(order);
      expect(await doomed.exited).toEqual({ code: null, signal: 'SIGKILL' });
      expect(deliveries(id)).toEqual({ dtone: 0, reloadly: 0 });

      await scenario.stack.restart('worker');
      await eventually(async () => expect((await client.read(id)).status).not.toBe('pending'), 90_000);
      expect((await client.read(id)).status).toBe('successful');
      expect(deliveries(id)).toEqual({ dtone: 0, reloadly: 1 });
      expect(await routesOf(id)).toEqual(['main', 'reloadly']);
    },
    180_000,
  );

  it('never asks the second gateway while the first one may deliver', async () => {
    const order = wish('mtn', ORDINARY);
    dtone.script({
      number: order.phone_number,
      answer: 'silent',
      inquiry_answer: 'http_503',
      end_after_ms: 0,
    });
    const { id } = await client.bought(order);
    await eventually(async () => expect((await client.read(id)).status).not.toBe('pending'), 90_000);
    expect(await client.read(id)).toMatchObject({
      status: 'failed',
      failure: { code: 'network_timeout' },
    });
    expect(deliveries(id)).toEqual({ dtone: 1, reloadly: 0 });
    expect(new Set(await routesOf(id))).toEqual(new Set(['main']));
  }, 120_000);
});

/** Both gateways of the network, each with the simulator of this test in place of its address. */
function useBoth(): void {
  const path = scenario.stack.gatewaysFile;
  const file: { networks: Record<string, Record<string, unknown>> } = JSON.parse(readFileSync(path, 'utf8'));
  const common = { timeout_ms: 3_000, hold_ms: 3_000 };
  file.networks[NETWORK] = {
    ...file.networks[NETWORK],
    live: { protocol: 'dtone', base_url: `${dtone.url}/v1`, api_key: KEY, api_secret: 'secret', ...common },
    routes: {
      reloadly: {
        live: {
          protocol: 'reloadly',
          base_url: reloadly.url,
          auth_url: reloadly.url,
          audience: 'https://topups-sandbox.reloadly.com',
          client_id: KEY,
          client_secret: 'secret',
          country: { iso: 'NG', calling_code: '234', trunk_prefix: '0' },
          ...common,
        },
      },
    },
  };
  writeFileSync(path, JSON.stringify(file), { mode: 0o600 });
}

async function restart(name: 'api' | 'worker'): Promise<void> {
  await scenario.stack.processes[name].stop();
  await scenario.stack.restart(name);
}

function deliveries(id: string): { readonly dtone: number; readonly reloadly: number } {
  const of = ({ book }: Pick<typeof dtone, 'book'>) =>
    book(KEY)
      .entries.filter(({ external_id }) => external_id === toGatewayReference(`pur_${id.slice(4)}`))
      .reduce((sum, { deliveries: count }) => sum + count, 0);
  return { dtone: of(dtone), reloadly: of(reloadly) };
}

async function routesOf(id: string): Promise<string[]> {
  const { rows } = await scenario.pool.query<{ route: string }>(
    'SELECT route FROM submissions WHERE purchase_id = $1 ORDER BY attempt',
    [uuidOf('pur', `pur_${id.slice(4)}`)],
  );
  return rows.map(({ route }) => route);
}

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createSimulator } from '../../../adapters/vtpass/simulator/server.ts';
import { setAccountBundle } from '../../../db/accounts/accounts.ts';
import { configureNetwork } from '../../../db/networks/config.ts';
import { parseNetworkFile } from '../../../services/catalogue/network-file.ts';
import { accountIdOf, type Client, openClient, wish } from '../../support/scenarios/client.ts';
import { eventually, type Scenario, startScenario } from '../../support/scenarios/stack.ts';

const PAGE = join(import.meta.dirname, '..', '..', '..', 'docs', 'operating', 'adding-a-network.md');
const NETWORK = 'net_fifth_ng';
const KEY = 'fifth-key';
const BUNDLE = 'bnd_fifth_ng_1gb_30d';

let scenario: Scenario;
let client: Client;
let simulator: Awaited<ReturnType<typeof createSimulator>>;
beforeAll(async () => {
  [scenario, simulator] = await Promise.all([startScenario(), createSimulator()]);
  client = await openClient(scenario, 100);
});
afterAll(async () => {
  await client.close();
  await scenario.close();
  await simulator.close();
});

it('the recipe adds a fifth network to a running stack by configuration alone, and its bundles are bought', async () => {
  const began = performance.now();
  const [network = '', gateway = ''] = blocksOfJson();

  const actor = { operator: 'test', reason: 'the recipe' };
  const configured = await configureNetwork(scenario.pool, parseNetworkFile(network), actor);
  expect(configured).toEqual({ kind: 'configured', isNew: true });
  addGateway(JSON.parse(gateway));
  await restart('api');
  await restart('worker');
  const accountId = accountIdOf(client);
  await setAccountBundle(scenario.pool, accountId, BUNDLE, 70_000);

  const order = { reference: 'fifth', phone_number: '+2347021234550', bundle_id: BUNDLE };
  await eventually(async () => {
    const { purchase } = await client.buy(order);
    expect(purchase?.network_id).toBe(NETWORK);
  });
  const { purchase } = await client.buy(order);
  await eventually(async () => {
    expect((await client.read(purchase?.id ?? '')).status).toBe('successful');
  });
  expect(simulator.book(KEY).totals).toEqual({ submits: 1, orders: 1, deliveries: 1 });

  const other = await client.bought(wish('mtn'));
  await eventually(async () => expect((await client.read(other.id)).status).toBe('successful'));
  console.log(
    `a fifth network, from its file to its first delivery: ${Math.round(performance.now() - began)} ms`,
  );
}, 600_000);

it('the file of a network says where it is wrong, and takes nothing that is another’s', async () => {
  const [network = ''] = blocksOfJson();
  const file: Record<string, unknown> = JSON.parse(network);
  expect(() => parseNetworkFile(JSON.stringify({ ...file, prefixes: ['0702'], rate: 1 }))).toThrow(
    /prefixes\.0: must be like \+234803[\s\S]*Unrecognized key: "rate"/,
  );
  const thief = parseNetworkFile(JSON.stringify({ ...file, id: 'net_thief_ng', prefixes: ['+234803'] }));
  expect(await configureNetwork(scenario.pool, thief, { operator: 'test', reason: 'theft' })).toEqual({
    kind: 'taken',
    what: '+234803',
    by: 'net_mtn_ng',
  });
});

/** The blocks of JSON in the page, as they stand. */
function blocksOfJson(): string[] {
  return [...readFileSync(PAGE, 'utf8').matchAll(/^```json\n([\s\S]*?)^```$/gm)].map(
    ([, block = '']) => block,
  );
}

/** Puts the entry into the gateways file, with credentials, and the simulator in place of the gateway's own address. */
function addGateway(entry: Record<string, { live: Record<string, unknown> }>): void {
  const path = scenario.stack.gatewaysFile;
  const file: { networks: Record<string, unknown> } = JSON.parse(readFileSync(path, 'utf8'));
  for (const [id, { live }] of Object.entries(entry)) {
    file.networks[id] = {
      live: { ...live, api_key: KEY, secret_key: 'fifth-secret', base_url: `${simulator.url}/api` },
    };
  }
  writeFileSync(path, JSON.stringify(file), { mode: 0o600 });
}

async function restart(name: 'api' | 'worker'): Promise<void> {
  await scenario.stack.processes[name].stop();
  await scenario.stack.restart(name);
}

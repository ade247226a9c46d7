import { readFileSync, writeFileSync } from 'node:fs';
import { createSimulator as createDtOne } from '../../../adapters/dtone/simulator/server.ts';
import { createSimulator as createReloadly } from '../../../adapters/reloadly/simulator/server.ts';
import { importRouteBundles } from '../../../db/networks/route-bundles.ts';
import { toGatewayReference } from '../../../domain/purchase/gateway-reference.ts';
import { wish } from '../scenarios/client.ts';
import type { Scenario } from '../scenarios/stack.ts';

/** Long enough for a hook that starts a stack and connects its gateways, so that its processes start twice, one after the other. */
export const CONNECTED_MS = 900_000;
export const ROUTED_NETWORK = 'net_mtn_ng';
const KEY = 'two-gateways';
const ACTOR = { operator: 'test', reason: 'a second gateway' };

/** Two gateways of one network of a running stack: the main one gets every purchase that it can take. */
export interface StackGateways {
  readonly dtone: Awaited<ReturnType<typeof createDtOne>>;
  /** What each gateway's own book says that it delivered. */
  deliveriesOf(id: string): { readonly dtone: number; readonly reloadly: number };
  close(): Promise<void>;
}

export interface CallTimes {
  readonly timeout_ms: number;
  readonly hold_ms: number;
}

/** A stack that runs, with its database. */
type RunningStack = Pick<Scenario, 'stack' | 'pool'>;

/** Gives the network two simulators, and starts the processes again with them. */
export async function connectTwoGateways(running: RunningStack, times: CallTimes): Promise<StackGateways> {
  const [dtone, reloadly] = await Promise.all([createDtOne(), createReloadly()]);
  writeGateways(running, { dtone: dtone.url, reloadly: reloadly.url }, times);
  const bundle = {
    networkId: ROUTED_NETWORK,
    route: 'reloadly',
    bundleId: wish('mtn').bundle_id,
    productCode: '341:500:local',
    cost: null,
    currency: null,
  };
  await importRouteBundles(running.pool, [bundle], ACTOR);
  await running.pool.query(
    `INSERT INTO network_routes (network_id, route, weight) VALUES ($1, 'reloadly', 0)`,
    [ROUTED_NETWORK],
  );
  for (const name of ['api', 'worker'] as const) {
    await running.stack.processes[name].stop();
    await running.stack.restart(name);
  }
  const delivered = ({ book }: Pick<typeof dtone, 'book'>, id: string) =>
    book(KEY)
      .entries.filter(({ external_id }) => external_id === toGatewayReference(`pur_${id.slice(4)}`))
      .reduce((sum, { deliveries }) => sum + deliveries, 0);
  return {
    dtone,
    deliveriesOf: (id) => ({ dtone: delivered(dtone, id), reloadly: delivered(reloadly, id) }),
    close: async () => {
      await Promise.all([dtone.close(), reloadly.close()]);
    },
  };
}

function writeGateways(
  { stack: { gatewaysFile: path } }: RunningStack,
  urls: { readonly dtone: string; readonly reloadly: string },
  times: CallTimes,
): void {
  const file: { networks: Record<string, Record<string, unknown>> } = JSON.parse(readFileSync(path, 'utf8'));
  file.networks[ROUTED_NETWORK] = {
    ...file.networks[ROUTED_NETWORK],
    live: {
      protocol: 'dtone',
      base_url: `${urls.dtone}/v1`,
      api_key: KEY,
      api_secret: 'secret',
      ...times,
    },
    routes: {
      reloadly: {
        live: {
          protocol: 'reloadly',
          base_url: urls.reloadly,
          auth_url: urls.reloadly,
          audience: 'https://topups-sandbox.reloadly.com',
          client_id: KEY,
          client_secret: 'secret',
          country: { iso: 'NG', calling_code: '234', trunk_prefix: '0' },
          ...times,
        },
      },
    },
  };
  writeFileSync(path, JSON.stringify(file), { mode: 0o600 });
}

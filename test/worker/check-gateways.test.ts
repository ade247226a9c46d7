import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseGateways } from '../../adapters/registry.ts';
import { readBundleProducts, readNetworks } from '../../db/networks/networks.ts';
import { createPool } from '../../db/pool.ts';
import { demoGateways } from '../../services/catalogue/demo/gateways.ts';
import { seedNigeria } from '../../services/catalogue/demo/seed.ts';
import { HELD_UP_MS } from '../../services/purchases/submit.ts';
import { checkGateways, checkProductCodes } from '../../worker/check-gateways.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

const GATEWAYS = parseGateways(
  JSON.stringify(
    demoGateways({
      apiUrl: 'http://127.0.0.1:1',
      simulators: { dtone: 'http://127.0.0.1:2', reloadly: 'http://127.0.0.1:3' },
      secretsKey: 'a key of this test',
    }),
  ),
);

let database: TestDatabase;
let pool: ReturnType<typeof createPool>;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = createPool(database.url, { max: 2, applicationName: 'test' });
  await seedNigeria(pool);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

/** What is logged of the bundles as they are now. */
async function warnings(gateways = GATEWAYS): Promise<Record<string, unknown>[]> {
  const lines: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
  checkProductCodes(gateways, await readBundleProducts(pool), log);
  return lines.map((line) => JSON.parse(line));
}

describe('product codes, when a worker starts', () => {
  it('fit the gateways of the demonstration', async () => {
    expect(await warnings()).toEqual([]);
  });

  it('that a gateway cannot order are logged as warnings, by bundle and mode, unless the bundle is withdrawn', async () => {
    const [reloadly, dtone, withdrawn] = [
      'bnd_9mobile_ng_1gb_30d',
      'bnd_mtn_ng_1gb_30d',
      'bnd_glo_ng_1gb_30d',
    ];
    await pool.query(`UPDATE bundles SET product_code = '340' WHERE id = $1`, [reloadly]);
    await pool.query(`UPDATE bundles SET product_code = '340:5:local' WHERE id = $1`, [dtone]);
    await pool.query(`UPDATE bundles SET product_code = '', withdrawn_at = app_now() WHERE id = $1`, [
      withdrawn,
    ]);

    const warned = await warnings();
    expect(warned.map(({ bundle_id, mode, protocol }) => [bundle_id, mode, protocol])).toEqual([
      [reloadly, 'live', 'reloadly'],
      [reloadly, 'test', 'reloadly'],
      [dtone, 'live', 'dtone'],
      [dtone, 'test', 'dtone'],
    ]);
    expect(warned[0]?.msg).toContain('"340"');
    expect(warned[0]?.msg).toContain('operator:amount:local');
    expect(warned[2]?.msg).toContain('product id of DT One');
  });

  it('of a second gateway are checked by its own protocol, and only for what it sells', async () => {
    const [network, sold] = ['net_mtn_ng', 'bnd_mtn_ng_1gb_30d'];
    const live = {
      protocol: 'vtpass',
      base_url: 'http://127.0.0.1:4/api',
      api_key: 'key',
      secret_key: 'hush',
    } as const;
    const main = GATEWAYS.networks[network];
    const second = parseGateways(
      JSON.stringify({ networks: { [network]: { ...main, routes: { vtpass: { live } } } } }),
    );
    const set = (code: string) =>
      pool.query(
        `INSERT INTO route_bundles (network_id, route, bundle_id, product_code) VALUES ($1, 'vtpass', $2, $3)
         ON CONFLICT (network_id, route, bundle_id) DO UPDATE SET product_code = excluded.product_code`,
        [network, sold, code],
      );
    const ofSecond = async () => (await warnings(second)).filter(({ route }) => route === 'vtpass');
    await set('mtn-data/mtn-1gb');
    expect(await ofSecond()).toEqual([]);
    await set('17');
    expect(await ofSecond()).toEqual([
      expect.objectContaining({ network_id: network, mode: 'live', bundle_id: sold, protocol: 'vtpass' }),
    ]);
  });
});

describe('several gateways of a network', () => {
  const network = 'net_mtn_ng';
  const check = async (timeoutMs: number, holdMs: number) => {
    const live = {
      protocol: 'vtpass',
      base_url: 'http://127.0.0.1:4/api',
      api_key: 'key',
      secret_key: 'hush',
      timeout_ms: timeoutMs,
      hold_ms: holdMs,
    } as const;
    const main = GATEWAYS.networks[network]?.live;
    const file = {
      networks: { [network]: { live: { ...main, hold_ms: 600_000 }, routes: { vtpass: { live } } } },
    };
    checkGateways(parseGateways(JSON.stringify(file)), await readNetworks(pool), pino({ level: 'silent' }));
  };

  it('are refused if an order may still be on its way when it counts as never received', async () => {
    await expect(check(1_000, HELD_UP_MS + 1_000)).rejects.toThrow(
      /hold_ms of 4000 for net_mtn_ng, route vtpass.*Set hold_ms above 4000/,
    );
    await check(1_000, HELD_UP_MS + 1_001);
  });
});

import { randomBytes } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { CARRIER_CODES } from '../../adapters/pretups/simulator/server.ts';
import { importRouteBundles } from '../../db/networks/route-bundles.ts';
import { createPool } from '../../db/pool.ts';
import { type ManagedProcess, startProcess } from '../stack/process.ts';
import { freePort } from '../stack/servers/ports.ts';

/** The demo network that VTpass delivers, and the one that PreTUPS and Ding deliver. The others are unchanged. */
export const VTPASS_NETWORK = 'net_glo_ng';
export const TWO_GATEWAYS_NETWORK = 'net_airtel_ng';
/** The second gateway of that network. */
export const SECOND_ROUTE = 'ding';

const VTPASS_KEY = `live-${VTPASS_NETWORK}`;
const PRETUPS_USER = '2348020000001';
const DING_ACCOUNT = `live-${TWO_GATEWAYS_NETWORK}`;
const LOOPBACK = '127.0.0.1';
/** The simulators hold no order back, so an order that they do not know after this time never arrived. */
const HOLD_MS = 10_000;
/** Longer than PreTUPS is away: only then is "not found" conclusive. */
const PRETUPS_HOLD_MS = 25_000;
/** What a bundle costs at each gateway, in naira per 100 MB: Ding takes more, so it is used only if PreTUPS is not healthy. */
const COST_PER_100_MB = { main: 30, [SECOND_ROUTE]: 33 } as const;

export interface ChaosOptions {
  readonly stateDir: string;
  readonly apiPort: number;
  readonly timeoutMs: number;
}

type Name = 'vtpass' | 'pretups' | 'ding';

/** Three more gateways in separate processes, and the settings that make a stack use them. */
export interface ChaosGateways {
  /** Entries for GATEWAYS_FILE that replace those of the demo. */
  readonly gateways: Readonly<Record<string, unknown>>;
  readonly simulators: Readonly<Record<Name, string>>;
  /** Changes the product codes of the two networks' bundles to codes that the gateways know, and sets what they cost. */
  seed(databaseUrl: string): Promise<void>;
  /** Kills PreTUPS in the middle of what it does. */
  killPretups(): void;
  /** Starts PreTUPS again, with the book of what it delivered. */
  revivePretups(): Promise<void>;
  /** Empties our wallet at VTpass, or fills it again. */
  emptyWallet(isEmpty: boolean): Promise<void>;
  stop(): Promise<void>;
}

/** Starts simulators of VTpass, PreTUPS and Ding beside a stack. */
export async function startChaosGateways({
  stateDir,
  apiPort,
  timeoutMs,
}: ChaosOptions): Promise<ChaosGateways> {
  const secret = () => randomBytes(16).toString('hex');
  const secrets = { key: secret(), pin: secret(), ding: secret(), token: secret() };
  const callbackUrl = `http://${LOOPBACK}:${apiPort}/gateways/${VTPASS_NETWORK}/callbacks/${secrets.token}`;
  const books = mkdirBooks(stateDir);
  const pretupsPort = await freePort();
  const start = async (name: Name, accounts: object, more: Record<string, string>) =>
    startProcess({
      name: `${name} simulator`,
      script: `adapters/${name}/simulator/main.ts`,
      env: {
        HOST: LOOPBACK,
        PORT: String(await freePort()),
        SIMULATOR_ACCOUNTS: JSON.stringify(accounts),
        BOOK_FILE: join(books, `${name}.jsonl`),
        ...more,
      },
      logFile: join(stateDir, 'logs', `${name}.log`),
    });
  const callbacks = { CALLBACK_URLS: JSON.stringify({ [VTPASS_KEY]: callbackUrl }) };
  const startPretups = () => start('pretups', { [PRETUPS_USER]: secrets.pin }, { PORT: String(pretupsPort) });
  const processes: Record<Name, ManagedProcess> = {
    vtpass: await start('vtpass', { [VTPASS_KEY]: secrets.key }, callbacks),
    pretups: await startPretups(),
    ding: await start('ding', { [DING_ACCOUNT]: secrets.ding }, {}),
  };
  const simulators = {
    vtpass: processes.vtpass.ready.url ?? '',
    pretups: processes.pretups.ready.url ?? '',
    ding: processes.ding.ready.url ?? '',
  };

  return {
    simulators,
    gateways: gatewaysOf(simulators, secrets, callbackUrl, timeoutMs),
    seed: setProducts,
    killPretups() {
      processes.pretups.kill('SIGKILL');
    },
    async revivePretups() {
      processes.pretups = await startPretups();
    },
    async emptyWallet(isEmpty) {
      await fetch(`${simulators.vtpass}/_simulator/refusals`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ account: VTPASS_KEY, code: isEmpty ? '018' : null }),
        signal: AbortSignal.timeout(10_000),
      });
    },
    async stop() {
      await Promise.all(Object.values(processes).map((each) => each.stop()));
    },
  };
}

function gatewaysOf(
  simulators: Readonly<Record<Name, string>>,
  secrets: { readonly key: string; readonly pin: string; readonly ding: string },
  callbackUrl: string,
  timeoutMs: number,
): Readonly<Record<string, unknown>> {
  const common = { timeout_ms: timeoutMs, hold_ms: HOLD_MS };
  return {
    [VTPASS_NETWORK]: {
      live: {
        protocol: 'vtpass',
        base_url: `${simulators.vtpass}/api`,
        api_key: VTPASS_KEY,
        secret_key: secrets.key,
        callback_url: callbackUrl,
        ...common,
      },
    },
    [TWO_GATEWAYS_NETWORK]: {
      live: {
        protocol: 'pretups',
        base_url: `${simulators.pretups}/pretups`,
        login: 'bundlewire',
        password: 'simulated',
        gateway_code: 'BUNDLEWIRE',
        network_code: 'NG',
        msisdn: PRETUPS_USER,
        pin: secrets.pin,
        time_zone: 'Africa/Lagos',
        country_code: '234',
        carrier_codes: {
          [CARRIER_CODES.notFound]: 'not_found',
          [CARRIER_CODES.accountRefused]: 'account_refused',
          [CARRIER_CODES.notEnoughMoney]: 'not_enough_money',
          [CARRIER_CODES.numberInvalid]: 'number_invalid',
          [CARRIER_CODES.numberBarred]: 'number_barred',
          [CARRIER_CODES.networkDown]: 'network_unavailable',
          [CARRIER_CODES.tooSoon]: 'too_soon',
        },
        ...common,
        hold_ms: PRETUPS_HOLD_MS,
      },
      routes: {
        [SECOND_ROUTE]: {
          live: {
            protocol: 'ding',
            base_url: `${simulators.ding}/api/V1`,
            account: DING_ACCOUNT,
            api_key: secrets.ding,
            ...common,
          },
        },
      },
    },
  };
}

async function setProducts(databaseUrl: string): Promise<void> {
  const pool = createPool(databaseUrl, { max: 1, applicationName: 'bundlewire-chaos' });
  try {
    await pool.query({
      text: `UPDATE bundles SET product_code = 'glo-data/' || id WHERE network_id = $1`,
      values: [VTPASS_NETWORK],
    });
    await pool.query({
      text: `UPDATE bundles SET product_code = '1:' || data_mb WHERE network_id = $1`,
      values: [TWO_GATEWAYS_NETWORK],
    });
    await setRoutes(pool);
  } finally {
    await pool.end();
  }
}

/** What both gateways sell, and what it costs there. */
async function setRoutes(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ id: string; product_code: string; data_mb: number }>({
    text: 'SELECT id, product_code, data_mb FROM bundles WHERE network_id = $1',
    values: [TWO_GATEWAYS_NETWORK],
  });
  const routes = rows.flatMap(({ id: bundleId, product_code, data_mb }) =>
    (['main', SECOND_ROUTE] as const).map((route) => {
      const cost = String(Math.ceil((COST_PER_100_MB[route] * data_mb) / 100));
      const productCode = route === 'main' ? product_code : `NG_AR_${data_mb}:${cost}:NGN`;
      return { networkId: TWO_GATEWAYS_NETWORK, route, bundleId, productCode, cost, currency: 'NGN' };
    }),
  );
  await importRouteBundles(pool, routes, { operator: 'demo', reason: 'two gateways for one network' });
}

/** Empties the folder, so that each run starts with new books. */
function mkdirBooks(stateDir: string): string {
  const books = join(stateDir, 'chaos-books');
  rmSync(books, { recursive: true, force: true });
  mkdirSync(books, { recursive: true, mode: 0o700 });
  return books;
}

import { randomBytes } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { CARRIER_CODES } from '../../adapters/pretups/simulator/server.ts';
import { createPool } from '../../db/pool.ts';
import { type ManagedProcess, startProcess } from '../stack/process.ts';
import { freePort } from '../stack/servers/ports.ts';

/** The demo networks that a stack of four protocols reaches over VTpass and PreTUPS. The others are unchanged. */
export const VTPASS_NETWORK = 'net_glo_ng';
export const PRETUPS_NETWORK = 'net_airtel_ng';

const VTPASS_KEY = `live-${VTPASS_NETWORK}`;
const PRETUPS_USER = '2348020000001';
const LOOPBACK = '127.0.0.1';
/** The simulators hold no order back, so an order that they do not know after this time never arrived. */
const HOLD_MS = 10_000;

export interface ChaosOptions {
  readonly stateDir: string;
  readonly apiPort: number;
  readonly timeoutMs: number;
}

/** Two more gateways in separate processes, and the settings that make a stack use them. */
export interface ChaosGateways {
  /** Entries for GATEWAYS_FILE that replace those of the demo. */
  readonly gateways: Readonly<Record<string, unknown>>;
  readonly simulators: Readonly<Record<'vtpass' | 'pretups', string>>;
  readonly processes: Readonly<Record<'vtpass' | 'pretups', ManagedProcess>>;
  /** Changes the product codes of the two networks' bundles to codes that the gateways know. */
  seed(databaseUrl: string): Promise<void>;
  /** Empties our wallet at VTpass, or fills it again. */
  emptyWallet(isEmpty: boolean): Promise<void>;
  stop(): Promise<void>;
}

/** Starts simulators of VTpass and PreTUPS beside a stack. */
export async function startChaosGateways({
  stateDir,
  apiPort,
  timeoutMs,
}: ChaosOptions): Promise<ChaosGateways> {
  const secret = () => randomBytes(16).toString('hex');
  const secrets = { key: secret(), pin: secret(), token: secret() };
  const callbackUrl = `http://${LOOPBACK}:${apiPort}/gateways/${VTPASS_NETWORK}/callbacks/${secrets.token}`;
  const books = mkdirBooks(stateDir);
  const start = async (name: 'vtpass' | 'pretups', accounts: object, more: Record<string, string>) =>
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
  const processes = {
    vtpass: await start('vtpass', { [VTPASS_KEY]: secrets.key }, callbacks),
    pretups: await start('pretups', { [PRETUPS_USER]: secrets.pin }, {}),
  };
  const simulators = { vtpass: processes.vtpass.ready.url ?? '', pretups: processes.pretups.ready.url ?? '' };

  return {
    simulators,
    processes,
    gateways: gatewaysOf(simulators, secrets, callbackUrl, timeoutMs),
    seed: changeProductCodes,
    async emptyWallet(isEmpty) {
      await fetch(`${simulators.vtpass}/_simulator/refusals`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ account: VTPASS_KEY, code: isEmpty ? '018' : null }),
        signal: AbortSignal.timeout(10_000),
      });
    },
    async stop() {
      // A process that SIGSTOP has paused does not react to SIGTERM.
      for (const each of Object.values(processes)) each.kill('SIGCONT');
      await Promise.all(Object.values(processes).map((each) => each.stop()));
    },
  };
}

function gatewaysOf(
  simulators: { readonly vtpass: string; readonly pretups: string },
  secrets: { readonly key: string; readonly pin: string },
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
    [PRETUPS_NETWORK]: {
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
      },
    },
  };
}

async function changeProductCodes(databaseUrl: string): Promise<void> {
  const pool = createPool(databaseUrl, { max: 1, applicationName: 'bundlewire-chaos' });
  try {
    await pool.query({
      text: `UPDATE bundles SET product_code = 'glo-data/' || id WHERE network_id = $1`,
      values: [VTPASS_NETWORK],
    });
    await pool.query({
      text: `UPDATE bundles SET product_code = '1:' || data_mb WHERE network_id = $1`,
      values: [PRETUPS_NETWORK],
    });
  } finally {
    await pool.end();
  }
}

/** Empties the folder, so that each run starts with new books. */
function mkdirBooks(stateDir: string): string {
  const books = join(stateDir, 'chaos-books');
  rmSync(books, { recursive: true, force: true });
  mkdirSync(books, { recursive: true, mode: 0o700 });
  return books;
}

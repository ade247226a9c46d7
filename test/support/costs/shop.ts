import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createDtOneAdapter } from '../../../adapters/dtone/adapter.ts';
import type { ScriptInput } from '../../../adapters/dtone/simulator/scripts.ts';
import { createSimulator } from '../../../adapters/dtone/simulator/server.ts';
import { storeCallback } from '../../../db/purchases/callbacks.ts';
import { type PurchaseId, readId, uuidOf } from '../../../domain/ids.ts';
import { toGatewayReference } from '../../../domain/purchase/gateway-reference.ts';
import { submitPurchase } from '../../../services/purchases/submit.ts';
import { urlAs } from '../../../tools/stack/servers/roles.ts';
import { type ApiFixture, addClient, type Client, GLO_BUNDLE, startApi } from '../api/fixture.ts';
import { buy, purchaseOf } from '../api/http.ts';
import { type Ran, run } from '../cli/terminal.ts';
import { NO_ALERTS } from '../no-alerts.ts';
import { createPurchasePorts } from '../purchases/ports.ts';
import { retryWhileLimited } from '../retry.ts';
import { temporaryStateDir } from '../state-dir.ts';

const KEY = 'shop';
const TIMEOUT_MS = 60_000;
const HEAD = 'network_id,route,bundle_id,cost,currency,valid_from,valid_until';

/** The API, a gateway with its own book, and the operators' command line, over one database. */
export interface Shop {
  readonly api: ApiFixture;
  /** A second client, with its own key. */
  readonly other: Client;
  /** Buys over HTTP, and sends the order to the gateway. */
  buy(wish: Wish): Promise<PurchaseId>;
  /** What PostgreSQL has about a purchase. */
  read(id: PurchaseId): Promise<{ readonly status: string; readonly price: number }>;
  /** Runs a command as an operator. */
  cli(...args: string[]): Promise<Ran>;
  /** Adds a price list with `bundle prices`. @param lines without the header */
  addPrices(...lines: string[]): Promise<Ran>;
  close(): Promise<void>;
}

export interface Wish {
  readonly bundleId: string;
  /** By default the client of the API. */
  readonly client?: Client;
  /** What the gateway does; by default it delivers. */
  readonly script?: Omit<ScriptInput, 'number'>;
}

export async function openShop(): Promise<Shop> {
  const api = await startApi();
  const simulator = await createSimulator({ accounts: { [KEY]: 'secret' } });
  const adapter = createDtOneAdapter({
    baseUrl: `${simulator.url}/v1`,
    apiKey: KEY,
    apiSecret: 'secret',
    timeoutMs: TIMEOUT_MS,
    holdMs: 0,
    callbackUrl: null,
    mode: 'sync',
    twoStep: false,
  });
  const { pool } = api;
  const ports = createPurchasePorts({
    pool,
    ledger: api.settleLane,
    adapterFor: () => adapter,
    alerts: NO_ALERTS,
  });
  const signal = new AbortController().signal;
  const environment = { DATABASE_URL: urlAs('operator', api.databaseUrl), BUNDLEWIRE_OPERATOR: 'ada' };
  const cli = (...args: string[]) => run(args, { environment });
  let numbers = 0;

  const read: Shop['read'] = async (id) => {
    const { rows } = await pool.query('SELECT status, price::int FROM purchases WHERE id = $1', [
      uuidOf('pur', id),
    ]);
    return rows[0];
  };
  /** An unsigned callback: the order has changed. */
  const hint = async (id: PurchaseId, networkId: string) => {
    const body = Buffer.from(JSON.stringify({ external_id: toGatewayReference(id), id: 1 }));
    const stored = await storeCallback(pool, networkId, true, { body, headers: {}, route: 'main' });
    if (stored !== null) await ports.callbacks.handle(stored, signal);
  };

  return {
    api,
    other: await addClient(pool, { balance: 1_000_000 }),
    read,
    async buy({ bundleId, client = api.client, script = {} }) {
      numbers += 1;
      const isGlo = bundleId === GLO_BUNDLE;
      const number = `+23480${isGlo ? 5 : 3}${String(numbers).padStart(4, '0')}550`;
      simulator.script({ end_after_ms: 0, ...script, number });
      const wish = { reference: `shop-${numbers}`, phone_number: number, bundle_id: bundleId };
      const id = readId('pur', (await buyPatiently(api, wish, client.key)).id);
      if (id === null) throw new Error('it has an id');
      await submitPurchase(ports, { purchaseId: id, attempt: 1, nextActionMs: 3_000 }, signal);
      if (script.reverse_after_ms !== undefined) {
        while ((await read(id)).status !== 'reversed') await hint(id, isGlo ? 'net_glo' : 'net_mtn');
      }
      return id;
    },
    cli,
    addPrices(...lines) {
      const file = join(temporaryStateDir(), 'prices.csv');
      writeFileSync(file, [HEAD, ...lines, ''].join('\n'));
      return cli('bundle', 'prices', file, '--reason', 'list of the month');
    },
    async close() {
      await adapter.close();
      await simulator.close();
      await api.close();
    },
  };
}

/** Sends a purchase again, as clients do, if a busy machine answers with 500. */
async function buyPatiently(api: ApiFixture, wish: object, key: string) {
  for (let tries = 1; ; tries++) {
    const answer = await retryWhileLimited(() => buy(api, wish, { key }));
    if (answer.status === 201 || answer.status === 200) return purchaseOf(answer);
    if (answer.status !== 500 || tries === 5)
      throw new Error(`buying answered ${answer.status}: ${answer.text}`);
  }
}

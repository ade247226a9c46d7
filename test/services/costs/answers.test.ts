import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { PlainScriptInput } from '../../../adapters/simulation/scripts.ts';
import { createVtpassAdapter } from '../../../adapters/vtpass/adapter.ts';
import { createSimulator } from '../../../adapters/vtpass/simulator/server.ts';
import { readDeliveryCosts } from '../../../db/costs/delivered.ts';
import { importPrices } from '../../../db/costs/prices.ts';
import { type AccountId, type PurchaseId, uuidOf } from '../../../domain/ids.ts';
import { submitPurchase } from '../../../services/purchases/submit.ts';
import { NO_ALERTS } from '../../support/no-alerts.ts';
import {
  createLedgerFixture,
  GATEWAY_TIMEOUT_MS,
  type LedgerFixture,
  NETWORK,
  nextNumber,
} from '../../support/purchases/fixture.ts';
import { CALL } from '../../support/purchases/gateway.ts';
import { createPurchasePorts, type PurchasePorts } from '../../support/purchases/ports.ts';

const KEY = 'costs';
const BUNDLE = 'bnd_1gb';
/** What the simulator takes: 1000 naira less 3.5 percent. */
const TAKEN = { cost: '965', currency: 'NGN' };

let simulator: Awaited<ReturnType<typeof createSimulator>>;
let adapter: ReturnType<typeof createVtpassAdapter>;
beforeAll(async () => {
  simulator = await createSimulator({ accounts: { [KEY]: 'secret' } });
  adapter = createVtpassAdapter({
    baseUrl: `${simulator.url}/api`,
    apiKey: KEY,
    secretKey: 'secret',
    timeoutMs: GATEWAY_TIMEOUT_MS,
    holdMs: 0,
  });
});
afterAll(async () => {
  await adapter.close();
  await simulator.close();
});

let fixture: LedgerFixture;
let ports: PurchasePorts;
let accountId: AccountId;
beforeEach(async () => {
  fixture = await createLedgerFixture();
  ports = createPurchasePorts({
    pool: fixture.pool,
    ledger: fixture.settleLane,
    adapterFor: () => adapter,
    alerts: NO_ALERTS,
  });
  accountId = await fixture.openAccount();
  await fixture.pool.query(`
    INSERT INTO bundles (id, network_id, name, data_mb, validity_hours, product_code)
    VALUES ('${BUNDLE}', '${NETWORK}', '1 GB', 1024, 24, 'mtn-data/mtn-1gb')`);
  return () => fixture.close();
});

/** Buys what VTpass sells, and sends it. */
async function sent(script: Omit<PlainScriptInput, 'number'> = {}): Promise<PurchaseId> {
  const number = nextNumber();
  simulator.script({ ...script, number: number.replace('+234', '0') });
  const purchaseId = await fixture.buy(accountId, number);
  await fixture.pool.query(`UPDATE purchases SET product_code = 'mtn-data/mtn-1gb' WHERE id = $1`, [
    uuidOf('pur', purchaseId),
  ]);
  await submitPurchase(ports, { purchaseId, attempt: 1, nextActionMs: 3_000 }, CALL);
  return purchaseId;
}

async function setPrice(cost: string): Promise<void> {
  const price = { networkId: NETWORK, route: 'main', bundleId: BUNDLE, cost, currency: 'NGN' };
  const imported = await importPrices(fixture.pool, [{ ...price, validFrom: null, validUntil: null }], {
    operator: 'test',
    reason: 'a price list',
  });
  expect(imported.kind).toBe('imported');
}

const costsOf = (id: PurchaseId) => readDeliveryCosts(fixture.pool, id);

it('the answer of VTpass says what a delivery cost, if the price says otherwise', async () => {
  await setPrice('970.00');
  const id = await sent();
  expect(await fixture.statusOf(id)).toMatchObject({ status: 'successful' });
  expect(await costsOf(id)).toEqual([{ route: 'main', ...TAKEN, source: 'list', rate: '1' }]);
});

it('the price stays if the answer agrees with it', async () => {
  await setPrice('965.00');
  const id = await sent();
  expect(await costsOf(id)).toMatchObject([{ cost: '965.00', source: 'price' }]);
  expect((await fixture.pool.query('SELECT FROM listed_costs')).rowCount).toBe(0);
});

it('the answer to an inquiry says it too, and without any price', async () => {
  const id = await sent({ end_after_ms: 50 });
  await expect
    .poll(async () => {
      await ports.inquirer.inquire({ purchaseId: id, source: 'inquiry', endWorkflow: false }, CALL);
      return (await fixture.statusOf(id)).status;
    })
    .toBe('successful');
  expect(await costsOf(id)).toMatchObject([{ ...TAKEN, source: 'list' }]);
});

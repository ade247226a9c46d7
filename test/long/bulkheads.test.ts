import { afterAll, beforeAll, expect, it } from 'vitest';
import type { PurchaseResource } from '../../contract/purchase.ts';
import { readId, uuidOf } from '../../domain/ids.ts';
import { sendScripts } from '../support/adapters/send-scripts.ts';
import { type Client, type NetworkName, openClient, wish } from '../support/scenarios/client.ts';
import { eventually, type Scenario, startScenario } from '../support/scenarios/stack.ts';

/** More than are sent at the same time. */
const SILENT = 120;
const OTHERS = 60;
const SILENCE_MS = 30_000;

let scenario: Scenario;
let client: Client;
beforeAll(async () => {
  scenario = await startScenario({ networks: { gatewayTimeoutMs: SILENCE_MS, resolveWithinMs: 240_000 } });
  client = await openClient(scenario, 1_000);
});
afterAll(async () => {
  await client.close();
  await scenario.close();
});

it('a network that answers no call for 30 s delays no purchase of another network', async () => {
  const simulator = scenario.stack.simulators.dtone ?? '';
  await sendScripts(simulator, {
    api_key: 'live-net_glo_ng',
    number: '*',
    accepts: false,
    answer: 'silent',
  });
  const silent = await buy('glo', SILENT);
  await eventually(async () => expect(await sentOf(silent)).toBeGreaterThan(40));

  const others = (
    await Promise.all([buy('mtn', OTHERS), buy('airtel', OTHERS), buy('9mobile', OTHERS)])
  ).flat();
  await eventually(async () => expect(await countOf(others, 'successful')).toBe(others.length), 90_000);
  expect(await countOf(silent, 'pending')).toBe(silent.length);
}, 180_000);

function buy(network: NetworkName, count: number): Promise<PurchaseResource[]> {
  return Promise.all(Array.from({ length: count }, () => client.bought(wish(network))));
}

async function countOf(purchases: readonly PurchaseResource[], status: string): Promise<number> {
  const { rows } = await scenario.pool.query<{ count: number }>({
    text: 'SELECT count(*)::int AS count FROM purchases WHERE id = ANY ($1::uuid[]) AND status = $2',
    values: [uuidsOf(purchases), status],
  });
  return rows[0]?.count ?? 0;
}

/** How many purchases have been sent and not answered. */
async function sentOf(purchases: readonly PurchaseResource[]): Promise<number> {
  const { rows } = await scenario.pool.query<{ count: number }>({
    text: 'SELECT count(*)::int AS count FROM submissions WHERE purchase_id = ANY ($1::uuid[]) AND answered_at IS NULL',
    values: [uuidsOf(purchases)],
  });
  return rows[0]?.count ?? 0;
}

function uuidsOf(purchases: readonly PurchaseResource[]): string[] {
  return purchases.map(({ id }) => {
    const purchaseId = readId('pur', id);
    if (purchaseId === null) throw new Error(`no id: ${id}`);
    return uuidOf('pur', purchaseId);
  });
}

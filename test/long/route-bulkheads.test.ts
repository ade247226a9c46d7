import { afterAll, beforeAll, expect, it } from 'vitest';
import type { PurchaseResource } from '../../contract/purchase.ts';
import { readId, uuidOf } from '../../domain/ids.ts';
import { CALLS_MAX } from '../../services/purchases/routes/calls.ts';
import { connectTwoGateways, ROUTED_NETWORK, type StackGateways } from '../support/routes/stack-gateways.ts';
import { type Client, openClient, wish } from '../support/scenarios/client.ts';
import { eventually, type Scenario, startScenario } from '../support/scenarios/stack.ts';

/** Longer than a whole test takes, so that no call to the silent gateway ends, and its health says nothing. */
const SILENCE_MS = 170_000;
const WINDOW = 40;

let scenario: Scenario;
let client: Client;
let gateways: StackGateways;
beforeAll(async () => {
  scenario = await startScenario({ networks: { gatewayTimeoutMs: SILENCE_MS, resolveWithinMs: 900_000 } });
  client = await openClient(scenario, 1_000);
  gateways = await connectTwoGateways(scenario, { timeout_ms: SILENCE_MS, hold_ms: 2 * SILENCE_MS });
  gateways.dtone.script({ number: '*', accepts: false, answer: 'silent' });
});
afterAll(async () => {
  await client.close();
  await scenario.close();
  await gateways.close();
});

const windowOf = (inFlightMax: number) =>
  scenario.pool.query('UPDATE network_queues SET in_flight_max = $2 WHERE network_id = $1', [
    ROUTED_NETWORK,
    inFlightMax,
  ]);

it('a silent gateway fills its own window, and purchases continue over the other one', async () => {
  await windowOf(WINDOW);
  const bought = await buy(3 * WINDOW);
  await eventually(async () => expect((await statesOf(bought)).delivered).toBeGreaterThanOrEqual(2 * WINDOW));
  const { silent, delivered } = await statesOf(bought);
  expect(silent).toBeGreaterThan(0);
  expect(silent + delivered).toBe(bought.length);
}, 180_000);

it('a silent gateway takes only its part of the slots of the worker', async () => {
  await windowOf(2_000);
  const part = CALLS_MAX.submit / 2;
  const bought = await buy(part + WINDOW);
  await eventually(async () => expect((await statesOf(bought)).delivered).toBeGreaterThanOrEqual(WINDOW));
  await eventually(async () => {
    const { silent, delivered } = await statesOf(bought);
    expect(silent + delivered).toBe(bought.length);
  });
  // A few are chosen before the calls of others begin.
  const calls = await silentCalls();
  expect(calls).toBeGreaterThanOrEqual(part);
  expect(calls).toBeLessThan(CALLS_MAX.submit);
}, 180_000);

async function buy(count: number): Promise<PurchaseResource[]> {
  return Promise.all(Array.from({ length: count }, () => client.bought(wish('mtn'))));
}

/** `silent`: sent to the main gateway, and not answered. */
async function statesOf(
  purchases: readonly PurchaseResource[],
): Promise<{ readonly silent: number; readonly delivered: number }> {
  const { rows } = await scenario.pool.query<{ silent: number; delivered: number }>({
    text: `
      SELECT count(*) FILTER (WHERE s.route = 'main' AND s.answered_at IS NULL)::int AS silent,
             count(*) FILTER (WHERE s.route = 'reloadly' AND p.status = 'successful')::int AS delivered
        FROM purchases p
        JOIN submissions s ON s.purchase_id = p.id
       WHERE p.id = ANY ($1::uuid[])`,
    values: [
      purchases.flatMap(({ id }) => {
        const read = readId('pur', id);
        return read === null ? [] : [uuidOf('pur', read)];
      }),
    ],
  });
  const [row] = rows;
  if (row === undefined) throw new TypeError('an aggregate without an answer');
  return row;
}

/** All calls to the main gateway that have no answer. */
async function silentCalls(): Promise<number> {
  const { rows } = await scenario.pool.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM submissions WHERE route = 'main' AND answered_at IS NULL`,
  );
  return rows[0]?.count ?? 0;
}

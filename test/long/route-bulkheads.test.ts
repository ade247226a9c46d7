import { afterAll, beforeAll, expect, it } from 'vitest';
import type { PurchaseResource } from '../../contract/purchase.ts';
import { IS_CLEARED } from '../../db/purchases/fence.ts';
import { readId, uuidOf } from '../../domain/ids.ts';
import { CALLS_MAX } from '../../services/purchases/routes/calls.ts';
import {
  CONNECTED_MS,
  connectTwoGateways,
  ROUTED_NETWORK,
  type StackGateways,
} from '../support/routes/stack-gateways.ts';
import { type Client, openClient, wish } from '../support/scenarios/client.ts';
import { eventually, type Scenario, startScenario } from '../support/scenarios/stack.ts';

/** Longer than a whole test takes, so that no call to the silent gateway ends, and its health says nothing. */
const SILENCE_MS = 170_000;
const PATIENT_MS = 150_000;
const WINDOW = 40;
/** A few more than a window are sent if they are chosen at the same time. */
const AT_ONCE = 10;

let scenario: Scenario;
let client: Client;
let gateways: StackGateways;
beforeAll(async () => {
  scenario = await startScenario({ networks: { gatewayTimeoutMs: SILENCE_MS, resolveWithinMs: 900_000 } });
  client = await openClient(scenario, 1_000);
  gateways = await connectTwoGateways(scenario, { timeout_ms: SILENCE_MS, hold_ms: 2 * SILENCE_MS });
  gateways.dtone.script({ number: '*', accepts: false, answer: 'silent' });
}, CONNECTED_MS);
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
  const { main, delivered } = await eventually(() => all(bought), PATIENT_MS);
  expect(main).toBeGreaterThan(0);
  expect(delivered).toBeGreaterThanOrEqual(2 * WINDOW - AT_ONCE);
});

it('a silent gateway takes only its part of the slots of the worker', async () => {
  await windowOf(2_000);
  const bought = await buy(CALLS_MAX.submit / 2 + WINDOW);
  const { withoutCalls } = await eventually(() => all(bought), PATIENT_MS);
  expect(withoutCalls).toBeGreaterThan(0);
  expect(await callsUnderWay()).toBeLessThan(CALLS_MAX.submit);
});

async function buy(count: number): Promise<PurchaseResource[]> {
  return Promise.all(Array.from({ length: count }, () => client.bought(wish('mtn'))));
}

interface Places {
  /** Sent to the main gateway, which answers nothing. An order that certainly never reached it does not count. */
  readonly main: number;
  readonly delivered: number;
  /** Of the delivered ones: those that the main gateway did not get because all its calls were under way. */
  readonly withoutCalls: number;
}

/** Expects that each purchase is at the silent gateway, or delivered by the other one. */
async function all(purchases: readonly PurchaseResource[]): Promise<Places> {
  const { rows } = await scenario.pool.query<Places>({
    text: `
      SELECT count(*) FILTER (WHERE s.route = 'main' AND NOT ${IS_CLEARED})::int AS main,
             count(*) FILTER (WHERE s.route = 'reloadly' AND p.status = 'successful')::int AS delivered,
             count(*) FILTER (WHERE s.route = 'reloadly' AND p.status = 'successful'
                                AND s.route_reason LIKE '%all its calls under way%')::int AS "withoutCalls"
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
  expect(row.main + row.delivered).toBe(purchases.length);
  return row;
}

async function callsUnderWay(): Promise<number> {
  const { rows } = await scenario.pool.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM submissions WHERE route = 'main' AND answered_at IS NULL`,
  );
  return rows[0]?.count ?? 0;
}

import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { PurchaseResource } from '../../contract/purchase.ts';
import {
  type Answer,
  type Client,
  openClient,
  PRICE,
  toldOf,
  type Wish,
  wish,
} from '../support/scenarios/client.ts';
import { eventually, expectAllInvariants, type Scenario, startScenario } from '../support/scenarios/stack.ts';

/** A deadline that no purchase reaches, however often connections are cut. */
const PATIENT_MS = 600_000;

let scenario: Scenario;
let client: Client;
beforeAll(async () => {
  scenario = await startScenario({ networks: { resolveWithinMs: PATIENT_MS } });
  client = await openClient(scenario, 1_000);
});
afterAll(async () => {
  await client.close();
  await scenario.close();
});

it('[races.same] buys once when one request is sent 200 times in parallel', async () => {
  const before = await client.balance();
  const asked = wish('mtn', '555', 'two-hundred');
  const answers = await Promise.all(Array.from({ length: 200 }, () => client.buyPatiently(asked)));

  // None if the one that bought was answered with an error at first.
  expect(answers.filter(({ status }) => status === 201).length).toBeLessThanOrEqual(1);
  expect(answers.filter(({ purchase }) => purchase !== null)).toHaveLength(200);
  const ids = new Set(answers.map(({ purchase }) => purchase?.id));
  expect(ids.size).toBe(1);
  const [id = ''] = ids;

  await eventually(async () => expect((await client.read(id)).status).toBe('successful'));
  expect(await client.balance()).toEqual({ available: before.available - PRICE, held: 0 });
  expect((await scenario.book()).get(id)).toMatchObject({ deliveries: 1, submits: 1 });
  await eventually(() => expect(toldOf(client, id)).toEqual(['purchase.successful']));
  await expectAllInvariants(scenario);
});

it('buys one of 50 different bodies with one reference, and names it to the others', async () => {
  const before = await client.balance();
  const bodies = Array.from({ length: 50 }, () => wish('airtel', '555', 'fifty-bodies'));
  const answers = await Promise.all(bodies.map((body) => client.buyPatiently(body)));

  expect(countBy(answers, outcomeOf)).toEqual({ bought: 1, 409: 49 });
  const winner = answers.find(({ purchase }) => purchase !== null)?.purchase;
  const refusals = answers.filter(({ status }) => status === 409);
  expect(new Set(refusals.map(({ error }) => error?.code))).toEqual(new Set(['reference_conflict']));
  expect(new Set(refusals.map(({ error }) => error?.details?.purchase_id))).toEqual(new Set([winner?.id]));

  const id = winner?.id ?? '';
  await eventually(async () => expect((await client.read(id)).status).toBe('successful'));
  expect(await client.balance()).toEqual({ available: before.available - PRICE, held: 0 });
  expect((await scenario.book()).get(id)).toMatchObject({ deliveries: 1 });
  await expectAllInvariants(scenario);
});

it('accepts exactly as many of 60 racing purchases as the balance covers, and gives back what fails', async () => {
  const poor = await openClient(scenario, 25);
  // Every fifth is barred by its network, after it was accepted.
  const wishes = Array.from({ length: 60 }, (_, index) => wish('glo', index % 5 === 0 ? '903' : '555'));
  // A barred purchase gives its money back, which must not pay for another one here.
  await scenario.stack.processes.worker.stop();
  const answers = await Promise.all(wishes.map((body) => poor.buyPatiently(body)));
  await scenario.stack.restart('worker');

  expect(countBy(answers, outcomeOf)).toEqual({ bought: 25, 402: 35 });
  expect(new Set(answers.flatMap(({ error }) => error?.code ?? []))).toEqual(
    new Set(['insufficient_balance']),
  );
  const accepted = answers.flatMap(({ purchase }) => purchase ?? []);
  await eventually(() => expect(poor.receiver.events.size).toBe(25));
  const statuses = await Promise.all(accepted.map(async ({ id }) => (await poor.read(id)).status));
  const barred = accepted.filter(({ phone_number }) => phone_number.endsWith('903')).length;
  expect(countBy(statuses, (status) => status)).toEqual(
    barred === 0 ? { successful: 25 } : { successful: 25 - barred, failed: barred },
  );
  expect(await poor.balance()).toEqual({ available: barred * PRICE, held: 0 });
  await expectAllInvariants(scenario);
  await poor.close();
});

it('[purchases.5] buys each once though every connection to PostgreSQL is cut meanwhile, and no process ends', async () => {
  const before = await client.balance();
  const { api, worker } = scenario.stack.processes;
  let accepted = 0;
  let cutting = true;
  const cuts = (async () => {
    // Each time after one more was accepted: on a slow machine, nothing else would fit between two cuts.
    for (let cutAt = -1; cutting; await sleep(200)) {
      if (accepted === cutAt) continue;
      cutAt = accepted;
      await cutConnections();
    }
  })();
  const buy = async () => {
    const purchase = await insist(wish('mtn'));
    accepted += 1;
    return purchase;
  };
  const bought = await Promise.all(Array.from({ length: 80 }, buy)).finally(() => {
    cutting = false;
  });
  await cuts;

  expect(await Promise.race([api.exited, worker.exited, sleep(500, 'both run')])).toBe('both run');
  for (const { id } of bought) {
    await eventually(async () => expect((await client.read(id)).status).toBe('successful'));
  }
  expect(await client.balance()).toEqual({ available: before.available - 80 * PRICE, held: 0 });
  await expectAllInvariants(scenario);
}, 600_000);

/** Sends the same request until it is answered with a purchase, as the contract says is safe after anything else. */
async function insist(asked: Wish): Promise<PurchaseResource> {
  for (;;) {
    await sleep(Math.random() * 1_000);
    const answer = await client.buy(asked).catch(() => null);
    if (answer?.purchase) return answer.purchase;
    if (answer === null) continue;
    expect(answer.error).toMatchObject({ retryable: true });
    if (answer.status !== 429) expect(answer.status).toBeGreaterThanOrEqual(500);
  }
}

async function cutConnections(): Promise<void> {
  await scenario.pool.query(`
    SELECT pg_terminate_backend(pid)
      FROM pg_stat_activity
     WHERE datname = current_database() AND application_name LIKE 'bundlewire-%'`);
}

/** Bought is also what was bought by a request that was repeated. */
const outcomeOf = ({ status, purchase }: Answer) => (purchase === null ? status : 'bought');

function countBy<T>(items: readonly T[], keyOf: (item: T) => string | number): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const item of items) counts[keyOf(item)] = (counts[keyOf(item)] ?? 0) + 1;
  return counts;
}

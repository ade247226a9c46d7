import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { uuidOf } from '../../domain/ids.ts';
import { connectTwoGateways, type StackGateways } from '../support/routes/stack-gateways.ts';
import { type Client, openClient, wish } from '../support/scenarios/client.ts';
import { eventually, type Scenario, startScenario } from '../support/scenarios/stack.ts';

/** Ends in digits that mean nothing to the simulators. */
const ORDINARY = '550';

let scenario: Scenario;
let client: Client;
let gateways: StackGateways;

beforeAll(async () => {
  scenario = await startScenario();
  client = await openClient(scenario, 100);
  gateways = await connectTwoGateways(scenario, { timeout_ms: 3_000, hold_ms: 7_000 });
}, 120_000);
afterAll(async () => {
  await client.close();
  await scenario.close();
  await gateways.close();
});

describe('a running stack with two gateways for one network', () => {
  it('takes a purchase to the second gateway after the first one refused the product', async () => {
    const order = wish('mtn', ORDINARY);
    gateways.dtone.script({ number: order.phone_number, refuse: 'product_unavailable' });
    const { id } = await client.bought(order);
    await eventually(async () => expect((await client.read(id)).status).toBe('successful'));
    expect(gateways.deliveriesOf(id)).toEqual({ dtone: 0, reloadly: 1 });
  });

  it.each(['before_record', 'after_record'] as const)(
    'does so once, although the worker is killed (SIGKILL) at %s of the refusal',
    async (point) => {
      await scenario.stack.processes.worker.stop();
      const doomed = await scenario.stack.restart('worker', { CRASH_POINT: `${point}:1` });
      const order = wish('mtn', ORDINARY);
      gateways.dtone.script({ number: order.phone_number, refuse: 'product_unavailable' });
      const { id } = await client.bought(order);
      expect(await doomed.exited).toEqual({ code: null, signal: 'SIGKILL' });
      expect(gateways.deliveriesOf(id)).toEqual({ dtone: 0, reloadly: 0 });

      await scenario.stack.restart('worker');
      await eventually(async () => expect((await client.read(id)).status).not.toBe('pending'), 90_000);
      expect((await client.read(id)).status).toBe('successful');
      expect(gateways.deliveriesOf(id)).toEqual({ dtone: 0, reloadly: 1 });
      expect(await routesOf(id)).toEqual(['main', 'reloadly']);
    },
    180_000,
  );

  it('never asks the second gateway while the first one may deliver', async () => {
    const order = wish('mtn', ORDINARY);
    gateways.dtone.script({
      number: order.phone_number,
      answer: 'silent',
      inquiry_answer: 'http_503',
      end_after_ms: 0,
    });
    const { id } = await client.bought(order);
    await eventually(async () => expect((await client.read(id)).status).not.toBe('pending'), 90_000);
    expect(await client.read(id)).toMatchObject({
      status: 'failed',
      failure: { code: 'network_timeout' },
    });
    expect(gateways.deliveriesOf(id)).toEqual({ dtone: 1, reloadly: 0 });
    expect(new Set(await routesOf(id))).toEqual(new Set(['main']));
  }, 120_000);
});

async function routesOf(id: string): Promise<string[]> {
  const { rows } = await scenario.pool.query<{ route: string }>(
    'SELECT route FROM submissions WHERE purchase_id = $1 ORDER BY attempt',
    [uuidOf('pur', `pur_${id.slice(4)}`)],
  );
  return rows.map(({ route }) => route);
}

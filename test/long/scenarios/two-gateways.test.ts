import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { uuidOf } from '../../../domain/ids.ts';
import {
  CONNECTED_MS,
  connectTwoGateways,
  ROUTED_NETWORK,
  type StackGateways,
} from '../../support/routes/stack-gateways.ts';
import { type Client, openClient, wish } from '../../support/scenarios/client.ts';
import { eventually, type Scenario, startScenario } from '../../support/scenarios/stack.ts';

/** Ends in digits that mean nothing to the simulators. */
const ORDINARY = '550';
/** A deadline that no purchase reaches, however long the worker takes to come back. */
const PATIENT_MS = 600_000;
/** A deadline for a purchase that fails at it. */
const HASTY_MS = 60_000;

let scenario: Scenario;
let client: Client;
let gateways: StackGateways;

beforeAll(async () => {
  scenario = await startScenario({ networks: { resolveWithinMs: PATIENT_MS } });
  client = await openClient(scenario, 100);
  gateways = await connectTwoGateways(scenario, { timeout_ms: 3_000, hold_ms: 7_000 });
}, CONNECTED_MS);
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
      await eventually(async () => expect((await client.read(id)).status).not.toBe('pending'));
      expect((await client.read(id)).status).toBe('successful');
      expect(gateways.deliveriesOf(id)).toEqual({ dtone: 0, reloadly: 1 });
      expect(await routesOf(id)).toEqual(['main', 'reloadly']);
    },
    600_000,
  );

  it('never asks the second gateway while the first one may deliver', async () => {
    await setResolveWithin(HASTY_MS);
    const order = wish('mtn', ORDINARY);
    gateways.dtone.script({
      number: order.phone_number,
      answer: 'silent',
      inquiry_answer: 'http_503',
      end_after_ms: 0,
    });
    const { id } = await client.bought(order);
    await eventually(async () => expect((await client.read(id)).status).not.toBe('pending'));
    expect(await client.read(id)).toMatchObject({
      status: 'failed',
      failure: { code: 'network_timeout' },
    });
    expect(gateways.deliveriesOf(id)).toEqual({ dtone: 1, reloadly: 0 });
    expect(new Set(await routesOf(id))).toEqual(new Set(['main']));
  }, 600_000);
});

/** Sets how long purchases may take, and waits until the API uses it. */
async function setResolveWithin(ms: number): Promise<void> {
  await scenario.pool.query({
    text: 'UPDATE networks SET resolve_within_ms = $2 WHERE id = $1',
    values: [ROUTED_NETWORK, ms],
  });
  await eventually(async () => {
    const { created_at, resolve_by } = await client.bought(wish('mtn', ORDINARY));
    expect(Date.parse(resolve_by) - Date.parse(created_at)).toBe(ms);
  });
}

async function routesOf(id: string): Promise<string[]> {
  const { rows } = await scenario.pool.query<{ route: string }>(
    'SELECT route FROM submissions WHERE purchase_id = $1 ORDER BY attempt',
    [uuidOf('pur', `pur_${id.slice(4)}`)],
  );
  return rows.map(({ route }) => route);
}

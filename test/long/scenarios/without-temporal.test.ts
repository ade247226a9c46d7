import { afterAll, beforeAll, expect, it } from 'vitest';
import type { PurchaseResource } from '../../../contract/purchase.ts';
import { startTemporal, stopTemporal } from '../../../tools/stack/servers/temporal.ts';
import { stackPaths } from '../../../tools/stack/state.ts';
import { SEARCH_ATTRIBUTES } from '../../../workflows/names.ts';
import { type Client, openClient, PRICE, toldOf, wish } from '../../support/scenarios/client.ts';
import {
  eventually,
  expectAllInvariants,
  type Scenario,
  startScenario,
} from '../../support/scenarios/stack.ts';

/** A deadline that is waited for, and that all requests of a test come before on a busy machine. */
const SHORT_MS = 30_000;
/** A deadline that no purchase reaches, however long Temporal and the worker take to come back. */
const PATIENT_MS = 600_000;
/** The alert PurchasesPastResolveBy accepts as much. */
const BUSY_MS = 15_000;

let scenario: Scenario;
let client: Client;
beforeAll(async () => {
  scenario = await startScenario({
    networks: { resolveWithinMs: PATIENT_MS },
    resolveWithinMs: { net_9mobile_ng: SHORT_MS },
  });
  client = await openClient(scenario, 100);
});
afterAll(async () => {
  await client.close();
  await scenario.close();
});

const temporalDir = () => stackPaths(scenario.stateDir).temporal;

async function startTemporalAgain(): Promise<void> {
  const { temporalAddress, temporalUiUrl } = scenario.stack;
  await startTemporal({
    stateDir: temporalDir(),
    port: Number(temporalAddress.split(':')[1]),
    uiPort: Number(new URL(temporalUiUrl ?? '').port),
    searchAttributes: SEARCH_ATTRIBUTES,
    log: () => {},
  });
}

// Another owner's server is not ours to stop.
it.skipIf(process.env.TEMPORAL_ADDRESS).each([
  ['stops while the worker runs', false],
  ['is not there when the worker starts', true],
])(
  'accepts purchases while Temporal %s, fails in time what has no time left, and delivers the others later',
  async (_case, killsWorker) => {
    const before = await client.balance();
    expect(await stopTemporal(temporalDir())).toBe(true);
    if (killsWorker) {
      scenario.stack.processes.worker.kill('SIGKILL');
      await scenario.stack.processes.worker.exited;
      await scenario.stack.restart('worker');
    }

    const patient = await Promise.all(Array.from({ length: 5 }, () => client.bought(wish('mtn'))));
    const urgent = await Promise.all(Array.from({ length: 3 }, () => client.bought(wish('9mobile'))));
    expect((await client.balance()).held).toBe(8 * PRICE);
    for (const { id, resolve_by } of urgent) {
      await eventually(async () => expect((await client.read(id)).status).toBe('failed'));
      const { failure, completed_at } = await client.read(id);
      expect(failure?.code).toBe('network_timeout');
      // test/worker/relay/deadlines.test.ts has the exact promise; a busy machine may be a moment late here.
      expect(Date.parse(completed_at ?? '')).toBeLessThanOrEqual(Date.parse(resolve_by) + BUSY_MS);
      await eventually(() => expect(toldOf(client, id)).toEqual(['purchase.failed']));
    }
    expect(await statusesOf(patient)).toEqual(new Set(['pending']));

    await startTemporalAgain();
    await eventually(async () => expect(await statusesOf(patient)).toEqual(new Set(['successful'])));
    const book = await scenario.book();
    for (const { id } of patient) expect(book.get(id)).toMatchObject({ submits: 1, deliveries: 1 });
    for (const { id } of urgent) expect(book.get(id)).toBeUndefined();
    expect(await client.balance()).toEqual({ available: before.available - 5 * PRICE, held: 0 });
    await expectAllInvariants(scenario);
  },
  PATIENT_MS,
);

async function statusesOf(purchases: readonly PurchaseResource[]): Promise<Set<string>> {
  return new Set(await Promise.all(purchases.map(async ({ id }) => (await client.read(id)).status)));
}

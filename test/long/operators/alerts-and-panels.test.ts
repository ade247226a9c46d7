import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { urlAs } from '../../../tools/stack/servers/roles.ts';
import { run } from '../../support/cli/terminal.ts';
import { counts, eventually } from '../../support/faults/ends-well.ts';
import { type FaultStack, OWN_SERVERS, startFaultStack } from '../../support/faults/fault-stack.ts';
import { PROMPT, post } from '../../support/faults/load.ts';
import { seeded } from '../../support/faults/seed.ts';
import { needsProgram } from '../../support/installed.ts';
import { type Prometheus, startPrometheus } from '../../support/operators/prometheus.ts';
import { buyScripted, PATIENCE, timed } from '../../support/operators/stuck.ts';
import { retryWhileBusy } from '../../support/retry.ts';
import { CONNECTED_MS, connectTwoGateways, type StackGateways } from '../../support/routes/stack-gateways.ts';
import { wish } from '../../support/scenarios/client.ts';

const DASHBOARDS = join(
  import.meta.dirname,
  ...['..', '..', '..', 'deploy', 'monitoring', 'grafana', 'dashboards'],
);
const Dashboard = z.object({
  panels: z.array(z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string() })) })),
});
const panels = readdirSync(DASHBOARDS).flatMap((name) =>
  Dashboard.parse(JSON.parse(readFileSync(join(DASHBOARDS, name), 'utf8'))).panels.flatMap(
    ({ title, targets }) => targets.map(({ expr }) => [title, expr] as const),
  ),
);

describe.runIf(OWN_SERVERS)('a real Prometheus with the shipped rules', () => {
  const random = seeded(import.meta.url);
  let stack: FaultStack;
  let gateways: StackGateways | null = null;
  let prometheus: Prometheus | null = null;
  const data = async (query: string) => (await prometheus?.count(query)) ?? 0;
  const firing = () => timed(async () => (await prometheus?.firing()) ?? []);
  /** Prometheus answers the question for its alerts in time, too. */
  const fires = (alert: string) =>
    expect.poll(firing, PATIENCE).toEqual({ answer: expect.arrayContaining([alert]), inTime: true });
  const isQuiet = () => expect.poll(firing, PATIENCE).toEqual({ answer: [], inTime: true });

  beforeAll(async () => {
    stack = await startFaultStack({ network: { gatewayTimeoutMs: 3_000 } });
    // The panels of routes have data only where a network has several gateways.
    gateways = await connectTwoGateways(stack, { timeout_ms: 3_000, hold_ms: 60_000 });
    await campaign();
    const environment = {
      DATABASE_URL: urlAs('operator', stack.stack.databaseUrl),
      TEMPORAL_ADDRESS: stack.stack.temporalAddress,
    };
    expect(await run(['verify', '--record'], { environment })).toMatchObject({ exitCode: 0 });
  }, CONNECTED_MS);
  afterAll(async () => {
    await prometheus?.close();
    await stack?.stop();
    await gateways?.close();
  });

  it('finds data for every panel of the dashboards, and no alert fires', async (context) => {
    needsProgram(context, 'prometheus', 'prometheus');
    const { api, worker } = stack.stack.processes;
    prometheus = await startPrometheus({
      'bundlewire-api': api.ready.metrics_url ?? '',
      'bundlewire-worker': worker.ready.metrics_url ?? '',
    });
    await post(stack, { name: 'panels', count: 40, endings: PROMPT, random, insists: true });
    await eventually('every purchase is final', 180_000, async () => (await counts(stack)).pending === 0);
    expect(panels.length).toBeGreaterThan(25);
    for (const [title, query] of panels) {
      await expect.poll(() => data(query), { ...PATIENCE, message: `${title}: ${query}` }).toBeGreaterThan(0);
    }
    await isQuiet();
  });

  it('fires GatewayAlert while our wallet is empty', async (context) => {
    if (prometheus === null) context.skip('there is no Prometheus');
    await buyScripted(stack, 'airtel', { refuse: 'wallet_empty' });
    await fires('GatewayAlert');
  });

  it('fires TemporalAway while no worker reaches Temporal', async (context) => {
    if (prometheus === null) context.skip('there is no Prometheus');
    await stack.proxies.temporal.refuse();
    stack.proxies.temporal.reset();
    await fires('TemporalAway');
    await stack.proxies.temporal.restore();
  });

  it('fires DatabaseAway while PostgreSQL is down', async (context) => {
    if (prometheus === null) context.skip('there is no Prometheus');
    await stack.postgres.take();
    await fires('DatabaseAway');
    await stack.postgres.bring();
  });

  it.for([
    ['ApiAway', 'api'],
    ['NoWorker', 'worker'],
  ] as const)('fires %s once the last %s is killed (SIGKILL)', async ([alert, program], context) => {
    if (prometheus === null) context.skip('there is no Prometheus');
    const doomed = stack.stack.processes[program];
    doomed.kill('SIGKILL');
    await doomed.exited;
    await fires(alert);
  });

  async function campaign(): Promise<void> {
    const { phone_number, bundle_id } = wish('mtn');
    const response = await retryWhileBusy(() =>
      fetch(`${stack.apiUrl}/v1/batches?reference=panels`, {
        method: 'POST',
        headers: { authorization: `Bearer ${stack.apiKey}`, 'content-type': 'text/csv' },
        body: `phone_number,bundle_id\n${phone_number},${bundle_id}\n`,
      }),
    );
    expect(response.status).toBe(201);
  }
});

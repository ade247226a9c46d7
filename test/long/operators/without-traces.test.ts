import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DefaultLogger, Runtime } from '@temporalio/worker';
import { expect, it } from 'vitest';
import { PurchaseResource } from '../../../contract/purchase.ts';
import { buySlowly, replayAll } from '../../support/operators/replaying.ts';
import { PATIENCE } from '../../support/operators/stuck.ts';
import { openClient, wish } from '../../support/scenarios/client.ts';
import { startScenario } from '../../support/scenarios/stack.ts';

Runtime.install({ logger: new DefaultLogger('ERROR') });

it('without a collector no tracing module is loaded, and workers with tracing continue what began', async () => {
  const scenario = await startScenario({
    env: {
      NODE_OPTIONS: `--require ${join(import.meta.dirname, '..', '..', 'support', 'operators', 'list-modules.cjs')}`,
    },
  });
  try {
    const client = await openClient(scenario, 10);
    const { id } = await client.bought(wish('mtn'));
    await expect
      .poll(async () => PurchaseResource.parse(await client.read(id)).status, PATIENCE)
      .toBe('successful');
    await buySlowly(scenario, client);
    await replayAll(scenario, 'traced', 2);
    await client.close();
  } finally {
    await scenario.close();
  }
  for (const name of ['api', 'worker']) {
    const modules = readFileSync(join(scenario.stateDir, 'logs', `${name}.log`), 'utf8');
    expect(modules).toMatch(/module .*node_modules\/fastify|module .*node_modules\/@temporalio\/client/);
    expect(modules).not.toMatch(/module .*(sdk-trace|otlp|interceptors-opentelemetry)/);
  }
});

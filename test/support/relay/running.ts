import { Client, type WorkflowHandle } from '@temporalio/client';
import { Worker, type WorkflowBundle } from '@temporalio/worker';
import { pino } from 'pino';
import { createPurchaseActivities } from '../../../activities/purchase.ts';
import { type Relay, startRelay } from '../../../worker/relay/relay.ts';
import { connectTemporal, type TemporalLink } from '../../../worker/relay/temporal-link.ts';
import { QUEUE } from '../purchases/fixture.ts';
import { createGatewayFixture, type GatewayFixture } from '../purchases/gateway.ts';
import { installQuietRuntime } from '../quiet-runtime.ts';
import { temporalAddress } from '../temporal.ts';
import { shippedBundle } from '../workflow-bundle.ts';
import { NO_DELIVERIES, relayPorts } from './stubs.ts';

/** A gateway, relays and a Temporal worker of its network, on a real Temporal server. */
export interface RunningFixture extends GatewayFixture {
  readonly temporal: TemporalLink;
  readonly workflowBundle: WorkflowBundle;
  startRelay(): Relay;
  handleOf(workflowId: string): WorkflowHandle;
}

const log = pino({ level: 'silent' });

export async function createRunningFixture(): Promise<RunningFixture> {
  installQuietRuntime();
  const temporal = connectTemporal(temporalAddress(), 'default', log);
  const [fixture, workflowBundle, connection] = await Promise.all([
    createGatewayFixture(),
    shippedBundle(),
    temporal.connected,
  ]);
  if (connection === null) throw new Error('no connection');
  const activities = createPurchaseActivities(fixture.ports);
  const worker = await Worker.create({ connection, taskQueue: QUEUE, workflowBundle, activities });
  const running = worker.run();
  temporal.open();
  const client = new Client({ connection });
  const relays: Relay[] = [];

  return {
    ...fixture,
    temporal,
    workflowBundle,
    startRelay() {
      const relay = startRelay({
        ...relayPorts(fixture, fixture.ports.adapterFor),
        temporal,
        deliveries: NO_DELIVERIES,
        clientDeliveries: NO_DELIVERIES,
        queues: [QUEUE],
        log,
      });
      relays.push(relay);
      return relay;
    },
    handleOf: (workflowId) => client.workflow.getHandle(workflowId),
    async close() {
      await Promise.all(relays.map((relay) => relay.stop()));
      worker.shutdown();
      await running;
      await temporal.close();
      await fixture.close();
    },
  };
}

import { Client, type WorkflowHandle } from '@temporalio/client';
import { DefaultLogger, Runtime, Worker, type WorkflowBundle } from '@temporalio/worker';
import { pino } from 'pino';
import { createPurchaseActivities } from '../../activities/purchase.ts';
import { type Relay, startRelay } from '../../relay/relay.ts';
import { connectTemporal, type TemporalLink } from '../../relay/temporal-link.ts';
import { lightenWorkflowThreads } from '../../worker/workflow-threads.ts';
import { createGatewaySetting, type GatewaySetting } from '../settlement/gateway.ts';
import { QUEUE } from '../settlement/setting.ts';
import { temporalAddress } from '../support/temporal.ts';
import { shippedBundle } from '../support/workflow-bundle.ts';
import { NO_DELIVERIES } from './stubs.ts';

/** A gateway, relays and a Temporal worker of its network, on a real Temporal server. */
export interface RunningSetting extends GatewaySetting {
  readonly temporal: TemporalLink;
  readonly workflowBundle: WorkflowBundle;
  startRelay(): Relay;
  handleOf(workflowId: string): WorkflowHandle;
}

const log = pino({ level: 'silent' });

export async function createRunningSetting(): Promise<RunningSetting> {
  Runtime.install({ logger: new DefaultLogger('ERROR') });
  lightenWorkflowThreads();
  const temporal = connectTemporal(temporalAddress(), 'default', log);
  const [setting, workflowBundle, connection] = await Promise.all([
    createGatewaySetting(),
    shippedBundle(),
    temporal.connected,
  ]);
  if (connection === null) throw new Error('no connection');
  const activities = createPurchaseActivities(setting.deps);
  const worker = await Worker.create({ connection, taskQueue: QUEUE, workflowBundle, activities });
  const running = worker.run();
  temporal.open();
  const client = new Client({ connection });
  const relays: Relay[] = [];

  return {
    ...setting,
    temporal,
    workflowBundle,
    startRelay() {
      const relay = startRelay({
        ...setting.deps,
        temporal,
        deliveries: NO_DELIVERIES,
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
      await setting.close();
    },
  };
}

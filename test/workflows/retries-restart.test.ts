import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { Worker } from '@temporalio/worker';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createWebhookActivities } from '../../activities/webhooks.ts';
import { type EventId, uuidOf } from '../../domain/ids.ts';
import type { Deliveries } from '../../services/webhooks/deliver.ts';
import { createWebhookAttempts, OPERATOR_QUEUES } from '../../worker/relay/webhook-attempts.ts';
import { WORKFLOWS } from '../../workflows/names.ts';
import { installQuietRuntime } from '../support/quiet-runtime.ts';
import { onePool } from '../support/relay/stubs.ts';
import { ownTaskQueue } from '../support/temporal.ts';
import { createTimeSkippingEnvironment } from '../support/time-skipping.ts';
import { createWebhookFixture, type WebhookFixture } from '../support/webhooks/fixture.ts';
import { type Receiver, startReceiver } from '../support/webhooks/receiver.ts';
import { shippedBundle } from '../support/workflow-bundle.ts';
import { onTime } from '../support/workflows/fixture.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
/** Seconds. An attempt on a busy machine takes its time, and the clock runs meanwhile; the next is minutes away. */
const LATE_MAX = 30;
const DUE = [MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 8 * HOUR, 24 * HOUR];

let environment: TestWorkflowEnvironment;
let fixture: WebhookFixture;
let receiver: Receiver;
const arrivals: Promise<number>[] = [];

beforeAll(async () => {
  installQuietRuntime();
  [environment, fixture] = await Promise.all([createTimeSkippingEnvironment(), createWebhookFixture()]);
  receiver = await startReceiver((response) => {
    arrivals.push(environment.currentTimeMs());
    response.writeHead(500).end();
  });
});
afterAll(async () => {
  await receiver.close();
  await fixture.close();
  await environment.teardown();
});

/** Makes what attempts wait, as the relay does. */
async function attemptAll(): Promise<void> {
  const { pool, deliveries } = fixture;
  const log = pino({ level: 'silent' });
  const attempts = createWebhookAttempts({
    attemptQueues: OPERATOR_QUEUES,
    pools: onePool(pool),
    deliveries,
    log,
    onFree: () => {},
  });
  for (const pass of [attempts.open, attempts.held]) {
    await pass();
    await attempts.idle();
  }
}

/** The relay has made an attempt before it is asked about again: on this server hours go by in the meantime. */
function withRelay(deliveries: Deliveries): Deliveries {
  return {
    ...deliveries,
    async ask(eventId, attempt) {
      const asked = await deliveries.ask(eventId, attempt);
      await attemptAll();
      return asked;
    },
  };
}

async function startWorker(taskQueue: string): Promise<{ end(): Promise<void> }> {
  const worker = await Worker.create({
    connection: environment.nativeConnection,
    taskQueue,
    // Nothing is kept for the worker that had the workflow before: as after a crash, the next one replays its history.
    maxCachedWorkflows: 0,
    workflowBundle: await shippedBundle(),
    activities: createWebhookActivities(withRelay(fixture.deliveries), fixture.clientDeliveries),
  });
  const running = worker.run();
  return {
    async end() {
      worker.shutdown();
      await running;
    },
  };
}

async function eventRow(event: EventId) {
  const { rows } = await fixture.pool.query(
    `SELECT delivery, (SELECT array_agg(attempt ORDER BY attempt) FROM webhook_attempts WHERE event_id = e.id) AS attempts,
            (SELECT count(*)::int FROM outbox WHERE subject_id = e.id AND topic = 'deliver_event') AS waiting
       FROM events e WHERE id = $1`,
    [uuidOf('evt', event)],
  );
  return rows[0];
}

it('[events.retries] makes attempts 4 to 7 at their times by another worker when the first has died after attempt 3', async () => {
  const account = await fixture.openAccountAt(receiver.url);
  const [event] = await fixture.makeEvents(account, 1);
  if (event === undefined) throw new Error('no event');
  await attemptAll();
  const [first = 0] = await Promise.all(arrivals);

  const taskQueue = ownTaskQueue('webhooks');
  const one = await startWorker(taskQueue);
  const handle = await environment.client.workflow.start(WORKFLOWS.webhookRetries, {
    workflowId: event,
    taskQueue,
    args: [{ eventId: event, firstAttemptAt: new Date(first).toISOString() }],
  });
  await environment.sleep(6 * MINUTE * 1_000);
  await expect.poll(() => arrivals.length).toBe(3);
  await one.end();

  const another = await startWorker(taskQueue);
  expect(await handle.result()).toBe('exhausted');
  await another.end();

  const times = (await Promise.all(arrivals)).slice(1).map((at) => (at - first) / 1_000);
  expect(onTime(times, DUE, LATE_MAX)).toEqual(DUE);
  expect(new Set(receiver.received.map(({ headers }) => headers['svc-event-id']))).toEqual(new Set([event]));
  expect(new Set(receiver.received.map(({ body }) => body.toString())).size).toBe(1);
  expect(await eventRow(event)).toEqual({ delivery: 'failed', attempts: [1, 2, 3, 4, 5, 6, 7], waiting: 0 });
});

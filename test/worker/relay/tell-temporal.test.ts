import type { Client } from '@temporalio/client';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createRoundRobin } from '../../../db/outbox/claims.ts';
import { requeueLongWaits } from '../../../db/purchases/lost-waits.ts';
import { findFirstAttempt } from '../../../db/webhooks/deliverable-events.ts';
import { openAttempts } from '../../../db/webhooks/webhooks.ts';
import { newUuid } from '../../../domain/crypto/new-id.ts';
import { type EventId, idFromUuid, type PurchaseId, uuidOf } from '../../../domain/ids.ts';
import { TEMPORAL_QUEUE } from '../../../domain/network/queues.ts';
import { submitPurchase } from '../../../services/purchases/submit.ts';
import { tellTemporal } from '../../../worker/relay/tell-temporal.ts';
import { QUEUE, RESOLVE_WITHIN_MS } from '../../support/purchases/fixture.ts';
import { CALL } from '../../support/purchases/gateway.ts';
import { createRunningFixture, type RunningFixture } from '../../support/relay/running.ts';
import { onePool, temporalDown, temporalOver } from '../../support/relay/stubs.ts';

const log = pino({ level: 'silent' });
let fixture: RunningFixture;

beforeAll(async () => {
  fixture = await createRunningFixture();
});
afterAll(() => fixture.close());

/** One pass of a relay over the rows for Temporal. */
function pass(temporal = fixture.temporal) {
  return tellTemporal({ pools: onePool(fixture.pool), temporal, log }, createRoundRobin());
}

async function waiting(): Promise<string[]> {
  const { rows } = await fixture.pool.query<{ topic: string }>(`SELECT topic FROM outbox WHERE queue = $1`, [
    TEMPORAL_QUEUE,
  ]);
  return rows.map(({ topic }) => topic);
}

async function queueRetries(event: EventId): Promise<void> {
  await fixture.pool.query(
    `INSERT INTO outbox (id, queue, topic, subject_id, account_id, created_at)
     SELECT $1, 'temporal', 'retry_event', id, account_id, created_at FROM events WHERE id = $2`,
    [newUuid(), uuidOf('evt', event)],
  );
}

async function settle(purchaseId: PurchaseId, kind: 'expired' | 'refused'): Promise<EventId> {
  const report = kind === 'expired' ? { kind } : ({ kind, code: 'number_barred' } as const);
  await fixture.settleLane.settle(fixture.accountId, { purchaseId, report, endWorkflow: true });
  const { rows } = await fixture.pool.query<{ id: string }>(`SELECT id FROM events WHERE subject_id = $1`, [
    uuidOf('pur', purchaseId),
  ]);
  return idFromUuid('evt', rows[0]?.id ?? '');
}

it('starts the retries of an event once, however often it is asked, and counts from the first attempt', async () => {
  const event = await settle(await fixture.buyTold({ end: null }), 'refused');
  await openAttempts(fixture.pool, [
    {
      subjectUuid: uuidOf('evt', event),
      turn: uuidOf('acc', fixture.accountId),
      attempt: 1,
      url: 'https://hooks.example.com/',
    },
  ]);
  await queueRetries(event);
  await pass();
  const handle = fixture.handleOf(event);
  const { runId, status, taskQueue, type } = await handle.describe();
  expect([status.name, taskQueue, type]).toEqual(['RUNNING', 'webhooks', 'webhookRetries']);

  await queueRetries(event);
  await pass();
  expect(await waiting()).toEqual([]);
  expect((await handle.describe()).runId).toBe(runId);
  const firstAttemptAt = (await findFirstAttempt(fixture.pool, event))?.startedAt.toISOString();
  const { events } = await handle.fetchHistory();
  const data =
    events?.[0]?.workflowExecutionStartedEventAttributes?.input?.payloads?.[0]?.data ?? new Uint8Array();
  expect(JSON.parse(Buffer.from(data).toString('utf8'))).toEqual({ eventId: event, firstAttemptAt });
  await handle.terminate();
});

it('ends nothing if no workflow was ever started', async () => {
  await settle(await fixture.buyTold({ end: null }), 'refused');
  expect(await waiting()).toEqual(['end_purchase']);
  await pass();
  expect(await waiting()).toEqual([]);
});

it('keeps rows whose call to Temporal failed, and retries them after their pause', async () => {
  await settle(await fixture.buyTold({ end: null }), 'refused');
  const before = await fixture.pool.query<{ at: Date }>('SELECT app_now() AS at');
  expect(await pass({ ...temporalDown(), isOpen: () => true })).toBe('done');
  expect(await waiting()).toEqual(['end_purchase']);
  const paused = await fixture.pool.query(
    `SELECT claimed_until >= $2::timestamptz + interval '2 seconds' AS waits FROM outbox WHERE queue = $1`,
    [TEMPORAL_QUEUE, before.rows[0]?.at],
  );
  expect(paused.rows).toEqual([{ waits: true }]);

  await fixture.moveClock(2_001);
  await pass();
  expect(await waiting()).toEqual([]);
});

it('starts the late inquiry of a purchase that timed out after a send, on the queue of its network', async () => {
  const purchaseId = await fixture.buyTold({ end: null });
  const neverSent = await fixture.buyTold({ end: null });
  await submitPurchase(fixture.ports, { purchaseId, attempt: 1, nextActionMs: 3_000 }, CALL);
  await fixture.moveClock(RESOLVE_WITHIN_MS);
  await settle(purchaseId, 'expired');
  await settle(neverSent, 'expired');
  expect((await waiting()).sort()).toEqual(['end_purchase', 'end_purchase', 'inquire_late']);

  await pass();
  expect(await waiting()).toEqual([]);
  const handle = fixture.handleOf(`${purchaseId}.late`);
  const { status, taskQueue, type } = await handle.describe();
  expect([status.name, taskQueue, type]).toEqual(['RUNNING', QUEUE, 'lateInquiry']);

  // One that runs is left alone by the sweep; one that vanished is started again.
  const { runId } = await handle.describe();
  await sweepLongWaits();
  expect((await handle.describe()).runId).toBe(runId);
  await handle.terminate();
  await sweepLongWaits();
  const again = await handle.describe();
  expect([again.status.name, again.runId === runId]).toEqual(['RUNNING', false]);
  await handle.terminate();
  await fixture.pool.query(`UPDATE late_inquiries SET ended_at = app_now(), outcome = 'unknown'`);
  expect(await requeueLongWaits(fixture.pool)).toBe(0);
});

/** What the relay does every ten minutes. */
async function sweepLongWaits(): Promise<void> {
  expect(await requeueLongWaits(fixture.pool)).toBe(1);
  await pass();
  expect(await waiting()).toEqual([]);
}

it('signals the workflow of a batch once for all commands that wait, in one pass', async () => {
  const batches = [newUuid(), newUuid()];
  for (const [index, count] of [200, 1].entries()) {
    await fixture.pool.query(
      `INSERT INTO outbox (id, queue, topic, subject_id, account_id, created_at)
       SELECT uuidv7(), 'temporal', 'run_batch', $1, $2, app_now() FROM generate_series(1, $3)`,
      [batches[index], uuidOf('acc', fixture.accountId), count],
    );
  }
  const signaled: string[] = [];
  const client = {
    workflow: {
      signalWithStart: async (_type: string, { workflowId }: { workflowId: string }) => {
        signaled.push(workflowId);
      },
    },
  };
  for (let nth = 0; nth < 2; nth++) await pass(temporalOver(client as unknown as Client));
  expect(signaled.toSorted()).toEqual(batches.map((uuid) => idFromUuid('bat', uuid)).toSorted());
  expect(await waiting()).toEqual([]);
});

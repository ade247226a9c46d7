import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findFirstAttempt } from '../../db/deliverable-events.ts';
import { requeueLongWaits } from '../../db/lost-waits.ts';
import { openAttempts } from '../../db/webhooks.ts';
import { newUuid } from '../../domain/crypto/new-id.ts';
import { type EventId, idFromUuid, type PurchaseId, uuidOf } from '../../domain/ids.ts';
import { TEMPORAL_QUEUE } from '../../domain/queues.ts';
import { tellTemporal } from '../../relay/tell-temporal.ts';
import { submitPurchase } from '../../settlement/submit.ts';
import { CALL } from '../settlement/gateway.ts';
import { QUEUE, RESOLVE_WITHIN_MS } from '../settlement/setting.ts';
import { createRunningSetting, type RunningSetting } from './running.ts';
import { temporalDown } from './stubs.ts';

const log = pino({ level: 'silent' });
let setting: RunningSetting;

beforeAll(async () => {
  setting = await createRunningSetting();
});
afterAll(() => setting.close());

/** One pass of a relay over what Temporal is to be told. */
function tell(temporal = setting.temporal) {
  return tellTemporal({ pool: setting.pool, temporal, log });
}

async function waiting(): Promise<string[]> {
  const { rows } = await setting.pool.query<{ topic: string }>(`SELECT topic FROM outbox WHERE queue = $1`, [
    TEMPORAL_QUEUE,
  ]);
  return rows.map(({ topic }) => topic);
}

async function queueRetries(event: EventId): Promise<void> {
  await setting.pool.query(
    `INSERT INTO outbox (id, queue, topic, subject_id, account_id, created_at)
     SELECT $1, 'temporal', 'retry_event', id, account_id, created_at FROM events WHERE id = $2`,
    [newUuid(), uuidOf('evt', event)],
  );
}

async function settle(purchaseId: PurchaseId, kind: 'expired' | 'refused'): Promise<EventId> {
  const news = kind === 'expired' ? { kind } : ({ kind, code: 'number_barred' } as const);
  await setting.settleLane.settle(setting.accountId, { purchaseId, news, endWorkflow: true });
  const { rows } = await setting.pool.query<{ id: string }>(`SELECT id FROM events WHERE subject_id = $1`, [
    uuidOf('pur', purchaseId),
  ]);
  return idFromUuid('evt', rows[0]?.id ?? '');
}

it('starts the retries of an event once, however often it is asked, and counts from the first attempt', async () => {
  const event = await settle(await setting.buyTold({ end: null }), 'refused');
  await openAttempts(setting.pool, [{ eventId: event, attempt: 1, url: 'https://hooks.example.com/' }]);
  await queueRetries(event);
  await tell();
  const handle = setting.handleOf(event);
  const { runId, status, taskQueue, type } = await handle.describe();
  expect([status.name, taskQueue, type]).toEqual(['RUNNING', 'webhooks', 'webhookRetries']);

  await queueRetries(event);
  await tell();
  expect(await waiting()).toEqual([]);
  expect((await handle.describe()).runId).toBe(runId);
  const firstAttemptAt = (await findFirstAttempt(setting.pool, event))?.startedAt.toISOString();
  const { events } = await handle.fetchHistory();
  const data =
    events?.[0]?.workflowExecutionStartedEventAttributes?.input?.payloads?.[0]?.data ?? new Uint8Array();
  expect(JSON.parse(Buffer.from(data).toString('utf8'))).toEqual({ eventId: event, firstAttemptAt });
  await handle.terminate();
});

it('has nothing to end where no workflow was ever started', async () => {
  await settle(await setting.buyTold({ end: null }), 'refused');
  expect(await waiting()).toEqual(['end_purchase']);
  await tell();
  expect(await waiting()).toEqual([]);
});

it('keeps what it could not tell, and tells it after its pause', async () => {
  await settle(await setting.buyTold({ end: null }), 'refused');
  expect(await tell({ ...temporalDown(), isOpen: () => true })).toBe('done');
  expect(await waiting()).toEqual(['end_purchase']);
  await tell();
  expect(await waiting()).toEqual(['end_purchase']);

  await setting.moveClock(2_001);
  await tell();
  expect(await waiting()).toEqual([]);
});

it('starts the late inquiry of a purchase that timed out after a send, on the queue of its network', async () => {
  const purchaseId = await setting.buyTold({ end: null });
  const neverSent = await setting.buyTold({ end: null });
  await submitPurchase(setting.deps, { purchaseId, attempt: 1, nextActionMs: 3_000 }, CALL);
  await setting.moveClock(RESOLVE_WITHIN_MS);
  await settle(purchaseId, 'expired');
  await settle(neverSent, 'expired');
  expect((await waiting()).sort()).toEqual(['end_purchase', 'end_purchase', 'inquire_late']);

  await tell();
  expect(await waiting()).toEqual([]);
  const handle = setting.handleOf(`${purchaseId}.late`);
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
  await setting.pool.query(`UPDATE late_inquiries SET ended_at = app_now(), outcome = 'unknown'`);
  expect(await requeueLongWaits(setting.pool)).toBe(0);
});

/** What the relay does every ten minutes. */
async function sweepLongWaits(): Promise<void> {
  expect(await requeueLongWaits(setting.pool)).toBe(1);
  await tell();
  expect(await waiting()).toEqual([]);
}

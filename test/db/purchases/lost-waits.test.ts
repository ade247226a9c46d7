import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { requeueLongWaits, requeueSilentRetries } from '../../../db/purchases/lost-waits.ts';
import { uuidOf } from '../../../domain/ids.ts';
import {
  type BatchFixture,
  createBatchFixture,
  goodFile,
  PRICE,
  releaseOnce,
  uploaded,
} from '../../support/batches/fixture.ts';

const SILENT_MS = 60_000;
const MINUTE = 60_000;

let fixture: BatchFixture;
let pool: Pool;
beforeAll(async () => {
  fixture = await createBatchFixture(PRICE * 10);
  pool = fixture.pool;
});
afterAll(() => fixture.close());

describe('retries of an event', () => {
  it.each([
    ['their next attempt is not due', [1.5 * MINUTE], 0],
    ['their next attempt is overdue by more than the silent time', [2.5 * MINUTE], 1],
    ['their third attempt is not due', [4 * MINUTE, 3 * MINUTE], 0],
    ['their third attempt is overdue', [6.5 * MINUTE, 5.5 * MINUTE], 1],
  ])('when %s', async (_when, agesMs, queued) => {
    const eventId = await eventWithFailures(agesMs);
    expect(await requeueSilentRetries(pool, SILENT_MS)).toBe(queued);
    // Queued retries are not queued again.
    expect(await requeueSilentRetries(pool, SILENT_MS)).toBe(0);
    await pool.query({ text: 'UPDATE events SET delivered_at = app_now() WHERE id = $1', values: [eventId] });
    await pool.query('DELETE FROM outbox');
    expect(await requeueSilentRetries(pool, SILENT_MS)).toBe(0);
  });
});

describe('retries that are overdue', () => {
  const queueAttempt = (eventId: string) =>
    pool.query(
      `INSERT INTO outbox (id, queue, topic, subject_id, account_id, attempt, created_at)
       VALUES (uuidv7(), 'webhooks.held', 'deliver_event', $1, $2, 2, app_now())`,
      [eventId, uuidOf('acc', fixture.client.accountId)],
    );

  it('are not queued again while their attempt waits for a slot', async () => {
    const eventId = await eventWithFailures([5 * MINUTE]);
    await queueAttempt(eventId);
    expect(await requeueSilentRetries(pool, SILENT_MS)).toBe(0);
    await pool.query('DELETE FROM outbox');
    expect(await requeueSilentRetries(pool, SILENT_MS)).toBe(1);
    await pool.query('DELETE FROM outbox');
    await pool.query(`UPDATE events SET delivered_at = app_now(), delivery = 'delivered'`);
  });

  it('are not queued for an event that will not be sent', async () => {
    const eventId = await eventWithFailures([5 * MINUTE]);
    await pool.query({ text: `UPDATE events SET delivery = 'not_sent' WHERE id = $1`, values: [eventId] });
    expect(await requeueSilentRetries(pool, SILENT_MS)).toBe(0);
  });
});

describe('workflows that wait for hours', () => {
  it('are not queued in an empty database', async () => {
    expect(await requeueLongWaits(pool)).toBe(0);
  });

  it('are queued again for a running batch and an open late inquiry', async () => {
    const { id } = await uploaded(fixture, goodFile(3), { reference: 'lost' });
    await releaseOnce(fixture, id);
    await pool.query(`
      INSERT INTO late_inquiries (purchase_id, opened_at, until)
      SELECT id, app_now(), app_now() + interval '72 hours' FROM purchases LIMIT 1`);
    await pool.query('DELETE FROM outbox');

    expect(await requeueLongWaits(pool)).toBe(2);
    const { rows } = await pool.query('SELECT topic, queue FROM outbox ORDER BY topic');
    expect(rows).toEqual([
      { topic: 'inquire_late', queue: 'temporal' },
      { topic: 'run_batch', queue: 'temporal' },
    ]);
    expect(await requeueLongWaits(pool)).toBe(0);
  });
});

async function eventWithFailures(agesMs: readonly number[]): Promise<string> {
  const eventId = randomUUID();
  await pool.query({
    text: `
      INSERT INTO events (id, account_id, type, subject_id, created_at, body)
      VALUES ($1, $2, 'purchase.successful', $3, app_now(), '{}')`,
    values: [eventId, uuidOf('acc', fixture.client.accountId), randomUUID()],
  });
  for (const [index, ageMs] of agesMs.entries()) {
    await pool.query({
      text: `
        INSERT INTO webhook_attempts (event_id, attempt, started_at, finished_at, outcome, error)
        SELECT $1, $2, at, at, 'failed', 'connect'
          FROM (SELECT app_now() - $3 * interval '1 millisecond' AS at) t`,
      values: [eventId, index + 1, ageMs],
    });
  }
  return eventId;
}

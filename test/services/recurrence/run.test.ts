import { afterEach, beforeEach, expect, it } from 'vitest';
import { createRecurrence, findRecurrence, setRecurrenceStatus } from '../../../db/recurrence/recurrences.ts';
import { listRuns, requeueOverdueRuns, takeDueRun } from '../../../db/recurrence/runs.ts';
import { newId } from '../../../domain/crypto/new-id.ts';
import type { RecurrenceId } from '../../../domain/ids.ts';
import { createTurns } from '../../../services/batches/turns.ts';
import { runDue } from '../../../services/recurrence/run.ts';
import { setRule } from '../../support/batches/approvals.ts';
import { atPrice } from '../../support/batches/at-price.ts';
import { moveClock } from '../../support/batches/clock.ts';
import {
  asBatchId,
  type BatchFixture,
  command,
  confirmAll,
  createBatchFixture,
  getBatch,
  MTN_BUNDLE,
  PRICE,
  phoneNumber,
  releaseOnce,
  uploaded,
} from '../../support/batches/fixture.ts';
import { CLIENT } from '../../support/client-actor.ts';

const DAILY = { timeZone: 'Africa/Lagos', minute: 8 * 60, weekdays: [], monthDays: [], endsAt: null };
const MONDAY = new Date('2027-03-01T06:00:00Z');
const at = (day: number, time = '07:00:00') => new Date(`2027-03-0${day}T${time}Z`);

let fixture: BatchFixture;
beforeEach(async () => {
  fixture = await createBatchFixture(100 * PRICE);
  await moveClock(fixture.pool, MONDAY);
});
afterEach(() => fixture.close());

/** A daily campaign of two rows, one of them invalid and one twice in the file. */
async function daily(approvedCost = 10 * PRICE, duplicateWindowHours = 0) {
  const file = [
    'phone_number,bundle_id,metadata.customer,reference',
    `${phoneNumber(1)},${MTN_BUNDLE},"a, b",own-1`,
    `${phoneNumber(2)},${MTN_BUNDLE},,own-2`,
    `${phoneNumber(2)},${MTN_BUNDLE},,own-3`,
    `12,${MTN_BUNDLE},,`,
  ].join('\n');
  const source = await uploaded(fixture, file, { reference: 'first', start: 'manual', on_duplicate: 'skip' });
  const wanted = {
    id: newId('rec'),
    accountId: fixture.client.accountId,
    reference: 'daily',
    sourceId: asBatchId(source.id),
    calendar: DAILY,
    approvedCost,
    currency: 'NGN',
    duplicateWindowHours,
  };
  const created = await createRecurrence(fixture.pool, wanted, CLIENT);
  if (created.kind !== 'created') throw new Error(created.kind);
  return created.recurrence.id;
}

const deps = () => ({ ...fixture.release, turns: createTurns() });
const run = (id: RecurrenceId) => runDue(deps(), id);
const runs = async (id: RecurrenceId) =>
  (await listRuns(fixture.pool, fixture.client.accountId, id, 10)).map(
    ({ scheduledAt, outcome, skipCode }) => [scheduledAt.toISOString().slice(0, 10), outcome, skipCode],
  );
async function lastBatch(id: RecurrenceId) {
  const [last] = await listRuns(fixture.pool, fixture.client.accountId, id, 1);
  if (last?.batchId == null) throw new Error('no batch');
  return getBatch(fixture, last.batchId);
}

it('[recurring.run] a run makes a batch from the rows of the earlier one, each person once, and starts it', async () => {
  const id = await daily();
  const untilRun = await run(id);
  expect(untilRun).toBeGreaterThan(3_000_000);
  expect(untilRun).toBeLessThanOrEqual(3_600_000);
  await moveClock(fixture.pool, at(1));
  await run(id);
  const batch = await lastBatch(id);
  expect(batch).toMatchObject({
    reference: 'daily.20270301T0700Z',
    status: 'running',
    counts: { rows: 2, valid: 2, waiting: 2 },
    approved_cost: { amount: 2 * PRICE },
  });
  expect(await releaseOnce(fixture, batch.id)).toMatchObject({ released: 2 });
  const { rows } = await fixture.pool.query('SELECT reference, metadata FROM purchases ORDER BY reference');
  expect(rows).toEqual([
    { reference: 'daily.20270301T0700Z.2', metadata: { customer: 'a, b' } },
    { reference: 'daily.20270301T0700Z.3', metadata: {} },
  ]);
});

it('[recurring.once] a run makes one batch, even if it is asked for by several processes and again', async () => {
  const id = await daily();
  await moveClock(fixture.pool, at(1));
  const answers = await Promise.allSettled([run(id), run(id), run(id)]);
  expect(answers.some(({ status }) => status === 'fulfilled')).toBe(true);
  await run(id);
  expect(await runs(id)).toEqual([['2027-03-01', 'started', null]]);
  const { rows } = await fixture.pool.query(
    `SELECT count(*)::int AS n FROM batches WHERE reference LIKE 'daily.%'`,
  );
  expect(rows).toEqual([{ n: 1 }]);
});

it('a run whose process ended in the middle is finished by the next, within the hour', async () => {
  const id = await daily();
  await moveClock(fixture.pool, at(1));
  expect(await takeDueRun(fixture.pool, id)).toMatchObject({ kind: 'starting' });
  await moveClock(fixture.pool, at(1, '07:59:00'));
  await fixture.pool.query('DELETE FROM outbox');
  expect(await requeueOverdueRuns(fixture.pool, 60_000)).toBe(1);
  expect(await requeueOverdueRuns(fixture.pool, 60_000)).toBe(0);
  await run(id);
  expect(await runs(id)).toEqual([['2027-03-01', 'started', null]]);
  expect((await lastBatch(id)).status).toBe('running');
  await fixture.pool.query('DELETE FROM outbox');
  expect(await requeueOverdueRuns(fixture.pool, 60_000)).toBe(0);
});

it('[recurring.skip] a run is skipped while the one before still runs, and so are runs that were missed', async () => {
  const id = await daily();
  await moveClock(fixture.pool, at(1));
  await run(id);
  await moveClock(fixture.pool, at(2));
  await run(id);
  expect(await runs(id)).toEqual([
    ['2027-03-02', 'skipped', 'previous_running'],
    ['2027-03-01', 'started', null],
  ]);
  const { batchId } = (await listRuns(fixture.pool, fixture.client.accountId, id, 2))[1] ?? {};
  await releaseOnce(fixture, batchId ?? '');
  await confirmAll(fixture);
  await releaseOnce(fixture, batchId ?? '');

  await moveClock(fixture.pool, at(4, '07:30:00'));
  await run(id);
  expect((await runs(id)).slice(0, 2)).toEqual([
    ['2027-03-04', 'started', null],
    ['2027-03-03', 'skipped', 'missed'],
  ]);
});

it('[recurring.cost] a run that would cost more than was approved buys nothing, and its batch is canceled', async () => {
  const id = await daily(2 * PRICE);
  const dearer = await atPrice(fixture, PRICE + 1);
  await moveClock(fixture.pool, at(1));
  await runDue({ ...dearer.release, turns: createTurns() }, id);
  expect(await runs(id)).toEqual([['2027-03-01', 'skipped', 'cost_above_approved']]);
  expect((await lastBatch(id)).status).toBe('canceled');
  const { rows } = await fixture.pool.query('SELECT count(*)::int AS n FROM purchases');
  expect(rows).toEqual([{ n: 0 }]);
});

it('the same numbers are bought again by intention, unless a window holds them back', async () => {
  const id = await daily();
  for (const day of [1, 2]) {
    await moveClock(fixture.pool, at(day));
    await run(id);
    const { id: batchId } = await lastBatch(id);
    expect(await releaseOnce(fixture, batchId)).toMatchObject({ released: 2 });
    await confirmAll(fixture);
    expect(await releaseOnce(fixture, batchId)).toMatchObject({ state: 'completed' });
  }
  expect(await runs(id)).toHaveLength(2);
});

it('a paused campaign runs no more until it is resumed, and a deleted one never', async () => {
  const id = await daily();
  const { accountId } = fixture.client;
  expect(await setRecurrenceStatus(fixture.pool, accountId, id, 'paused', CLIENT)).toBe('paused');
  await moveClock(fixture.pool, at(2));
  expect(await run(id)).toBeNull();
  expect(await setRecurrenceStatus(fixture.pool, accountId, id, 'active', CLIENT)).toBe('active');
  expect((await findRecurrence(fixture.pool, accountId, id))?.nextRunAt).toEqual(at(3));
  await setRecurrenceStatus(fixture.pool, accountId, id, 'deleted', CLIENT);
  expect(await setRecurrenceStatus(fixture.pool, accountId, id, 'active', CLIENT)).toBe('deleted');
  await moveClock(fixture.pool, at(4));
  expect(await run(id)).toBeNull();
  expect(await runs(id)).toEqual([]);
});

it('a batch of the client that has the reference of a run is left as it is', async () => {
  const id = await daily();
  const own = await uploaded(fixture, `phone_number,bundle_id\n${phoneNumber(9)},${MTN_BUNDLE}\n`, {
    reference: 'daily.20270301T0700Z',
    start: 'manual',
  });
  await moveClock(fixture.pool, at(1));
  await run(id);
  expect(await runs(id)).toEqual([['2027-03-01', 'skipped', 'reference_used']]);
  expect((await getBatch(fixture, own.id)).status).toBe('ready');
  await command(fixture, own.id, 'cancel');
});

it('a run that waits for its approval blocks the next ones only until the approval expires', async () => {
  const id = await daily();
  await setRule(fixture, PRICE, null, 36);
  await moveClock(fixture.pool, at(1));
  await run(id);
  const waiting = await lastBatch(id);
  expect(waiting.status).toBe('ready');
  await moveClock(fixture.pool, at(2));
  await run(id);
  await moveClock(fixture.pool, at(3));
  await run(id);
  expect(await runs(id)).toEqual([
    ['2027-03-03', 'started', null],
    ['2027-03-02', 'skipped', 'previous_running'],
    ['2027-03-01', 'started', null],
  ]);
  expect((await lastBatch(id)).id).not.toBe(waiting.id);
});

it('a person who resumes a recurring batch takes its runs out of the caps of the key that made it', async () => {
  const id = await daily();
  const { accountId } = fixture.client;
  const keyId = newId('key');
  for (const key of [keyId, null]) {
    await setRecurrenceStatus(fixture.pool, accountId, id, 'paused', CLIENT);
    await setRecurrenceStatus(fixture.pool, accountId, id, 'active', CLIENT, key);
    expect(await findRecurrence(fixture.pool, accountId, id)).toMatchObject({ keyId: key });
  }
});

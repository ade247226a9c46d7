import { afterEach, beforeEach, expect, it } from 'vitest';
import { RecurringBatch } from '../../../contract/batches/recurring-batch.ts';
import { createTurns } from '../../../services/batches/turns.ts';
import { runDue } from '../../../services/recurrence/run.ts';
import { moveClock } from '../../support/batches/clock.ts';
import {
  addClient,
  type BatchFixture,
  createBatchFixture,
  getBatch,
  goodFile,
  PRICE,
  upload,
  uploaded,
} from '../../support/batches/fixture.ts';

let fixture: BatchFixture;
beforeEach(async () => {
  fixture = await createBatchFixture(100 * PRICE);
  await moveClock(fixture.pool, new Date('2027-03-01T06:00:00Z'));
});
afterEach(() => fixture.close());

async function call(
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  payload?: object,
  key = fixture.client.key,
) {
  const headers = { authorization: `Bearer ${key}` };
  const url = `/v1/recurring-batches${path}`;
  return fixture.app.inject({ method, url, headers, ...(payload === undefined ? {} : { payload }) });
}

async function wanted(over: object = {}) {
  const { id } = await uploaded(fixture, goodFile(2), {
    reference: `source-${Math.random()}`.replace('0.', ''),
    start: 'manual',
  });
  return {
    reference: 'weekly',
    batch_id: id,
    time_zone: 'Africa/Lagos',
    at: '08:00',
    weekdays: [1, 4],
    approved_cost: { amount: 2 * PRICE, currency: 'NGN' },
    ...over,
  };
}

it('[recurring.shown] shows its next ten runs, and its last ones with their batches', async () => {
  const created = await call('POST', '', await wanted());
  expect(created.statusCode).toBe(201);
  const { id, next_runs, last_runs } = RecurringBatch.parse(created.json());
  expect(next_runs).toHaveLength(10);
  expect(next_runs.slice(0, 3)).toEqual([
    '2027-03-01T07:00:00.000Z',
    '2027-03-04T07:00:00.000Z',
    '2027-03-08T07:00:00.000Z',
  ]);
  expect(last_runs).toEqual([]);
  expect([...fixture.woken]).toContain('temporal');

  await moveClock(fixture.pool, new Date('2027-03-01T07:00:00Z'));
  const accountless = readRecurrenceId(id);
  await runDue({ ...fixture.release, turns: createTurns() }, accountless);
  const after = RecurringBatch.parse((await call('GET', `/${id}`)).json());
  expect(after.next_runs[0]).toBe('2027-03-04T07:00:00.000Z');
  expect(after.last_runs).toMatchObject([{ outcome: 'started', skip: null }]);
  const made = await getBatch(fixture, after.last_runs[0]?.batch_id ?? '');
  expect(made).toMatchObject({ recurring_batch_id: id, status: 'running' });
});

function readRecurrenceId(id: string): `rec_${string}` {
  return `rec_${id.slice('rec_'.length)}`;
}

it('is paused, resumed and deleted, and no other account reaches it', async () => {
  const { id } = (await call('POST', '', await wanted())).json();
  const stranger = await addClient(fixture.pool, 0);
  expect((await call('GET', `/${id}`, undefined, stranger.key)).statusCode).toBe(404);
  expect((await call('POST', `/${id}/pause`, undefined, stranger.key)).statusCode).toBe(404);
  expect((await call('DELETE', `/${id}`, undefined, stranger.key)).statusCode).toBe(404);
  expect((await call('GET', '', undefined, stranger.key)).json().data).toEqual([]);
  expect(
    (await call('POST', '', { ...(await wanted()), reference: 'theirs' }, stranger.key)).statusCode,
  ).toBe(404);

  expect((await call('POST', `/${id}/pause`)).json()).toMatchObject({ status: 'paused', next_runs: [] });
  expect((await call('POST', `/${id}/pause`)).statusCode).toBe(200);
  expect((await call('POST', `/${id}/resume`)).json()).toMatchObject({ status: 'active' });
  expect((await call('GET', '?limit=1')).json().data).toMatchObject([{ id }]);
  expect((await call('DELETE', `/${id}`)).json()).toMatchObject({ status: 'deleted', next_runs: [] });
  expect((await call('GET', '')).json().data).toEqual([]);
  expect((await call('POST', `/${id}/resume`)).json()).toMatchObject({ status: 'deleted' });
  expect((await call('GET', '/rec_nonsense')).statusCode).toBe(404);
});

it('rejects what could not run', async () => {
  const good = await wanted();
  for (const over of [
    { time_zone: 'Lagos' },
    { at: '24:00' },
    { weekdays: [0] },
    { month_days: [32] },
    { ends_at: '2027-03-01T06:30:00Z' },
    { approved_cost: { amount: 1, currency: 'USD' } },
    { approved_cost: undefined },
    { reference: 'x'.repeat(36) },
    { unknown: 1 },
  ]) {
    const answer = await call('POST', '', { ...good, ...over });
    expect([over, answer.statusCode]).toEqual([over, 400]);
  }
  const rejected = JSON.parse((await upload(fixture, 'nothing', { reference: 'bad' })).body);
  expect((await call('POST', '', { ...good, batch_id: rejected.id })).statusCode).toBe(404);
});

it('creates one of a repeated request, and rejects another one with its reference', async () => {
  const good = await wanted();
  const created = await call('POST', '', good);
  const again = await call('POST', '', good);
  expect([created.statusCode, again.statusCode]).toEqual([201, 200]);
  expect(again.json()).toEqual(created.json());
  const other = await call('POST', '', { ...good, at: '09:00' });
  expect(other.json().error).toMatchObject({ code: 'reference_conflict' });
  await call('DELETE', `/${created.json().id}`);
  expect((await call('POST', '', good)).json().error).toMatchObject({ code: 'reference_conflict' });
});

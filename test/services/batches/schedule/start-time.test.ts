import { afterEach, beforeEach, expect, it } from 'vitest';
import { moveClock } from '../../../support/batches/clock.ts';
import {
  addClient,
  authorized,
  type BatchFixture,
  command,
  createBatchFixture,
  getBatch,
  goodFile,
  PRICE,
  releaseOnce,
  uploaded,
} from '../../../support/batches/fixture.ts';

const HOUR = 3_600_000;
const MANUAL = { reference: 'later', start: 'manual' };
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString();

let fixture: BatchFixture;
beforeEach(async () => {
  fixture = await createBatchFixture(100 * PRICE);
});
afterEach(() => fixture.close());

async function schedule(id: string, body: object) {
  const url = `/v1/batches/${id}/schedule`;
  return fixture.app.inject({ method: 'POST', url, headers: authorized(fixture), payload: body });
}

it('[batch.scheduled] a batch that is started for a later time says so, and buys nothing before it', async () => {
  const { id, cost, file_sha256 } = await uploaded(fixture, goodFile(3), MANUAL);
  const startAt = inHours(5);
  const answer = await schedule(id, { start_at: startAt, approved_cost: cost, file_sha256 });
  expect(answer.json()).toMatchObject({
    status: 'running',
    stage: 'scheduled',
    not_before: startAt,
    approved_cost: cost,
    waits_for: { code: 'start_time', until: startAt },
  });
  expect(await releaseOnce(fixture, id)).toMatchObject({ released: 0, remaining: 3, state: 'running' });

  await moveClock(fixture.pool, new Date(Date.parse(startAt) - 60_000));
  const soon = await releaseOnce(fixture, id);
  expect(soon).toMatchObject({ released: 0 });
  expect(soon.nextInMs).toBeLessThanOrEqual(60_000);
  await moveClock(fixture.pool, new Date(Date.parse(startAt) + 1));
  expect(await releaseOnce(fixture, id)).toMatchObject({ released: 3 });
  expect(await getBatch(fixture, id)).toMatchObject({ stage: 'running', waits_for: null });
});

it('[batch.scheduled.past] a start in the past is rejected with the time that was sent and the time now', async () => {
  const { id } = await uploaded(fixture, goodFile(1), MANUAL);
  const past = inHours(-1);
  const answer = await schedule(id, { start_at: past });
  expect(answer.statusCode).toBe(400);
  const { error } = answer.json();
  expect(error).toMatchObject({ code: 'invalid_request', param: 'start_at', details: { start_at: past } });
  expect(error.message).toContain(past);
  expect(error.message).toContain(error.details.now);
  expect(Date.parse(error.details.now)).toBeGreaterThan(Date.parse(past));
  expect((await schedule(id, { start_at: inHours(24 * 367) })).statusCode).toBe(400);
  expect(await getBatch(fixture, id)).toMatchObject({ stage: 'ready', not_before: null });
});

it('[batch.scheduled.changes] the start can be moved, and what was agreed stays with it', async () => {
  const { id, cost } = await uploaded(fixture, goodFile(2), MANUAL);
  await schedule(id, { start_at: inHours(5), approved_cost: cost });
  const later = inHours(50);
  expect((await schedule(id, { start_at: later })).json()).toMatchObject({
    not_before: later,
    approved_cost: cost,
  });
  const otherCost = { ...cost, amount: cost.amount + 1 };
  const disagreed = await schedule(id, { start_at: inHours(6), approved_cost: otherCost });
  expect(disagreed.json().error).toMatchObject({ code: 'approval_mismatch', param: 'approved_cost' });
  expect(await getBatch(fixture, id)).toMatchObject({ not_before: later });

  fixture.woken.clear();
  expect((await command(fixture, id, 'start-now')).json()).toMatchObject({
    stage: 'running',
    approved_cost: cost,
  });
  expect([...fixture.woken]).toEqual(['temporal']);
  expect(await releaseOnce(fixture, id)).toMatchObject({ released: 2 });
  expect((await command(fixture, id, 'start-now')).statusCode).toBe(200);
});

it('a schedule that is removed takes with it what was agreed; the batch is ready, and can be started', async () => {
  const { id, cost } = await uploaded(fixture, goodFile(2), MANUAL);
  await schedule(id, { start_at: inHours(5), approved_cost: cost, first: 1 });
  expect((await command(fixture, id, 'unschedule')).json()).toMatchObject({
    status: 'ready',
    stage: 'ready',
    not_before: null,
    approved_cost: null,
    started_at: null,
  });
  expect((await command(fixture, id, 'unschedule')).statusCode).toBe(200);
  expect(await releaseOnce(fixture, id)).toMatchObject({ released: 0, state: 'ready' });
  await command(fixture, id, 'start');
  expect(await releaseOnce(fixture, id)).toMatchObject({ released: 2 });
});

it('a limit below the cost stops every start with 422, and no removal of the schedule', async () => {
  const { id, cost } = await uploaded(fixture, goodFile(2), { ...MANUAL, not_before: inHours(5) });
  const url = '/v1/settings/spending-limits';
  const payload = { per_campaign: { amount: PRICE, currency: 'NGN' }, per_day: null, per_month: null };
  const headers = authorized(fixture);
  expect((await fixture.app.inject({ method: 'PUT', url, headers, payload })).statusCode).toBe(200);
  const ask = {
    method: 'POST',
    url: `/v1/batches/${id}/request-start`,
    headers,
    payload: { approved_cost: cost },
  } as const;
  for (const refused of [
    await schedule(id, { start_at: inHours(6) }),
    await command(fixture, id, 'start'),
    await fixture.app.inject(ask),
  ])
    expect([refused.statusCode, refused.json().error?.code]).toEqual([422, 'spending_limit']);
  expect((await command(fixture, id, 'unschedule')).json()).toMatchObject({
    stage: 'ready',
    not_before: null,
  });
});

it('a batch that has begun is not scheduled, moved or made ready, even if its release has bought nothing yet', async () => {
  const { id } = await uploaded(fixture, goodFile(2), MANUAL);
  const startAt = inHours(1);
  await schedule(id, { start_at: startAt });
  await moveClock(fixture.pool, new Date(startAt));
  expect((await schedule(id, { start_at: inHours(3) })).statusCode).toBe(409);
  const refused = await command(fixture, id, 'unschedule');
  expect(refused.json().error).toMatchObject({ details: { status: 'running' } });
  expect(await releaseOnce(fixture, id)).toMatchObject({ released: 2 });
});

it('a repeated start does not start a scheduled batch before its time', async () => {
  const { id, cost } = await uploaded(fixture, goodFile(1), MANUAL);
  await schedule(id, { start_at: inHours(2), approved_cost: cost });
  expect((await command(fixture, id, 'start')).json()).toMatchObject({ stage: 'scheduled' });
});

it('scheduled batches can be listed, and no other account reaches them', async () => {
  await uploaded(fixture, goodFile(1), { reference: 'now' });
  const { id } = await uploaded(fixture, goodFile(1), { reference: 'then', not_before: inHours(2) });
  const list = async (key: string) => {
    const headers = { authorization: `Bearer ${key}` };
    const answer = await fixture.app.inject({ url: '/v1/batches?stage=scheduled', headers });
    return answer.json().data.map((batch: { id: string }) => batch.id);
  };
  expect(await list(fixture.client.key)).toEqual([id]);
  const stranger = await addClient(fixture.pool, 0);
  expect(await list(stranger.key)).toEqual([]);
  const theirs = { ...fixture, client: stranger };
  for (const name of ['start-now', 'unschedule'])
    expect((await command(theirs, id, name)).statusCode).toBe(404);
});

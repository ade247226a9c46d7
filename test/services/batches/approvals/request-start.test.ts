import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addKey, decide, getApproval, send, setRule } from '../../../support/batches/approvals.ts';
import { moveClock } from '../../../support/batches/clock.ts';
import {
  addClient,
  type BatchFixture,
  createBatchFixture,
  getBatch,
  goodFile,
  PRICE,
  uploaded,
} from '../../../support/batches/fixture.ts';

const HOUR = 3_600_000;
const MANUAL = { reference: 'asked', start: 'manual' };
const ROWS = 4;
const COST = ROWS * PRICE;
const PREPARER = ['approvals:read', 'batches:create', 'batches:read'];
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString();

let fixture: BatchFixture;
let preparer: string;
beforeEach(async () => {
  fixture = await createBatchFixture(100 * PRICE);
  preparer = await addKey(fixture, PREPARER);
});
afterEach(() => fixture.close());

const approved_cost = { amount: COST, currency: 'NGN' };
const ask = (id: string, body: object = {}, key = preparer) =>
  send(fixture, key, 'POST', `/batches/${id}/request-start`, { approved_cost, ...body });
const command = (id: string, name: string, body: object) =>
  send(fixture, fixture.client.key, 'POST', `/batches/${id}/${name}`, body);
const approve = async (id: string) =>
  (await decide(fixture, await addKey(fixture), id, 'approve')).body.status;

it('a preparer says when, and for how much, and it is scheduled as it was approved, with no rule for it', async () => {
  const { id, file_sha256, revision } = await uploaded(fixture, goodFile(ROWS), MANUAL);
  const wanted = { start_at: inHours(20), send_between: '09:00-18:00', file_sha256, revision };
  const asked = await ask(id, { ...wanted, note: 'Tomorrow at nine' });
  expect([asked.status, asked.body]).toMatchObject([
    201,
    {
      object: 'approval',
      status: 'requested',
      batch_id: id,
      batch_reference: 'asked',
      note: 'Tomorrow at nine',
      steps_required: 1,
      amount: approved_cost,
      terms: { approved_cost, file_sha256, not_before: wanted.start_at, send_between: '09:00-18:00' },
    },
  ]);
  const hours = (Date.parse(asked.body.expires_at) - Date.parse(asked.body.requested_at)) / HOUR;
  expect(hours).toBe(72);
  expect(await getBatch(fixture, id)).toMatchObject({
    status: 'ready',
    not_before: null,
    approved_cost: null,
  });
  // Its key may neither start it nor approve what it asked for.
  const own = await send(fixture, preparer, 'POST', `/batches/${id}/schedule`, wanted);
  expect(own.body.error.details).toEqual({ required_right: 'batches:start' });

  expect(await approve(asked.body.id)).toBe('approved');
  expect((await command(id, 'schedule', { ...wanted, approved_cost })).status).toBe(200);
  expect(await getApproval(fixture, asked.body.id)).toMatchObject({ status: 'used' });
  const batch = await getBatch(fixture, id);
  expect(batch).toMatchObject({ stage: 'scheduled', approved_cost, send_between: '09:00-18:00' });
  expect(batch.not_before).toBe(wanted.start_at);
});

it('without a start time, the start uses it', async () => {
  await setRule(fixture, COST + 1);
  const { id } = await uploaded(fixture, goodFile(ROWS), MANUAL);
  const { body } = await ask(id);
  expect(await approve(body.id)).toBe('approved');
  expect((await command(id, 'start', { approved_cost })).status).toBe(200);
  expect(await getApproval(fixture, body.id)).toMatchObject({ status: 'used' });
});

it('needs as many approvals as the rule demands', async () => {
  await setRule(fixture, 1, COST);
  const { id } = await uploaded(fixture, goodFile(ROWS), MANUAL);
  const { body } = await ask(id, { start_at: inHours(1) });
  expect(body).toMatchObject({ steps_required: 2 });
  expect(await approve(body.id)).toBe('requested');
  expect(await approve(body.id)).toBe('approved');
});

it('who asked cannot approve it, also if another uploaded the file', async () => {
  const { id } = await uploaded(fixture, goodFile(ROWS), MANUAL);
  const both = await addKey(fixture, [...PREPARER, 'approvals:decide']);
  const { body } = await ask(id, {}, both);
  expect((await decide(fixture, both, body.id, 'approve')).body.error.details).toEqual({ role: 'requester' });
});

describe('asked again', () => {
  it('the same is answered with the first request, and recorded once', async () => {
    const { id } = await uploaded(fixture, goodFile(ROWS), MANUAL);
    const first = await ask(id, { note: 'first' });
    const second = await ask(id, { note: 'second' });
    expect([second.status, second.body]).toEqual([200, first.body]);
    expect(await approve(first.body.id)).toBe('approved');
    expect((await ask(id)).body).toMatchObject({ id: first.body.id, status: 'approved' });
    const { rows } = await fixture.pool.query(
      `SELECT subject, principal_kind AS kind, after->>'approval' AS approval FROM audit_log WHERE action = 'batch_request_start'`,
    );
    expect(rows).toEqual([{ subject: id, kind: 'key', approval: first.body.id }]);
    const notices = await fixture.pool.query('SELECT kind FROM batch_notices ORDER BY at');
    expect(notices.rows).toEqual([{ kind: 'needs_approval' }, { kind: 'approval_decided' }]);
  });

  it('something else voids the first request', async () => {
    const { id } = await uploaded(fixture, goodFile(ROWS), MANUAL);
    const first = await ask(id, { start_at: inHours(1) });
    const second = await ask(id, { start_at: inHours(2) });
    expect([second.status, second.body.id === first.body.id]).toEqual([201, false]);
    expect(await getApproval(fixture, first.body.id)).toMatchObject({ status: 'voided' });
  });

  it('after a rejection or its end, there is a new request', async () => {
    const { id } = await uploaded(fixture, goodFile(ROWS), MANUAL);
    const rejected = (await ask(id)).body.id;
    await decide(fixture, await addKey(fixture), rejected, 'reject');
    const expired = (await ask(id)).body.id;
    await moveClock(fixture.pool, new Date(Date.now() + 72 * HOUR + 1_000));
    const third = await ask(id);
    expect(third.status).toBe(201);
    expect(await getApproval(fixture, rejected)).toMatchObject({ status: 'rejected', end_reason: 'not now' });
    expect(await getApproval(fixture, expired)).toMatchObject({ status: 'expired' });
  });
});

describe('what does not count', () => {
  it('a request that no one has approved does not stop a start where no rule wants one', async () => {
    const { id } = await uploaded(fixture, goodFile(ROWS), MANUAL);
    const { body } = await ask(id);
    expect((await command(id, 'start', {})).status).toBe(200);
    expect(await getApproval(fixture, body.id)).toMatchObject({ status: 'voided' });
  });

  it('an approval of another start time is voided by a start now', async () => {
    const { id } = await uploaded(fixture, goodFile(ROWS), MANUAL);
    const { body } = await ask(id, { start_at: inHours(3) });
    expect(await approve(body.id)).toBe('approved');
    expect((await command(id, 'start', {})).status).toBe(200);
    expect(await getApproval(fixture, body.id)).toMatchObject({ status: 'voided' });
    expect(await getBatch(fixture, id)).toMatchObject({ approved_cost: null });
  });

  it('a corrected row voids it', async () => {
    const { id } = await uploaded(fixture, goodFile(ROWS), MANUAL);
    const { body } = await ask(id);
    await send(fixture, preparer, 'PATCH', `/batches/${id}/rows/2`, { dropped: true });
    expect(await getApproval(fixture, body.id)).toMatchObject({ status: 'voided' });
  });
});

describe('what is refused, and asks for nothing', () => {
  it('is what a start or a schedule would be refused for', async () => {
    const { id } = await uploaded(fixture, goodFile(ROWS), MANUAL);
    const code = async (body: object) => (await ask(id, body)).body.error?.code;
    expect(await code({ approved_cost: { amount: COST - 1, currency: 'NGN' } })).toBe('approval_mismatch');
    expect(await code({ file_sha256: 'a'.repeat(64) })).toBe('approval_mismatch');
    expect(await code({ revision: 1 })).toBe('approval_mismatch');
    const past = await ask(id, { start_at: new Date(Date.now() - HOUR).toISOString() });
    expect(past.body.error).toMatchObject({ code: 'invalid_request', param: 'start_at' });
    const limits = { per_campaign: { amount: COST - 1, currency: 'NGN' }, per_day: null, per_month: null };
    const set = await send(fixture, fixture.client.key, 'PUT', '/settings/spending-limits', limits);
    expect(set.status).toBe(200);
    expect(await code({})).toBe('spending_limit');
    const { rows } = await fixture.pool.query('SELECT count(*)::int AS approvals FROM approvals');
    expect(rows).toEqual([{ approvals: 0 }]);
  });

  it('is a campaign with corrections that are not decided, and one that has begun', async () => {
    const file = goodFile(ROWS).replace('+234', '234');
    const proposed = await uploaded(fixture, file, {
      ...MANUAL,
      repair: 'propose',
      default_country: 'NG',
    });
    const undecided = await ask(proposed.id, { approved_cost: proposed.cost });
    expect(undecided.body.error).toMatchObject({ code: 'invalid_request' });
    expect(undecided.body.error.message).toContain('corrected phone numbers');
    const begun = await uploaded(fixture, goodFile(ROWS), { ...MANUAL, reference: 'begun' });
    await command(begun.id, 'start', {});
    expect((await ask(begun.id)).body.error).toMatchObject({ details: { status: 'running' } });
  });

  it('is the campaign of another account, and a note that is too long', async () => {
    const { id } = await uploaded(fixture, goodFile(ROWS), MANUAL);
    const { key } = await addClient(fixture.pool, PRICE);
    expect((await ask(id, {}, key)).status).toBe(404);
    expect((await ask(id, { note: 'x'.repeat(201) })).body.error).toMatchObject({ param: 'note' });
    expect((await ask(id, { approved_cost: undefined })).body.error).toMatchObject({
      param: 'approved_cost',
    });
  });
});

describe('names', () => {
  it('of keys are shown with an approval, and of people only to those who may read them', async () => {
    const { id } = await uploaded(fixture, goodFile(ROWS), MANUAL);
    await fixture.pool.query(`UPDATE api_keys SET name = 'Marketing' WHERE scopes = $1`, [PREPARER]);
    const { body } = await ask(id);
    expect(body.requested_by).toMatchObject({ kind: 'key', name: 'Marketing' });
    expect(body.prepared_by).toMatchObject([{ kind: 'key', name: null }]);
  });
});

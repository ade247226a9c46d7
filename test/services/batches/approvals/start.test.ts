import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { uuidOf } from '../../../../domain/ids.ts';
import { addKey, decide, getApproval, request, send, setRule } from '../../../support/batches/approvals.ts';
import { moveClock } from '../../../support/batches/clock.ts';
import {
  addClient,
  asBatchId,
  type BatchFixture,
  createBatchFixture,
  getBatch,
  goodFile,
  PRICE,
  releaseOnce,
  uploaded,
} from '../../../support/batches/fixture.ts';

const HOUR = 3_600_000;
const MANUAL = { reference: 'four-eyes', start: 'manual' };
const ROWS = 4;
const COST = ROWS * PRICE;

let fixture: BatchFixture;
beforeEach(async () => {
  fixture = await createBatchFixture(100 * PRICE);
});
afterEach(() => fixture.close());

const start = (id: string, body: object = {}, key = fixture.client.key) =>
  send(fixture, key, 'POST', `/batches/${id}/start`, body);

it('a campaign below the amount of the rule starts alone, and never spends more than it cost', async () => {
  await setRule(fixture, COST + 1);
  const { id, cost } = await uploaded(fixture, goodFile(ROWS), MANUAL);
  expect((await start(id)).status).toBe(200);
  expect(await getBatch(fixture, id)).toMatchObject({ status: 'running', approved_cost: cost });
  expect(await releaseOnce(fixture, id)).toMatchObject({ released: ROWS });
});

it('from the amount on, another key must approve, and the campaign then buys', async () => {
  await setRule(fixture, COST);
  const { id, cost, file_sha256 } = await uploaded(fixture, goodFile(ROWS), MANUAL);
  const refused = await start(id, { approved_cost: cost, file_sha256 });
  expect([refused.status, refused.body.error.code]).toEqual([409, 'approval_required']);
  const { details } = refused.body.error;
  expect(details).toMatchObject({ batch_id: id, amount: cost, steps_required: 1, steps_given: 0 });
  expect(await getBatch(fixture, id)).toMatchObject({ status: 'ready', started_at: null });
  // Asking again makes no second request.
  expect(await request(fixture, id)).toBe(details.approval_id);

  const approver = await addKey(fixture);
  expect((await decide(fixture, approver, details.approval_id, 'approve')).status).toBe(200);
  expect(await getApproval(fixture, details.approval_id)).toMatchObject({
    status: 'approved',
    terms: { file_sha256, revision: 0, approved_cost: cost, not_before: null, send_between: null },
  });
  expect((await start(id, { approved_cost: cost, file_sha256 })).status).toBe(200);
  expect(await getApproval(fixture, details.approval_id)).toMatchObject({ status: 'used', steps_given: 1 });
  expect(await releaseOnce(fixture, id)).toMatchObject({ released: ROWS });
});

describe('who may not approve', () => {
  it('the key that uploaded the file, even with the right, is refused', async () => {
    await setRule(fixture, COST);
    const both = await addKey(fixture, ['all', 'approvals:decide']);
    const own = { ...fixture, client: { ...fixture.client, key: both } };
    const { id } = await uploaded(own, goodFile(ROWS), MANUAL);
    // Another key requests it; the file is still the first one's.
    const approval = await request(fixture, id);
    const answer = await decide(fixture, both, approval, 'approve');
    expect([answer.status, answer.body.error]).toMatchObject([
      403,
      { code: 'permission_denied', details: { role: 'preparer' } },
    ]);
    expect(await getApproval(fixture, approval)).toMatchObject({ status: 'requested', steps_given: 0 });
  });

  it('the key that corrected a row is refused, also if another key uploaded the file', async () => {
    await setRule(fixture, COST - PRICE);
    const { id } = await uploaded(fixture, goodFile(ROWS), MANUAL);
    const corrector = await addKey(fixture, ['all', 'approvals:decide']);
    const changed = await send(fixture, corrector, 'PATCH', `/batches/${id}/rows/2`, { dropped: true });
    expect(changed.status).toBe(200);
    const approval = await request(fixture, id, { revision: 1 });
    expect((await decide(fixture, corrector, approval, 'approve')).body.error.details).toEqual({
      role: 'preparer',
    });
  });

  it('the key that set the schedule with its request is refused', async () => {
    await setRule(fixture, COST);
    const { id } = await uploaded(fixture, goodFile(ROWS), MANUAL);
    const scheduler = await addKey(fixture, ['batches:start', 'approvals:decide']);
    const start_at = new Date(Date.now() + HOUR).toISOString();
    const asked = await send(fixture, scheduler, 'POST', `/batches/${id}/schedule`, { start_at });
    const approval = asked.body.error.details.approval_id;
    const answer = await decide(fixture, scheduler, approval, 'approve');
    expect(answer.body.error.details).toEqual({ role: 'requester' });
  });

  it('a key without the right is refused: no key that exists has it', async () => {
    await setRule(fixture, COST);
    const { id } = await uploaded(fixture, goodFile(ROWS), MANUAL);
    const approval = await request(fixture, id);
    const existing = await addKey(fixture, ['all']);
    for (const verb of ['approve', 'reject'] as const) {
      const answer = await decide(fixture, existing, approval, verb);
      expect(answer.body.error).toMatchObject({
        code: 'permission_denied',
        details: { required_right: 'approvals:decide' },
      });
    }
    const rule = { campaign_start: { one_approval_from: null, two_approvals_from: null } };
    const loosened = await send(fixture, existing, 'PUT', '/settings/approval-rules', rule);
    expect(loosened.body.error).toMatchObject({ details: { required_right: 'approvals:rules' } });
    expect((await start(id)).status).toBe(409);
  });

  it('the approver of another account finds no such approval', async () => {
    await setRule(fixture, COST);
    const { id } = await uploaded(fixture, goodFile(ROWS), MANUAL);
    const approval = await request(fixture, id);
    const stranger = { ...fixture, client: await addClient(fixture.pool, PRICE) };
    const key = await addKey(stranger, ['all', 'approvals:decide']);
    for (const verb of ['approve', 'reject', 'withdraw'] as const)
      expect((await decide(fixture, key, approval, verb)).body.error).toMatchObject({
        code: 'not_found',
        param: 'approval_id',
      });
    expect((await send(fixture, key, 'GET', `/approvals/${approval}`)).status).toBe(404);
    expect((await send(fixture, key, 'GET', '/approvals')).body.data).toEqual([]);
  });
});

it('two approvals need two different keys, and the same key counts once', async () => {
  await setRule(fixture, 1, COST);
  const { id } = await uploaded(fixture, goodFile(ROWS), MANUAL);
  const approval = await request(fixture, id);
  const [first, second] = [await addKey(fixture), await addKey(fixture)];
  await decide(fixture, first, approval, 'approve');
  await decide(fixture, first, approval, 'approve');
  expect((await start(id)).body.error.details).toMatchObject({ steps_required: 2, steps_given: 1 });
  await decide(fixture, second, approval, 'approve');
  expect((await start(id)).status).toBe(200);
});

describe('an approval that does not count any more', () => {
  it('ends with its time, and the next start requests a new one', async () => {
    await setRule(fixture, COST, null, 5);
    const { id } = await uploaded(fixture, goodFile(ROWS), MANUAL);
    const approval = await request(fixture, id);
    await decide(fixture, await addKey(fixture), approval, 'approve');
    await moveClock(fixture.pool, new Date(Date.now() + 5 * HOUR + 1_000));
    expect(await request(fixture, id)).not.toBe(approval);
    expect(await getApproval(fixture, approval)).toMatchObject({ status: 'expired' });
  });

  it('cannot be given after its time', async () => {
    await setRule(fixture, COST, null, 5);
    const { id } = await uploaded(fixture, goodFile(ROWS), MANUAL);
    const approval = await request(fixture, id);
    await moveClock(fixture.pool, new Date(Date.now() + 5 * HOUR + 1_000));
    const answer = await decide(fixture, await addKey(fixture), approval, 'approve');
    expect([answer.status, answer.body.error.details]).toEqual([409, { status: 'expired' }]);
  });

  it.each(['reject', 'withdraw'] as const)('ends with a %s, with its reason', async (verb) => {
    await setRule(fixture, COST);
    const { id } = await uploaded(fixture, goodFile(ROWS), MANUAL);
    const approval = await request(fixture, id);
    const [approver, other] = [await addKey(fixture), await addKey(fixture)];
    expect((await decide(fixture, approver, approval, 'withdraw')).status).toBe(403);
    await decide(fixture, other, approval, 'approve');
    const by = verb === 'reject' ? approver : fixture.client.key;
    expect((await decide(fixture, by, approval, verb)).status).toBe(200);
    expect(await getApproval(fixture, approval)).toMatchObject({ end_reason: 'not now' });
    expect((await decide(fixture, approver, approval, 'approve')).status).toBe(409);
    expect(await request(fixture, id)).not.toBe(approval);
  });

  it('is used once: the same campaign, taken off its schedule, needs a new one', async () => {
    await setRule(fixture, COST);
    const { id } = await uploaded(fixture, goodFile(ROWS), MANUAL);
    const body = { start_at: new Date(Date.now() + HOUR).toISOString() };
    const approval = await request(fixture, id, body, 'schedule');
    await decide(fixture, await addKey(fixture), approval, 'approve');
    const key = fixture.client.key;
    expect((await send(fixture, key, 'POST', `/batches/${id}/schedule`, body)).status).toBe(200);
    // The same again changes nothing, so it needs no second approval.
    expect((await send(fixture, key, 'POST', `/batches/${id}/schedule`, body)).status).toBe(200);
    await send(fixture, key, 'POST', `/batches/${id}/unschedule`, {});
    expect(await request(fixture, id, body, 'schedule')).not.toBe(approval);
    expect(await getBatch(fixture, id)).toMatchObject({ status: 'ready' });
  });
});

it('a rule that is made stricter counts for what was approved before', async () => {
  await setRule(fixture, COST);
  const { id } = await uploaded(fixture, goodFile(ROWS), MANUAL);
  const approval = await request(fixture, id);
  await decide(fixture, await addKey(fixture), approval, 'approve');
  await setRule(fixture, 1, COST);
  expect((await start(id)).body.error.details).toMatchObject({
    approval_id: approval,
    status: 'requested',
    steps_required: 2,
    steps_given: 1,
  });
  await decide(fixture, await addKey(fixture), approval, 'approve');
  expect((await start(id)).status).toBe(200);
});

it('a campaign that runs without approval, however it was started, spends less than needs one', async () => {
  await setRule(fixture, 2 * PRICE + 1);
  const { id } = await uploaded(fixture, goodFile(ROWS), MANUAL);
  // As an error in every other check would leave it.
  await fixture.pool.query(`UPDATE batches SET status = 'running', started_at = app_now() WHERE id = $1`, [
    uuidOf('bat', asBatchId(id)),
  ]);
  expect(await releaseOnce(fixture, id)).toMatchObject({ released: 2 });
  expect(await getBatch(fixture, id)).toMatchObject({ status: 'paused', counts: { pending: 2, waiting: 2 } });
});

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addKey, decide, getApproval, request, send, setRule } from '../../../support/batches/approvals.ts';
import {
  type BatchFixture,
  createBatchFixture,
  goodFile,
  PRICE,
  phoneNumber,
  uploaded,
} from '../../../support/batches/fixture.ts';

const HOUR = 3_600_000;
const MANUAL = { reference: 'recorded', start: 'manual' };
const ROWS = 2;
const COST = ROWS * PRICE;
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString();

let fixture: BatchFixture;
beforeEach(async () => {
  fixture = await createBatchFixture(100 * PRICE);
  await setRule(fixture, 1);
});
afterEach(() => fixture.close());

const post = (path: string, body: object = {}, key = fixture.client.key) =>
  send(fixture, key, 'POST', path, body);
const ready = async () => (await uploaded(fixture, goodFile(ROWS), MANUAL)).id;
const ask = (id: string, body: object = {}) =>
  post(`/batches/${id}/request-start`, { approved_cost: { amount: COST, currency: 'NGN' }, ...body });

/** What the audit log has of an action, newest last. */
async function entriesOf(action: string) {
  const { rows } = await fixture.pool.query(
    'SELECT subject, reason, before, after FROM audit_log WHERE action = $1 ORDER BY seq',
    [action],
  );
  return rows;
}

describe('the audit log', () => {
  it('has the request that a start makes, once, and the approval that the start uses', async () => {
    const id = await ready();
    const approval = await request(fixture, id);
    await request(fixture, id);
    expect(await entriesOf('approval_request')).toMatchObject([
      { subject: approval, after: { kind: 'campaign_start', batch: id, steps: 1, amount: COST } },
    ]);
    await decide(fixture, await addKey(fixture), approval, 'approve');
    expect((await post(`/batches/${id}/start`)).status).toBe(200);
    expect(await entriesOf('batch_start')).toMatchObject([{ subject: id, after: { approval } }]);
  });

  it('has the approval that a schedule uses', async () => {
    const id = await ready();
    const plan = { start_at: inHours(2) };
    const approval = await request(fixture, id, plan, 'schedule');
    await decide(fixture, await addKey(fixture), approval, 'approve');
    expect((await post(`/batches/${id}/schedule`, plan)).status).toBe(200);
    expect(await entriesOf('batch_schedule')).toMatchObject([{ subject: id, after: { approval } }]);
  });

  it.each([
    ['approve', 'approval_approve'],
    ['reject', 'approval_reject'],
    ['withdraw', 'approval_withdraw'],
  ] as const)('has the reason that a person gave to %s', async (verb, action) => {
    const approval = await request(fixture, await ready());
    const key = verb === 'withdraw' ? fixture.client.key : await addKey(fixture);
    expect((await post(`/approvals/${approval}/${verb}`, { reason: 'as agreed' }, key)).status).toBe(200);
    expect(await entriesOf(action)).toMatchObject([{ subject: approval, reason: 'as agreed' }]);
  });

  it('has the note of a request', async () => {
    const id = await ready();
    await ask(id, { note: 'for the holidays' });
    expect(await entriesOf('batch_request_start')).toMatchObject([
      { subject: id, reason: 'for the holidays' },
    ]);
  });
});

it('a reason or a note of spaces is rejected', async () => {
  const id = await ready();
  expect((await ask(id, { note: ' \n' })).body.error).toMatchObject({ param: 'note' });
  const approval = await request(fixture, id);
  const approver = await addKey(fixture);
  for (const verb of ['approve', 'reject', 'withdraw']) {
    const key = verb === 'withdraw' ? fixture.client.key : approver;
    const answer = await post(`/approvals/${approval}/${verb}`, { reason: ' \t\u00a0' }, key);
    expect([verb, answer.status, answer.body.error]).toMatchObject([verb, 400, { param: 'reason' }]);
  }
  expect(await getApproval(fixture, approval)).toMatchObject({ status: 'requested' });
});

describe('a voided request says why', () => {
  const change = (id: string) =>
    send(fixture, fixture.client.key, 'PATCH', `/batches/${id}/rows/2`, { phone_number: phoneNumber(77) });
  it.each([
    ['changed', change],
    ['canceled', (id: string) => post(`/batches/${id}/cancel`)],
    ['replaced', (id: string) => ask(id, { start_at: inHours(3) })],
    ['replaced', (id: string) => post(`/batches/${id}/schedule`, { start_at: inHours(3) })],
    [
      'started',
      async (id: string) => {
        await setRule(fixture, null);
        return post(`/batches/${id}/start`);
      },
    ],
  ] as const)('%s', async (code, act) => {
    const id = await ready();
    const approval = await request(fixture, id);
    expect((await getApproval(fixture, approval)).void_code).toBeNull();
    await act(id);
    expect(await getApproval(fixture, approval)).toMatchObject({
      status: 'voided',
      void_code: code,
      end_reason: null,
    });
  });
});

it('who requested a campaign that another prepared may approve it, unless they set its schedule', async () => {
  const key = await addKey(fixture, ['batches:start', 'approvals:decide', 'approvals:read']);
  const id = await ready();
  const asked = await post(`/batches/${id}/start`, {}, key);
  const first = asked.body.error.details.approval_id;
  expect(await getApproval(fixture, first)).toMatchObject({ requester_may_approve: true });
  const later = await post(`/batches/${id}/schedule`, { start_at: inHours(3) }, key);
  const second = later.body.error.details.approval_id;
  expect(await getApproval(fixture, second)).toMatchObject({ requester_may_approve: false });
  expect((await decide(fixture, key, second, 'approve')).status).toBe(403);
});

it('who has approved can still reject, and both decisions are kept', async () => {
  await setRule(fixture, 1, 1);
  const approval = await request(fixture, await ready());
  const approver = await addKey(fixture);
  await decide(fixture, approver, approval, 'approve');
  await decide(fixture, approver, approval, 'approve');
  expect(await getApproval(fixture, approval)).toMatchObject({ status: 'requested', steps_given: 1 });
  await decide(fixture, approver, approval, 'reject');
  // They have decided: neither another approval nor another rejection changes it.
  for (const verb of ['approve', 'reject'] as const)
    expect((await decide(fixture, approver, approval, verb)).status).toBe(409);
  const { status, steps_given: given, decisions } = await getApproval(fixture, approval);
  expect([status, given]).toEqual(['rejected', 1]);
  expect(decisions.map(({ decision, reason }) => [decision, reason])).toEqual([
    ['approved', null],
    ['rejected', 'not now'],
  ]);
  expect(new Set(decisions.map(({ by }) => by.id)).size).toBe(1);
});

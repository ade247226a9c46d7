import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { decideApproval } from '../../../../db/approvals/decide.ts';
import { createPool } from '../../../../db/pool.ts';
import { readId } from '../../../../domain/ids.ts';
import { addKey, decide, getApproval, request, send, setRule } from '../../../support/batches/approvals.ts';
import {
  type BatchFixture,
  createBatchFixture,
  getBatch,
  goodFile,
  MTN_BUNDLE,
  PRICE,
  phoneNumber,
  releaseOnce,
  uploaded,
} from '../../../support/batches/fixture.ts';

const HOUR = 3_600_000;
const MANUAL = { reference: 'changes', start: 'manual' };
const ROWS = 4;
const COST = ROWS * PRICE;
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString();

let fixture: BatchFixture;
beforeEach(async () => {
  fixture = await createBatchFixture(100 * PRICE);
});
afterEach(() => fixture.close());

const post = (path: string, body: object = {}) => send(fixture, fixture.client.key, 'POST', path, body);

async function approved(id: string, body: object = {}, command = 'start'): Promise<string> {
  const approval = await request(fixture, id, body, command);
  expect((await decide(fixture, await addKey(fixture), approval, 'approve')).body.status).toBe('approved');
  return approval;
}

describe('what voids an approval, in the transaction of the change', () => {
  it('a corrected row', async () => {
    await setRule(fixture, PRICE);
    const { id } = await uploaded(fixture, goodFile(ROWS), MANUAL);
    const approval = await approved(id);
    const changed = await send(fixture, fixture.client.key, 'PATCH', `/batches/${id}/rows/3`, {
      phone_number: phoneNumber(77),
    });
    expect(changed.status).toBe(200);
    expect(await getApproval(fixture, approval)).toMatchObject({ status: 'voided' });
    // The cost is the same, but other numbers would be bought for.
    const again = await request(fixture, id, { revision: 1 });
    expect(await getApproval(fixture, again)).toMatchObject({ terms: { revision: 1 } });
  });

  it('a change of prices that a new check finds', async () => {
    await setRule(fixture, PRICE);
    const { id } = await uploaded(fixture, goodFile(ROWS), MANUAL);
    const approval = await approved(id);
    await fixture.pool.query('UPDATE account_bundles SET price = price + 1');
    // Prices that are in use may be a second old.
    await vi.waitFor(
      async () => {
        expect((await post(`/batches/${id}/recheck`)).status).toBe(200);
        expect(await getApproval(fixture, approval)).toMatchObject({ status: 'voided' });
      },
      { timeout: 60_000, interval: 200 },
    );
  });

  it('a decision on corrected numbers', async () => {
    await setRule(fixture, 1);
    const rows = [
      'phone_number,bundle_id',
      `08031000001,${MTN_BUNDLE}`,
      `${phoneNumber(2)},${MTN_BUNDLE}`,
      '',
    ];
    const repair = { repair: 'propose', default_country: 'NG', ...MANUAL };
    const { id } = await uploaded(fixture, rows.join('\n'), repair);
    await post(`/batches/${id}/corrections/reject`);
    const approval = await approved(id);
    expect(await getApproval(fixture, approval)).toMatchObject({ amount: { amount: PRICE } });
  });

  it('another start time, or other hours', async () => {
    await setRule(fixture, PRICE);
    const { id } = await uploaded(fixture, goodFile(ROWS), MANUAL);
    const plan = { start_at: inHours(5) };
    const approval = await approved(id, plan, 'schedule');
    const moved = await request(fixture, id, { start_at: inHours(6) }, 'schedule');
    expect(await getApproval(fixture, approval)).toMatchObject({ status: 'voided' });
    const hours = await request(
      fixture,
      id,
      { start_at: inHours(6), send_between: '09:00-20:00' },
      'schedule',
    );
    expect(await getApproval(fixture, moved)).toMatchObject({ status: 'voided' });
    expect(await getApproval(fixture, hours)).toMatchObject({ terms: { send_between: '09:00-20:00' } });
    expect(await getBatch(fixture, id)).toMatchObject({
      status: 'ready',
      not_before: null,
      send_between: null,
    });
  });

  it('a cancellation', async () => {
    await setRule(fixture, PRICE);
    const { id } = await uploaded(fixture, goodFile(ROWS), MANUAL);
    const approval = await approved(id);
    await post(`/batches/${id}/cancel`);
    expect(await getApproval(fixture, approval)).toMatchObject({ status: 'voided' });
  });
});

it('a scheduled campaign starts immediately, or at another time, only with a new approval', async () => {
  await setRule(fixture, PRICE);
  const { id } = await uploaded(fixture, goodFile(ROWS), MANUAL);
  const plan = { start_at: inHours(5) };
  await approved(id, plan, 'schedule');
  expect((await post(`/batches/${id}/schedule`, plan)).status).toBe(200);
  const now = await request(fixture, id, {}, 'start-now');
  expect(await getBatch(fixture, id)).toMatchObject({ stage: 'scheduled', not_before: plan.start_at });
  await decide(fixture, await addKey(fixture), now, 'approve');
  expect((await post(`/batches/${id}/start-now`)).status).toBe(200);
  expect(await releaseOnce(fixture, id)).toMatchObject({ released: ROWS });
});

it('a paused campaign resumes without approval, unless it may then spend more', async () => {
  await setRule(fixture, PRICE);
  const { id, cost } = await uploaded(fixture, goodFile(ROWS), MANUAL);
  await approved(id);
  await post(`/batches/${id}/start`);
  await post(`/batches/${id}/pause`);
  expect((await post(`/batches/${id}/resume`)).status).toBe(200);
  await post(`/batches/${id}/pause`);
  const more = { approved_cost: { ...cost, amount: cost.amount + 1 } };
  const approval = await request(fixture, id, more, 'resume');
  expect(await getBatch(fixture, id)).toMatchObject({ status: 'paused', approved_cost: cost });
  await decide(fixture, await addKey(fixture), approval, 'approve');
  expect((await post(`/batches/${id}/resume`, more)).status).toBe(200);
  expect(await getBatch(fixture, id)).toMatchObject({ status: 'running', ...more });
});

it('a campaign with start=auto waits for its start, and says why', async () => {
  await setRule(fixture, PRICE);
  const batch = await uploaded(fixture, goodFile(ROWS), { reference: 'auto', start: 'auto' });
  expect(batch).toMatchObject({ status: 'ready', notices: [{ code: 'approval_required' }] });
  await setRule(fixture, COST + 1);
  const cheap = await uploaded(fixture, goodFile(1), { reference: 'cheap', start: 'auto' });
  expect(cheap).toMatchObject({ status: 'running', approved_cost: cheap.cost });
});

it('of two approvals and a rejection at the same time, over several connections, each counts once', async () => {
  await setRule(fixture, 1, COST);
  const { id } = await uploaded(fixture, goodFile(ROWS), MANUAL);
  const approval = readId('apr', await request(fixture, id));
  if (approval === null) throw new Error('no approval');
  const pools = [0, 1].map(() => createPool(fixture.databaseUrl, { max: 4, applicationName: 'test' }));
  const by = (operator: string) => ({ operator, reason: 'test' });
  const { accountId } = fixture.client;
  const outcomes = await Promise.all(
    ['a', 'a', 'b', 'c'].map((name, at) => {
      const verb = name === 'c' ? 'reject' : 'approve';
      const pool = pools[at % 2] ?? fixture.pool;
      return decideApproval(pool, accountId, approval, verb, by(name), null);
    }),
  );
  await Promise.all(pools.map((pool) => pool.end()));
  const found = await getApproval(fixture, approval);
  expect(found.status).toBe('rejected');
  expect(outcomes[3]?.kind).toBe('moved');
  // What came after the rejection was refused; before it, the same one counted once.
  const moved = outcomes.filter(({ kind }) => kind === 'moved').length;
  expect(found.decisions).toHaveLength(moved);
  expect(new Set(found.decisions.map(({ by: who }) => who.id)).size).toBe(moved);
});

it('of two starts at the same time, one uses the approval', async () => {
  await setRule(fixture, COST);
  const { id } = await uploaded(fixture, goodFile(ROWS), MANUAL);
  const approval = await approved(id);
  const answers = await Promise.all([post(`/batches/${id}/start`), post(`/batches/${id}/start`)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(await getApproval(fixture, approval)).toMatchObject({ status: 'used' });
  const listed = await send(fixture, fixture.client.key, 'GET', `/approvals?batch_id=${id}`);
  expect(listed.body.data).toHaveLength(1);
});

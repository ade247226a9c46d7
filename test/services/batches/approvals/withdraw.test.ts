import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addKey, getApproval, send } from '../../../support/batches/approvals.ts';
import {
  addClient,
  type BatchFixture,
  createBatchFixture,
  goodFile,
  PRICE,
  uploaded,
} from '../../../support/batches/fixture.ts';

const MANUAL = { reference: 'asked', start: 'manual' };
const ROWS = 2;
const PREPARER = ['approvals:read', 'batches:create', 'batches:read'];
const UNKNOWN = 'apr_00000000000000000000000000';

let fixture: BatchFixture;
let preparer: string;
beforeEach(async () => {
  fixture = await createBatchFixture(100 * PRICE);
  preparer = await addKey(fixture, PREPARER);
});
afterEach(() => fixture.close());

const ask = (id: string) =>
  send(fixture, preparer, 'POST', `/batches/${id}/request-start`, {
    approved_cost: { amount: ROWS * PRICE, currency: 'NGN' },
  });

describe('a request to start', () => {
  const withdraw = (key: string, approval: string, body: object = { reason: 'Too early' }) =>
    send(fixture, key, 'POST', `/approvals/${approval}/withdraw`, body);
  const denied = {
    status: 403,
    body: { error: { code: 'permission_denied', details: { required_right: 'batches:start' } } },
  };

  it('is withdrawn by the preparer who asked, without the right to start, and asked again', async () => {
    const { id } = await uploaded(fixture, goodFile(ROWS), MANUAL);
    const approval = (await ask(id)).body.id;
    const withdrawn = await withdraw(preparer, approval);
    expect(withdrawn).toMatchObject({
      status: 200,
      body: { id: approval, status: 'withdrawn', end_reason: 'Too early' },
    });
    expect((await withdraw(preparer, approval)).status).toBe(200);
    const again = await ask(id);
    expect([again.status, again.body.id === approval]).toEqual([201, false]);
  });

  it('is withdrawn by no one else: who may not start lacks the right, who may start has not asked', async () => {
    const { id } = await uploaded(fixture, goodFile(ROWS), MANUAL);
    const approval = (await ask(id)).body.id;
    const colleague = await addKey(fixture, PREPARER);
    expect(await withdraw(colleague, approval)).toMatchObject(denied);
    // No one without the right learns whether an approval exists, or what a wrong body is.
    expect(await withdraw(colleague, approval, {})).toMatchObject(denied);
    expect(await withdraw(preparer, UNKNOWN)).toMatchObject(denied);
    const stranger = { ...fixture, client: await addClient(fixture.pool, PRICE) };
    expect(await withdraw(await addKey(stranger, PREPARER), approval)).toMatchObject(denied);
    const starter = await withdraw(fixture.client.key, approval);
    expect([starter.status, starter.body.error]).toMatchObject([
      403,
      {
        code: 'permission_denied',
        message: expect.stringContaining('Only the person or key that requested'),
      },
    ]);
    expect(await getApproval(fixture, approval)).toMatchObject({ status: 'requested' });
  });
});

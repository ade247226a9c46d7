import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { takeRequest } from '../../../db/reconciliations/claims.ts';
import { findReconciliationRequest, requestReconciliation } from '../../../db/reconciliations/requests.ts';
import type { ReconciliationRequest } from '../../../domain/network/reconciliation-request.ts';
import { submitPurchase } from '../../../services/purchases/submit.ts';
import { explainFailure, renderReconciliationRequest } from '../../../services/reconciliations/render.ts';
import { createReconciler, type Reconciler } from '../../../services/reconciliations/run.ts';
import { NETWORK, OTHER_NETWORK } from '../../support/purchases/fixture.ts';
import { CALL, createGatewayFixture, type GatewayFixture } from '../../support/purchases/gateway.ts';
import { REQUESTER, reconcileEntries, requested, TODAY } from '../../support/reconciliations/requests.ts';

const LEASE_MS = 60_000;

let fixture: GatewayFixture;
let reconciler: Reconciler;

beforeAll(async () => {
  fixture = await createGatewayFixture();
  reconciler = createReconciler(fixture.ports);
});
afterAll(() => fixture.close());
beforeEach(() => fixture.pool.query('DELETE FROM reconciliation_requests'));

const find = ({ id }: ReconciliationRequest) => findReconciliationRequest(fixture.pool, id);

/** A reconciler whose comparison waits in the middle until it may continue, or its signal is aborted. */
function stopped() {
  const { promise: reached, resolve: reach } = Promise.withResolvers<void>();
  const { promise: mayContinue, resolve: proceed } = Promise.withResolvers<void>();
  const adapterFor: typeof fixture.ports.adapterFor = (...of) => {
    const adapter = fixture.ports.adapterFor(...of);
    const orderList = adapter?.orderList;
    if (adapter === null || orderList === null || orderList === undefined) return adapter;
    const list: typeof orderList.list = async (span, call) => {
      reach();
      const aborted = new Promise((resolve) =>
        call.signal.addEventListener('abort', resolve, { once: true }),
      );
      await Promise.race([mayContinue, aborted]);
      return orderList.list(span, call);
    };
    return { ...adapter, orderList: { list } };
  };
  return { reached, proceed, ports: { ...fixture.ports, adapterFor } };
}

describe('a requested reconciliation', () => {
  it('books and shows what differs, and is recorded for the person who requested it', async () => {
    const purchaseId = await fixture.buyTold({ end_after_ms: 30, callbacks: 0 });
    await submitPurchase(fixture.ports, { purchaseId, attempt: 1, nextActionMs: 3_000 }, CALL);
    await expect.poll(() => fixture.bookOf(purchaseId).deliveries).toBe(1);
    const request = await requested(fixture.pool, NETWORK);
    expect(request).toMatchObject({ status: 'requested', attempts: 0, result: null, failure: null });

    expect(await reconciler.run(CALL)).toMatchObject({ outcome: 'done' });
    const done = await find(request);
    expect(done).toMatchObject({
      status: 'done',
      attempts: 1,
      result: {
        sent: 1,
        listed: 1,
        strangers: 0,
        findings: 1,
        firstFindings: [
          { subject: purchaseId, kind: 'settled_successful', detail: 'pending here, confirmed there' },
        ],
      },
    });
    expect(await fixture.statusOf(purchaseId)).toMatchObject({ status: 'successful' });
    const { personId } = REQUESTER.staff;
    const who = {
      kind: 'staff',
      by: personId,
      address: '192.0.2.7',
      reason: 'ticket 4711',
      subject: NETWORK,
    };
    expect(await reconcileEntries(fixture.pool)).toEqual([
      { ...who, action: 'gateway_reconcile_request', request: request.id, findings: null },
      { ...who, action: 'gateway_reconcile', request: request.id, findings: '1' },
    ]);
    const { rows } = await fixture.pool.query('SELECT address, user_agent FROM reconciliation_requests');
    expect(rows).toEqual([{ address: null, user_agent: null }]);
    expect(await reconciler.run(CALL)).toBeNull();
  });

  it('is the same one while it is open, and another one after that', async () => {
    const day = { networkId: NETWORK, livemode: true, route: 'main', day: TODAY };
    const all = await Promise.all(
      [1, 2, 3, 4].map(() => requestReconciliation(fixture.pool, day, REQUESTER)),
    );
    expect(new Set(all.map(({ request }) => request.id)).size).toBe(1);
    expect(all.filter(({ isNew }) => isNew)).toHaveLength(1);
    const other = await requested(fixture.pool, NETWORK, { livemode: false });
    expect(other.id).not.toBe(all[0]?.request.id);
    await reconciler.run(CALL);
    const again = await requestReconciliation(fixture.pool, day, REQUESTER);
    expect(again.isNew).toBe(true);
  });

  it('says in plain words why it could not be made', async () => {
    const request = await requested(fixture.pool, OTHER_NETWORK);
    expect(await reconciler.run(CALL)).toMatchObject({ outcome: 'failed' });
    const failed = await find(request);
    expect(failed).toMatchObject({ status: 'failed', failure: { code: 'no_gateway', detail: null } });
    if (failed === null) throw new Error('it is gone');
    expect(renderReconciliationRequest(failed).failure?.message).toContain('no gateway of this network');

    const unavailable = { kind: 'unavailable', detail: '500 for +234 803 123 4567' } as const;
    const adapter = fixture.ports.adapterFor(NETWORK, true);
    if (adapter === null) throw new Error('no adapter');
    const away = { ...adapter, orderList: { list: async () => unavailable } };
    const later = await requested(fixture.pool, NETWORK);
    await createReconciler({ ...fixture.ports, adapterFor: () => away }).run(CALL);
    expect((await find(later))?.failure).toEqual({ code: 'unavailable', detail: '500 for +234 8…567' });
  });

  it.each([
    ['no_list', 'ding', 'uses ding, which cannot list'],
    ['unavailable', 'timeout', 'could not be read: timeout. Nothing was booked'],
    ['interrupted', null, 'Each worker that took it stopped'],
    ['internal', null, 'Read the log of the worker'],
  ] as const)('explains %s', (code, detail, words) => {
    expect(explainFailure({ code, detail })).toContain(words);
  });

  it('fails with our own error, which the caller logs', async () => {
    const request = await requested(fixture.pool, NETWORK);
    const broken = createReconciler({
      ...fixture.ports,
      adapterFor: () => {
        throw new TypeError('broken');
      },
    });
    expect(await broken.run(CALL)).toMatchObject({ outcome: 'failed', error: new TypeError('broken') });
    expect((await find(request))?.failure).toEqual({ code: 'internal', detail: null });
  });
});

describe('workers', () => {
  it('take a request one at a time', async () => {
    await requested(fixture.pool, NETWORK);
    const ran = await Promise.all([1, 2, 3].map(() => createReconciler(fixture.ports).run(CALL)));
    expect(ran.filter((one) => one !== null)).toHaveLength(1);
  });

  it('keep a request that takes longer than its lease, by renewing it', async () => {
    const request = await requested(fixture.pool, NETWORK);
    const { reached, proceed, ports } = stopped();
    const slow = createReconciler(ports, { leaseMs: LEASE_MS, renewMs: 10 }).run(CALL);
    await reached;
    await fixture.moveClock(LEASE_MS - 1_000);
    const end = async () => {
      const { rows } = await fixture.pool.query(
        "SELECT next_run_at > app_now() + $1 * 0.9 * interval '1 millisecond' AS renewed FROM reconciliation_requests",
        [LEASE_MS],
      );
      return rows[0].renewed;
    };
    await expect.poll(end).toBe(true);
    await fixture.moveClock(2_000);
    expect(await reconciler.run(CALL)).toBeNull();
    proceed();
    expect(await slow).toMatchObject({ outcome: 'done' });
    expect(await find(request)).toMatchObject({ status: 'done', attempts: 1 });
  });

  it('continue what a worker left that only stood still, and its own end counts no more', async () => {
    const request = await requested(fixture.pool, NETWORK);
    const before = (await reconcileEntries(fixture.pool)).length;
    const { reached, proceed, ports } = stopped();
    const still = createReconciler(ports, { leaseMs: LEASE_MS, renewMs: 3_600_000 }).run(CALL);
    await reached;
    await fixture.moveClock(LEASE_MS + 1);
    expect(await reconciler.run(CALL)).toMatchObject({ outcome: 'done' });
    proceed();
    expect(await still).toMatchObject({ outcome: 'lost' });
    expect(await find(request)).toMatchObject({ status: 'done', attempts: 2 });
    expect(await reconcileEntries(fixture.pool)).toHaveLength(before + 1);
  });

  it('stop a comparison when they notice that another one has taken it', async () => {
    await requested(fixture.pool, NETWORK);
    const { reached, ports } = stopped();
    const slow = createReconciler(ports, { leaseMs: 1, renewMs: 10 }).run(CALL);
    await reached;
    await fixture.pool.query('UPDATE reconciliation_requests SET attempts = attempts + 1');
    expect(await slow).toMatchObject({ outcome: 'lost' });
  });

  it('give a request back when they stop', async () => {
    const request = await requested(fixture.pool, NETWORK);
    const { reached, ports } = stopped();
    const stopping = new AbortController();
    const ran = createReconciler(ports).run(stopping.signal);
    await reached;
    expect(await find(request)).toMatchObject({ status: 'running' });
    stopping.abort();
    expect(await ran).toMatchObject({ outcome: 'released' });
    expect(await find(request)).toMatchObject({ status: 'requested', attempts: 1 });
    expect(await reconciler.run(CALL)).toMatchObject({ outcome: 'done' });
  });

  it('do not try a request a sixth time', async () => {
    const request = await requested(fixture.pool, NETWORK);
    for (let times = 0; times < 5; times += 1) await takeRequest(fixture.pool, 0);
    expect(await reconciler.run(CALL)).toMatchObject({ outcome: 'failed' });
    expect(await find(request)).toMatchObject({ status: 'failed', failure: { code: 'interrupted' } });
  });
});

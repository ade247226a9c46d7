import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { changeRoute } from '../../../../db/networks/routes.ts';
import { admitPurchases } from '../../../../db/outbox/admission.ts';
import { completeRows } from '../../../../db/outbox/outbox.ts';
import { readQueueStates } from '../../../../db/outbox/queue-states.ts';
import { findTraced, readTrace } from '../../../../db/purchases/trace.ts';
import { type PurchaseId, uuidOf } from '../../../../domain/ids.ts';
import { COUNT_MS } from '../../../../services/purchases/routes/room.ts';
import { submitPurchase } from '../../../../services/purchases/submit.ts';
import { NETWORK, QUEUE } from '../../../support/purchases/fixture.ts';
import { CALL } from '../../../support/purchases/gateway.ts';
import { createTwoGateways, runPurchase, type TwoGateways } from '../../../support/routes/two-gateways.ts';

const ACTOR = { operator: 'test', reason: 'limits' };
const ROUTES = ['main', 'reloadly'];
/** The gateway has the order, and decides nothing. */
const UNDECIDED = { end: null } as const;
/** Too slow to refill while a test runs. */
const ONCE = 0.000_1;

let network: TwoGateways;
beforeAll(async () => {
  // Some orders stay undecided until the adapter gives up.
  network = await createTwoGateways(0, null, { timeoutMs: 4_000 });
});
afterAll(() => network.close());
afterEach(async () => {
  for (const route of ROUTES) await limit(route, { ratePerSecond: null, inFlightMax: null });
  await network.pool.query(`
    DELETE FROM route_tokens;
    DELETE FROM outbox;
    UPDATE purchases SET status = 'failed', failure_code = 'network_timeout', completed_at = app_now()
     WHERE status = 'pending'`);
  // Until then, the next test may see what was in flight in this one.
  const endedAt = performance.now();
  await expect.poll(() => performance.now() - endedAt).toBeGreaterThan(COUNT_MS.room);
});

const limit = (route: string, change: Parameters<typeof changeRoute>[3]) =>
  changeRoute(network.pool, NETWORK, route, change, ACTOR);

/** Admits what the relay would start now, and returns how many that were. */
async function admit(): Promise<number> {
  const { admitted } = await admitPurchases(network.pool, QUEUE, 100, 30_000, { routesOf: () => ROUTES });
  await completeRows(
    network.pool,
    admitted.map(({ outboxId }) => outboxId),
  );
  return admitted.length;
}

/** Buys, and starts it. */
async function started(told: Parameters<TwoGateways['buyTold']>[0] = {}): Promise<PurchaseId> {
  const id = await network.buyTold(told);
  expect(await admit()).toBe(1);
  return id;
}

async function reasonsOf(id: PurchaseId): Promise<string[]> {
  const { rows } = await network.pool.query<{ route_reason: string }>(
    'SELECT route_reason FROM submissions WHERE purchase_id = $1 ORDER BY attempt',
    [uuidOf('pur', id)],
  );
  return rows.map(({ route_reason }) => route_reason);
}

const submit = (purchaseId: PurchaseId, attempt: number) =>
  submitPurchase(network.ports, { purchaseId, attempt, nextActionMs: 3_000 }, CALL);

describe('a gateway that has as many purchases in flight as it may have', () => {
  it('is passed over, and takes purchases again when one of them is final', async () => {
    await limit('main', { inFlightMax: 1 });
    const first = await started({ dtone: UNDECIDED });
    await runPurchase(network, first, 0);
    const second = await started();
    await runPurchase(network, second);
    expect(network.deliveriesOf(second)).toEqual({ dtone: 0, reloadly: 1 });
    expect(await reasonsOf(second)).toEqual(['reloadly: main has 1 in flight.']);

    await network.pool.query(
      `UPDATE purchases SET status = 'failed', failure_code = 'network_timeout', completed_at = app_now() WHERE id = $1`,
      [uuidOf('pur', first)],
    );
    await expect
      .poll(async () => {
        const next = await started();
        await runPurchase(network, next);
        return network.deliveriesOf(next);
      })
      .toEqual({ dtone: 1, reloadly: 0 });
  });

  it('keeps a purchase that it may deliver: the other one does not get it', async () => {
    await limit('main', { inFlightMax: 1 });
    const id = await started({ dtone: { answer: 'reset', inquiry_answer: 'http_503' } });
    expect(await runPurchase(network, id, 0)).toEqual(['unknown']);
    expect(await submit(id, 2)).toMatchObject({ kind: 'unknown' });
    expect(network.deliveriesOf(id).reloadly).toBe(0);
    expect((await network.submissionsOf(id)).map(({ route }) => route)).toEqual(['main', 'main']);
  });

  it('makes a purchase wait if the other one is full too, and nothing is sent', async () => {
    for (const route of ROUTES) await limit(route, { inFlightMax: 1 });
    await runPurchase(network, await started({ dtone: UNDECIDED }), 0);
    const last = await started({ reloadly: UNDECIDED });
    await network.buyTold({});
    expect(await admit()).toBe(0);
    await runPurchase(network, last, 0);
    // Started by a process that had counted before.
    const waiting = await network.buyTold({});
    expect(await submit(waiting, 1)).toMatchObject({
      kind: 'resendable',
      reply: { kind: 'not_submitted', reason: 'rate_limited' },
    });
    expect(network.deliveriesOf(waiting)).toEqual({ dtone: 0, reloadly: 0 });
    expect(await reasonsOf(waiting)).toEqual(['main: it waits for room there, with 1 in flight.']);
  });
});

describe('what is admitted to a network', () => {
  it('has room for as many as both gateways may have, of which one account leaves a part', async () => {
    await limit('main', { inFlightMax: 40 });
    await limit('reloadly', { inFlightMax: 20 });
    for (let nth = 0; nth < 80; nth++) await network.buyTold({});
    expect(await admit()).toBe(30 + 15);
    expect(await admit()).toBe(0);
  });

  it('has no room for a gateway that drains', async () => {
    await limit('main', { inFlightMax: 40, isDraining: true });
    await limit('reloadly', { inFlightMax: 20 });
    for (let nth = 0; nth < 80; nth++) await network.buyTold({});
    expect(await admit()).toBe(15);
    await limit('main', { isDraining: false });
  });
});

describe('the limits that people read of a network with two gateways', () => {
  const readLimits = async () => {
    const states = await readQueueStates(network.pool);
    const { inFlightMax, ratePerSecond } = states.find(({ queue }) => queue === QUEUE) ?? {};
    return { inFlightMax, ratePerSecond };
  };
  /** What the trace of a purchase says that its start waits behind. */
  const readTraced = async (id: PurchaseId) => {
    const [found] = await findTraced(network.pool, { id }, null);
    const trace = found === undefined ? null : await readTrace(network.pool, found.accountId, id);
    const { inFlightMax, ratePerSecond } = trace?.start ?? {};
    return { inFlightMax, ratePerSecond };
  };

  it('are the sums of both, after each admission that saw them', async () => {
    await limit('main', { inFlightMax: 4, ratePerSecond: 2 });
    await limit('reloadly', { inFlightMax: 4, ratePerSecond: 1 });
    const ids: PurchaseId[] = [];
    for (let nth = 0; nth < 8; nth++) ids.push(await network.buyTold({}));
    expect(await admit()).toBe(6);
    const waiting = ids.at(-1) as PurchaseId;
    expect(await readLimits()).toEqual({ inFlightMax: 8, ratePerSecond: 3 });
    expect(await readTraced(waiting)).toEqual({ inFlightMax: 8, ratePerSecond: 3 });

    await limit('main', { isDraining: true });
    expect(await admit()).toBe(0);
    expect(await readTraced(waiting)).toEqual({ inFlightMax: 4, ratePerSecond: 1 });
    await limit('main', { isDraining: false });
  });

  it('leave room beside what a gateway that drains still holds', async () => {
    await limit('main', { inFlightMax: 4 });
    await limit('reloadly', { inFlightMax: 4 });
    const held = [await started({ dtone: UNDECIDED }), await started({ dtone: UNDECIDED })];
    await Promise.all(held.map((id) => runPurchase(network, id, 0)));
    await limit('main', { isDraining: true });
    await started();
    expect(await readLimits()).toMatchObject({ inFlightMax: 4 + held.length });
    await limit('main', { isDraining: false });
  });

  it('are those of the network again when it has one gateway', async () => {
    await limit('main', { inFlightMax: 4 });
    await started();
    const { rows } = await network.pool.query(
      'SELECT in_flight_max AS "inFlightMax", rate_per_second AS "ratePerSecond" FROM network_queues WHERE queue = $1',
      [QUEUE],
    );
    expect(await readLimits()).not.toEqual(rows[0]);
    await network.buyTold({});
    await admitPurchases(network.pool, QUEUE, 100, 30_000);
    expect(await readLimits()).toEqual(rows[0]);
  });
});

describe('a gateway with a pace', () => {
  it('is passed over when it is used up', async () => {
    await limit('main', { ratePerSecond: ONCE });
    const [first, second] = [await started(), await started()];
    await runPurchase(network, first);
    await runPurchase(network, second);
    expect(network.deliveriesOf(first)).toEqual({ dtone: 1, reloadly: 0 });
    expect(network.deliveriesOf(second)).toEqual({ dtone: 0, reloadly: 1 });
    expect(await reasonsOf(second)).toEqual(['reloadly: main has its pace used up.']);
  });

  it('makes purchases wait if that of both is used up, until it has refilled', async () => {
    for (const route of ROUTES) await limit(route, { ratePerSecond: 0.01 });
    const all = await Promise.all([1, 2, 3].map(() => network.buyTold({})));
    expect(await admit()).toBe(3);
    const verdicts = await Promise.all(all.map((id) => submit(id, 1)));
    expect(verdicts.filter(({ kind }) => kind === 'settled')).toHaveLength(2);
    const waiting = all[verdicts.findIndex(({ kind }) => kind === 'resendable')];
    if (waiting === undefined) throw new Error('none waits');
    await network.moveClock(100_000);
    expect(await submit(waiting, 2)).toMatchObject({ kind: 'settled' });
  });

  it('repeats an order that it may have in its pace too', async () => {
    const id = await started({ dtone: { answer: 'reset', inquiry_answer: 'http_503' } });
    await limit('main', { ratePerSecond: ONCE });
    expect(await submit(id, 1)).toMatchObject({ kind: 'unknown' });
    expect(await submit(id, 2)).toMatchObject({ kind: 'resendable', reply: { reason: 'rate_limited' } });
    expect((await network.submissionsOf(id)).map(({ route }) => route)).toEqual(['main', 'main']);
  });
});

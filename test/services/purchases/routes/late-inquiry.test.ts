import { afterAll, beforeAll, expect, it } from 'vitest';
import { findInquirable } from '../../../../db/purchases/inquiries.ts';
import { endLateInquiry, readLateRecord } from '../../../../db/purchases/late-inquiries.ts';
import { type PurchaseId, uuidOf } from '../../../../domain/ids.ts';
import { lateDeliveryOf } from '../../../../domain/purchase/late-delivery.ts';
import { inquireLate } from '../../../../services/purchases/inquire-late.ts';
import { CALL } from '../../../support/purchases/gateway.ts';
import { createTwoGateways, runPurchase, type TwoGateways } from '../../../support/routes/two-gateways.ts';
import { withMain, withSecond } from '../../../support/routes/with-main.ts';

/** An inquiry after the timeout of a purchase that two gateways had, the first of which said "never received". */
let network: TwoGateways;
beforeAll(async () => {
  network = await createTwoGateways();
});
afterAll(() => network.close());

const DENIES = { accepts: false, answer: 'reset' } as const;
const REFUSED = {
  kind: 'refused',
  code: 'network_rejected',
  gatewayCode: 'R9',
  supplierFault: false,
} as const;
const PAST_DEADLINE_MS = 86_400_000;

/** Failed at its deadline, after each gateway had it. */
async function timedOut(told: Parameters<TwoGateways['buyTold']>[0]): Promise<PurchaseId> {
  const id = await network.buyTold(told);
  await runPurchase(network, id, 1);
  expect((await network.submissionsOf(id)).map(({ route }) => route)).toEqual(['main', 'reloadly']);
  const purchase = await findInquirable(network.pool, id);
  if (purchase === null) throw new TypeError('no purchase');
  const { accountId } = purchase;
  await network.moveClock(PAST_DEADLINE_MS);
  await network.ports.expirer.expire({ accountId, purchaseIds: [id], endWorkflow: false }, CALL);
  await network.moveClock(-PAST_DEADLINE_MS);
  expect(await network.statusOf(id)).toMatchObject({ status: 'failed', failure_code: 'network_timeout' });
  return id;
}

async function deliveriesOnRecord(id: PurchaseId): Promise<unknown> {
  const { rows } = await network.pool.query(
    `SELECT ARRAY (SELECT route FROM route_deliveries WHERE purchase_id = $1 ORDER BY route) AS routes,
            (SELECT count(*)::int FROM late_confirmations WHERE purchase_id = $1) AS late,
            ARRAY (SELECT kind FROM contradictions WHERE purchase_id = $1) AS contradictions,
            (SELECT outcome FROM late_inquiries WHERE purchase_id = $1) AS outcome`,
    [uuidOf('pur', id)],
  );
  return rows[0];
}

it('finds what the first gateway delivered after it had denied the order', async () => {
  const id = await timedOut({
    dtone: { answer: 'reset', hidden_for_ms: 6_000, end_after_ms: 0 },
    reloadly: { end: null },
  });
  const inquired = async () => {
    // The second gateway has the order and may deliver it as well.
    expect(await inquireLate(network.ports, id, CALL)).toBe(null);
    return deliveriesOnRecord(id);
  };
  await expect
    .poll(inquired, { timeout: 60_000 })
    .toEqual({ routes: ['main'], late: 1, contradictions: [], outcome: null });
  expect(await network.statusOf(id)).toMatchObject({ status: 'failed' });
});

it('names it if both have delivered', async () => {
  const id = await timedOut({ dtone: DENIES, reloadly: { end: null } });
  const confirmed = { kind: 'confirmed', networkReference: 'R-1', confirmedAt: new Date() } as const;
  const stored = await findInquirable(network.pool, id, 'reloadly');
  if (stored === null) throw new TypeError('no purchase');
  await network.ports.outcomes.apply(stored, confirmed, { source: 'callback', endWorkflow: false });
  const delivers = { inquiry: { inquire: async () => confirmed } };
  const both = withSecond({ ports: withMain(network, delivers) }, delivers);
  expect(await inquireLate(both, id, CALL)).toBe('confirmed');
  expect(await deliveriesOnRecord(id)).toEqual({
    routes: ['main', 'reloadly'],
    late: 1,
    contradictions: ['delivered_twice'],
    outcome: 'confirmed',
  });
});

it('continues while the first gateway has the order after all', async () => {
  const id = await timedOut({ dtone: DENIES, reloadly: DENIES });
  const has = withMain(network, { inquiry: { inquire: async () => ({ kind: 'pending', gatewayId: '1' }) } });
  expect(await inquireLate(has, id, CALL)).toBe(null);
  const denies = withMain(network, {
    inquiry: { inquire: async () => ({ kind: 'not_found', conclusive: true }) },
  });
  expect(await inquireLate(denies, id, CALL)).toBe('never_received');
  expect(await deliveriesOnRecord(id)).toMatchObject({ routes: [], late: 0, outcome: 'never_received' });
});

it('continues while the first gateway has what the second one delivered', async () => {
  const id = await timedOut({ dtone: DENIES, reloadly: DENIES });
  const has = withMain(network, { inquiry: { inquire: async () => ({ kind: 'pending', gatewayId: '1' }) } });
  const confirmed = { kind: 'confirmed', networkReference: 'R-1', confirmedAt: new Date() } as const;
  const delivers = { inquiry: { inquire: async () => confirmed } };
  expect(await inquireLate(withSecond({ ports: has }, delivers), id, CALL)).toBe(null);
  // At the end of the 72 hours.
  await endLateInquiry(network.pool, id, 'unknown');
  expect(await deliveriesOnRecord(id)).toMatchObject({ routes: ['reloadly'], late: 1, outcome: 'confirmed' });
});

it('continues after a delivery of the first gateway until the second one has answered', async () => {
  const id = await timedOut({ dtone: DENIES, reloadly: DENIES });
  const confirmed = { kind: 'confirmed', networkReference: 'D-1', confirmedAt: new Date() } as const;
  const delivers = withMain(network, { inquiry: { inquire: async () => confirmed } });
  const silent = {
    inquiry: { inquire: async () => ({ kind: 'unavailable', detail: 'no answer' }) as const },
  };
  expect(await inquireLate(withSecond({ ports: delivers }, silent), id, CALL)).toBe(null);
  expect(await inquireLate(delivers, id, CALL)).toBe('confirmed');
  expect(await deliveriesOnRecord(id)).toMatchObject({ routes: ['main'], late: 1 });
});

it('continues while the first gateway cannot be asked, and then shows the delivery as unknown', async () => {
  const id = await timedOut({ dtone: DENIES, reloadly: DENIES });
  const silent = withMain(network, {
    inquiry: { inquire: async () => ({ kind: 'unavailable', detail: 'no answer' }) },
  });
  const refuses = {
    inquiry: { inquire: async () => REFUSED },
  };
  expect(await inquireLate(withSecond({ ports: silent }, refuses), id, CALL)).toBe(null);
  const open = await findInquirable(network.pool, id);
  if (open === null) throw new TypeError('no purchase');
  expect(await readLateRecord(network.pool, open.accountId, id)).toMatchObject({
    inquiry: { outcome: null },
  });
  // At the end of the 72 hours.
  await endLateInquiry(network.pool, id, 'unknown');
  const record = await readLateRecord(network.pool, open.accountId, id);
  expect(record && lateDeliveryOf(record, record.now)).toMatchObject({ status: 'unknown' });
});

it('ends once the first gateway, which could not be asked before, denies the order again', async () => {
  const id = await timedOut({ dtone: DENIES, reloadly: DENIES });
  const silent = withMain(network, {
    inquiry: { inquire: async () => ({ kind: 'unavailable', detail: 'no answer' }) },
  });
  expect(await inquireLate(silent, id, CALL)).toBe(null);
  const denies = withMain(network, {
    inquiry: { inquire: async () => ({ kind: 'not_found', conclusive: true }) },
  });
  expect(await inquireLate(denies, id, CALL)).toBe('never_received');
});

import { afterAll, beforeAll, expect, it } from 'vitest';
import { openSubmission } from '../../../db/purchases/fence.ts';
import { newId } from '../../../domain/crypto/new-id.ts';
import { type PurchaseId, uuidOf } from '../../../domain/ids.ts';
import { toGatewayReference } from '../../../domain/purchase/gateway-reference.ts';
import { reconcileDay } from '../../../services/purchases/reconcile.ts';
import type { Reconciled } from '../../../services/purchases/reconciled.ts';
import { submitPurchase } from '../../../services/purchases/submit.ts';
import { NETWORK, nextNumber, OTHER_NETWORK, RESOLVE_WITHIN_MS } from '../../support/purchases/fixture.ts';
import { CALL, createGatewayFixture, type GatewayFixture } from '../../support/purchases/gateway.ts';

const HALF_DAY_MS = 43_200_000;
let fixture: GatewayFixture;

beforeAll(async () => {
  fixture = await createGatewayFixture();
});
afterAll(() => fixture.close());

function reconcile(networkId = NETWORK): Promise<Reconciled> {
  const now = Date.now();
  const day = { from: new Date(now - HALF_DAY_MS), to: new Date(now + HALF_DAY_MS) };
  return reconcileDay(fixture.ports, { networkId, livemode: true, route: 'main', ...day }, CALL);
}

async function findings(): Promise<Record<string, string>> {
  const reconciled = await reconcile();
  if (reconciled.kind !== 'reconciled') throw new Error(`it is ${reconciled.kind}`);
  return Object.fromEntries(reconciled.findings.map(({ subject, kind }) => [subject, kind]));
}

async function sent(script: Parameters<GatewayFixture['buyTold']>[0]): Promise<PurchaseId> {
  const purchaseId = await fixture.buyTold(script);
  await submitPurchase(fixture.ports, { purchaseId, attempt: 1, nextActionMs: 3_000 }, CALL);
  return purchaseId;
}

it('finds nothing where books and list agree', async () => {
  await sent({ end_after_ms: 0 });
  await sent({ end: 'DECLINED', end_after_ms: 0 });
  expect(await findings()).toEqual({});
});

it('books reversals, outcomes and late deliveries that were not reported, and finds them once', async () => {
  const reversed = await sent({ end_after_ms: 0, reverse_after_ms: 100, callbacks: 0 });
  expect(await fixture.statusOf(reversed)).toMatchObject({ status: 'successful' });
  const delivered = await sent({ end_after_ms: 30, callbacks: 0 });
  const declined = await sent({ end: 'DECLINED-BARRED-CREDIT-PARTY', end_after_ms: 30, callbacks: 0 });
  const stranger = await fixture.ports.adapterFor(NETWORK, true)?.submit(
    {
      gatewayReference: toGatewayReference(newId('pur')),
      phoneNumber: nextNumber(),
      productCode: '17',
      firstSentAt: new Date(),
    },
    { signal: CALL },
  );
  expect(stranger?.kind).toMatch(/accepted|confirmed/);
  await expect
    .poll(() => fixture.simulator.book('test-key').entries.map(({ status }) => status))
    .toEqual(expect.arrayContaining(['REVERSED', 'DECLINED-BARRED-CREDIT-PARTY']));
  await expect.poll(() => fixture.bookOf(delivered).deliveries).toBe(1);

  const found = await findings();
  expect(found).toMatchObject({
    [reversed]: 'settled_reversed',
    [delivered]: 'settled_successful',
    [declined]: 'settled_failed',
  });
  expect(Object.values(found)).toContain('not_ours');
  expect(await fixture.statusOf(reversed)).toMatchObject({ status: 'reversed' });
  expect(await fixture.statusOf(declined)).toMatchObject({ failure_code: 'number_barred' });
  expect(Object.values(await findings())).toEqual(['not_ours']);
});

it('reports to operators what we charged for and the carrier does not know', async () => {
  const purchaseId = await fixture.buy(fixture.accountId);
  await openSubmission(fixture.pool, purchaseId, 1);
  const delivery = { confirmedAt: new Date(), networkReference: null };
  const report = { kind: 'confirmed', delivery } as const;
  await fixture.settleLane.settle(fixture.accountId, { purchaseId, report, endWorkflow: false });
  await new Promise((resolve) => setTimeout(resolve, 5));

  expect(await findings()).toMatchObject({ [purchaseId]: 'unknown_to_carrier' });
  expect(await fixture.statusOf(purchaseId)).toMatchObject({ status: 'successful' });
  const { rows } = await fixture.pool.query(
    `SELECT kind FROM contradictions WHERE purchase_id = $1 AND resolved_at IS NULL`,
    [uuidOf('pur', purchaseId)],
  );
  expect(rows).toEqual([{ kind: 'unknown_to_carrier' }]);
});

it('says so if there is no gateway', async () => {
  expect(await reconcile(OTHER_NETWORK)).toEqual({ kind: 'no_gateway' });
});

it('lists a delivery that came after its purchase had failed, and does not charge for it', async () => {
  const late = await sent({ end_after_ms: 200, callbacks: 0 });
  await fixture.moveClock(RESOLVE_WITHIN_MS);
  const expired = { purchaseId: late, report: { kind: 'expired' }, endWorkflow: false } as const;
  await fixture.settleLane.settle(fixture.accountId, expired);
  await expect.poll(() => fixture.bookOf(late).deliveries).toBe(1);

  expect(await findings()).toMatchObject({ [late]: 'late_delivery' });
  expect(await fixture.statusOf(late)).toMatchObject({ failure_code: 'network_timeout' });
  expect(await findings()).not.toHaveProperty([late]);
});

import { afterAll, beforeAll, expect, it } from 'vitest';
import { openSubmission } from '../../../../db/purchases/fence.ts';
import { findInquirable } from '../../../../db/purchases/inquiries.ts';
import { recordAnswer } from '../../../../db/purchases/submissions.ts';
import type { PurchaseId } from '../../../../domain/ids.ts';
import { reconcileDay } from '../../../../services/purchases/reconcile.ts';
import { NETWORK } from '../../../support/purchases/fixture.ts';
import { CALL } from '../../../support/purchases/gateway.ts';
import { createTwoGateways, type TwoGateways } from '../../../support/routes/two-gateways.ts';

let network: TwoGateways;
beforeAll(async () => {
  network = await createTwoGateways();
});
afterAll(() => network.close());

it('asks a gateway for what it has delivered by our books and not by its list, after a wait for another one', async () => {
  const id = await network.buyTold({});
  const { pool, ports } = network;
  await openSubmission(pool, id, 1, { name: 'reloadly', productCode: '341:500:local', why: 'a test' });
  const waited = { outcome: 'not_submitted', gatewayId: null, detail: 'rate_limited', confirmation: null };
  await recordAnswer(pool, id, 1, { ...waited, nextActionMs: 1_000 });
  await openSubmission(pool, id, 2);
  const purchase = await findInquirable(pool, id);
  if (purchase === null) throw new Error('the purchase is gone');
  const outcome = { kind: 'confirmed', networkReference: null, confirmedAt: new Date() } as const;
  await ports.outcomes.apply(purchase, outcome, { source: 'callback', endWorkflow: false });

  expect(await findings('main', id)).toEqual(['unknown_to_carrier']);
  expect(await findings('reloadly', id)).toEqual([]);
});

async function findings(route: string, id: PurchaseId): Promise<string[]> {
  const from = new Date(new Date().toISOString().slice(0, 10));
  const to = new Date(from.getTime() + 86_400_000);
  const reconciled = await reconcileDay(
    network.ports,
    { networkId: NETWORK, livemode: true, from, to, route },
    CALL,
  );
  if (reconciled.kind !== 'reconciled') throw new Error(reconciled.kind);
  return reconciled.findings.filter(({ subject }) => subject === id).map(({ kind }) => kind);
}

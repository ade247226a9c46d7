import { afterAll, beforeAll, expect, it } from 'vitest';
import type { InquiryOutcome } from '../../../../adapters/adapter.ts';
import { openSubmission } from '../../../../db/purchases/fence.ts';
import { findInquirable, type Inquirable } from '../../../../db/purchases/inquiries.ts';
import { inTransaction } from '../../../../db/transaction.ts';
import { type PurchaseId, uuidOf } from '../../../../domain/ids.ts';
import { submitPurchase } from '../../../../services/purchases/submit.ts';
import { untilItWaits } from '../../../support/locks/holding.ts';
import { CALL } from '../../../support/purchases/gateway.ts';
import { createTwoGateways, type TwoGateways } from '../../../support/routes/two-gateways.ts';
import { withMain } from '../../../support/routes/with-main.ts';

/** An inquiry that finds nothing, while another one finds the order. */
let network: TwoGateways;
beforeAll(async () => {
  network = await createTwoGateways();
});
afterAll(() => network.close());

const RELOADLY = { name: 'reloadly', productCode: '341:500:local', why: 'a test' };
const HELD = { kind: 'pending', gatewayId: 'G-1' } as const;
const RACING = { source: 'inquiry', endWorkflow: false } as const;

/** An order without an answer, of which two inquiries ask at the same time: the first one has not answered yet. */
async function asked(): Promise<{ id: PurchaseId; purchase: Inquirable; finish: () => Promise<unknown> }> {
  const id = await network.buyTold({ dtone: { accepts: false, answer: 'reset' } });
  await submitPurchase(network.ports, { purchaseId: id, attempt: 1, nextActionMs: 3_000 }, CALL);
  const purchase = await findInquirable(network.pool, id);
  if (purchase === null) throw new TypeError('no purchase');
  const answer = Promise.withResolvers<InquiryOutcome>();
  const slow = withMain(network, { inquiry: { inquire: () => answer.promise } });
  const inquiring = slow.inquirer.inquireOfStored(purchase, RACING, CALL);
  const finish = () => {
    answer.resolve({ kind: 'not_found', conclusive: true });
    return inquiring;
  };
  return { id, purchase, finish };
}

it('makes no order free that was found meanwhile', async () => {
  const { id, purchase, finish } = await asked();
  await network.ports.outcomes.apply(purchase, HELD, RACING);
  await finish();
  expect(await clearances(id)).toEqual(['main -']);
  expect(await openSubmission(network.pool, id, 2, RELOADLY)).toEqual({ kind: 'elsewhere' });
});

it('waits for what the other one found, if both are written at the same time', async () => {
  const { id, finish } = await asked();
  await inTransaction(network.pool, async (tx) => {
    await tx.query(`UPDATE submissions SET gateway_id = 'G-1' WHERE purchase_id = $1`, [uuidOf('pur', id)]);
    expect(await untilItWaits(network.pool, finish())).toBe(true);
  });
  await finish();
  expect(await clearances(id)).toEqual(['main -']);
});

it('holds the order again, if it is found just after that', async () => {
  const { id, purchase, finish } = await asked();
  expect(await finish()).toMatchObject({ kind: 'resendable' });
  await network.ports.outcomes.apply(purchase, HELD, RACING);
  expect(await clearances(id)).toEqual(['main -']);
  expect(await openSubmission(network.pool, id, 2, RELOADLY)).toEqual({ kind: 'elsewhere' });
});

it('never lets both a second gateway and the first one have it, however the two meet', async () => {
  const orders = await Promise.all(Array.from({ length: 25 }, asked));
  await Promise.all(
    orders.flatMap(({ id, purchase, finish }) => [
      finish().then(() => openSubmission(network.pool, id, 2, RELOADLY)),
      network.ports.outcomes.apply(purchase, HELD, RACING),
    ]),
  );
  for (const { id } of orders) {
    expect([['main -'], ['main never_received', 'reloadly -']]).toContainEqual(await clearances(id));
  }
});

async function clearances(id: PurchaseId): Promise<string[]> {
  return (await network.submissionsOf(id)).map(({ route, cleared_as }) => `${route} ${cleared_as ?? '-'}`);
}

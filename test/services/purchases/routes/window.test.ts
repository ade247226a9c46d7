import type { Pool, PoolClient } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CallbackReading } from '../../../../adapters/adapter.ts';
import { storeCallback } from '../../../../db/purchases/callbacks.ts';
import { openSubmission } from '../../../../db/purchases/fence.ts';
import { type Cleared, reopenSubmissions } from '../../../../db/purchases/routes.ts';
import { storeConfirmation } from '../../../../db/purchases/submissions.ts';
import { inTransaction } from '../../../../db/transaction.ts';
import { type PurchaseId, uuidOf } from '../../../../domain/ids.ts';
import { toGatewayReference } from '../../../../domain/purchase/gateway-reference.ts';
import { ONE_ROUTE_EACH } from '../../../../services/purchases/ports.ts';
import { submitPurchase } from '../../../../services/purchases/submit.ts';
import { untilItWaits } from '../../../support/locks/holding.ts';
import { NETWORK } from '../../../support/purchases/fixture.ts';
import { CALL } from '../../../support/purchases/gateway.ts';
import type { PurchasePorts } from '../../../support/purchases/ports.ts';
import { createTwoGateways, type TwoGateways } from '../../../support/routes/two-gateways.ts';
import { withMain } from '../../../support/routes/with-main.ts';

/** From the inquiry that found nothing until the next gateway gets the order: it may have no room for some time. */
let network: TwoGateways;
beforeAll(async () => {
  network = await createTwoGateways();
});
afterAll(() => network.close());

const RELOADLY = { name: 'reloadly', productCode: '341:500:local', why: 'a test' };
const LATE = { answer: 'reset', hidden_for_ms: 4_000 } as const;

const submit = (purchaseId: PurchaseId, attempt: number, ports: PurchasePorts = network.ports) =>
  submitPurchase(ports, { purchaseId, attempt, nextActionMs: 3_000 }, CALL);
const inquire = (purchaseId: PurchaseId, ports: PurchasePorts = network.ports) =>
  ports.inquirer.inquire({ purchaseId, source: 'inquiry', endWorkflow: false }, CALL);
const clearances = async (id: PurchaseId) =>
  (await network.submissionsOf(id)).map(({ route, cleared_as }) => `${route} ${cleared_as ?? '-'}`);

/** The workflow's inquiry finds nothing of the order, and the next gateway has not got it yet. */
async function released(told: Parameters<TwoGateways['buyTold']>[0]): Promise<PurchaseId> {
  const id = await network.buyTold(told);
  await submit(id, 1);
  expect(await inquire(id)).toMatchObject({ kind: 'resendable' });
  expect(await clearances(id)).toEqual(['main never_received']);
  return id;
}

/** The first gateway's hints, as often as it sends them, until something is so. */
const hintUntil = (id: PurchaseId, isSo: () => Promise<unknown>, value: unknown) =>
  expect
    .poll(
      async () => {
        await network.hint(id);
        return isSo();
      },
      { timeout: 20_000 },
    )
    .toEqual(value);

describe('a hint of the first gateway', () => {
  it('is followed: what it delivered is booked, and no other gateway is asked', async () => {
    const id = await released({ dtone: { ...LATE, end_after_ms: 0 } });
    await hintUntil(id, async () => (await network.statusOf(id)).status, 'successful');
    expect(await submit(id, 2)).toEqual({ kind: 'already_final' });
    expect(network.deliveriesOf(id)).toEqual({ dtone: 1, reloadly: 0 });
  });

  it('withdraws that the order was never received, if the gateway has it', async () => {
    const id = await released({ dtone: { ...LATE, end: null } });
    await hintUntil(id, () => clearances(id), ['main -']);
    expect(await openSubmission(network.pool, id, 2, RELOADLY)).toEqual({ kind: 'elsewhere' });
    await submit(id, 2);
    expect(await clearances(id)).toEqual(['main -', 'main -']);
    expect(network.deliveriesOf(id).reloadly).toBe(0);
  });

  it('makes no order free that it does not find', async () => {
    const id = await network.buyTold({ dtone: { accepts: false, answer: 'reset' } });
    await submit(id, 1);
    await network.hint(id);
    expect(await clearances(id)).toEqual(['main -']);
    expect(await inquire(id)).toMatchObject({ kind: 'resendable' });
  });
});

describe('a gateway that would take the order for another one', () => {
  const NEVER = { dtone: { accepts: false, answer: 'reset' } } as const;

  it.each([
    ['as never received', async () => {}],
    [
      'as never received, and is held again',
      (of: Omit<Cleared, 'lastAttempt'>) => reopenSubmissions(network.pool, of),
    ],
  ])('does not get it again as the only gateway left, if it was free %s', async (_, change) => {
    const id = await released(NEVER);
    await change({ purchaseId: id, route: 'main' });
    const sent: string[] = [];
    const only = withMain(
      network,
      {
        deduplicatesKey: false,
        submit: async ({ gatewayReference }) => {
          sent.push(gatewayReference);
          return { kind: 'accepted', gatewayId: null };
        },
      },
      ONE_ROUTE_EACH,
    );
    expect(await submit(id, 2, only)).toEqual({ kind: 'unknown', reply: null });
    expect((await network.submissionsOf(id)).at(-1)).toMatchObject({
      route: 'main',
      detail: 'gateway_closed',
    });
    expect(sent).toEqual([]);
  });
});

describe('a clearance that was withdrawn', () => {
  const NEVER = { dtone: { accepts: false, answer: 'reset' } } as const;

  it('does not send the order again to a gateway that would take it for another one', async () => {
    const id = await released(NEVER);
    await reopenSubmissions(network.pool, { purchaseId: id, route: 'main' });
    expect(await submit(id, 2, withMain(network, { deduplicatesKey: false }))).toEqual({
      kind: 'unknown',
      reply: null,
    });
    expect(await clearances(id)).toEqual(['main -']);
  });

  it('closes a fence that waited for it', async () => {
    const id = await released(NEVER);
    const fence = await whileLocked(
      async (tx) => {
        await tx.query('UPDATE submissions SET cleared_as = NULL WHERE purchase_id = $1', [
          uuidOf('pur', id),
        ]);
      },
      id,
      (pool) => openSubmission(pool, id, 2, RELOADLY),
    );
    expect(fence).toEqual({ kind: 'elsewhere' });
  });

  it('comes too late once another gateway has the order', async () => {
    const id = await released(NEVER);
    await whileLocked(
      async (tx) => {
        await tx.query(
          `INSERT INTO submissions (purchase_id, attempt, sent_at, route) VALUES ($1, 2, app_now(), 'reloadly')`,
          [uuidOf('pur', id)],
        );
      },
      id,
      (pool) => reopenSubmissions(pool, { purchaseId: id, route: 'main' }),
    );
    expect(await clearances(id)).toEqual(['main never_received', 'reloadly -']);
  });
});

describe('a delivery that is known and not settled yet', () => {
  it('closes the fence, and the first gateway is asked again', async () => {
    const id = await released({ dtone: { ...LATE, end_after_ms: 0 } });
    await storeConfirmation(network.pool, id, { networkReference: null }, 'callback');
    expect(await openSubmission(network.pool, id, 2, RELOADLY)).toEqual({ kind: 'delivered' });
    expect(await submit(id, 2)).toEqual({ kind: 'unknown', reply: null });
    await expect.poll(async () => (await inquire(id)).kind, { timeout: 20_000 }).toBe('settled');
    expect(await network.statusOf(id)).toMatchObject({ status: 'successful' });
    expect(network.deliveriesOf(id)).toEqual({ dtone: 1, reloadly: 0 });
  });

  it('is read from a signed callback before an order becomes free', async () => {
    const id = await network.buyTold({ dtone: { accepts: false, answer: 'reset' } });
    await submit(id, 1);
    const body = Buffer.from(JSON.stringify({ delivered: toGatewayReference(id) }));
    await storeCallback(network.pool, NETWORK, true, { body, headers: {} }, id);
    const read = (): CallbackReading => ({
      kind: 'verified',
      gatewayReference: toGatewayReference(id),
      outcome: { kind: 'confirmed', networkReference: 'R-1', confirmedAt: new Date() },
    });
    await inquire(id, withMain(network, { callbacks: { headers: [], receipt: '{}', read } }));
    expect(await network.statusOf(id)).toMatchObject({ status: 'successful' });
    expect(await clearances(id)).toEqual(['main -']);
    expect(await submit(id, 2)).toEqual({ kind: 'already_final' });
  });
});

/** Changes something under the lock of a purchase, and commits it when a statement waits for that lock. */
async function whileLocked<T>(
  change: (tx: PoolClient) => Promise<void>,
  id: PurchaseId,
  waiting: (pool: Pool) => Promise<T>,
): Promise<T> {
  let result: Promise<T> | undefined;
  await inTransaction(network.pool, async (tx) => {
    await tx.query('SELECT FROM purchases WHERE id = $1 FOR UPDATE', [uuidOf('pur', id)]);
    result = waiting(network.pool);
    expect(await untilItWaits(network.pool, result)).toBe(true);
    await change(tx);
  });
  if (result === undefined) throw new TypeError('nothing waited');
  return result;
}

import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openSubmission } from '../../../../db/purchases/fence.ts';
import { type PurchaseId, uuidOf } from '../../../../domain/ids.ts';
import { reconcileDay } from '../../../../services/purchases/reconcile.ts';
import { submitPurchase } from '../../../../services/purchases/submit.ts';
import { freePort } from '../../../support/adapters/raw-gateway.ts';
import { NETWORK } from '../../../support/purchases/fixture.ts';
import { CALL } from '../../../support/purchases/gateway.ts';
import { createTwoGateways, runPurchase, type TwoGateways } from '../../../support/routes/two-gateways.ts';

/** Long enough for an order that is answered, and soon over for one that is not. */
const HASTY_MS = 3_000;

let network: TwoGateways;
let patient: TwoGateways;
/** For orders that get no answer. */
let hasty: TwoGateways;
beforeAll(async () => {
  [network, patient, hasty] = await Promise.all([
    createTwoGateways(),
    createTwoGateways(180_000),
    createTwoGateways(0, null, { timeoutMs: HASTY_MS }),
  ]);
});
afterAll(() => Promise.all([network.close(), patient.close(), hasty.close()]));

/** `expect.poll` knows only one test at a time. */
const eventually = (expectation: () => Promise<void>) =>
  vi.waitFor(expectation, { timeout: 55_000, interval: 50 });

const routesOf = async (of: TwoGateways, id: PurchaseId) =>
  (await of.submissionsOf(id)).map(({ route, cleared_as }) => `${route} ${cleared_as ?? '-'}`);

it('takes the cheaper route, and says why', async () => {
  const id = await network.buyTold({});
  expect(await runPurchase(network, id)).toEqual(['settled']);
  expect(await network.statusOf(id)).toMatchObject({ status: 'successful' });
  expect(network.deliveriesOf(id)).toEqual({ dtone: 1, reloadly: 0 });
  const { rows } = await network.pool.query(
    'SELECT route, route_reason, product_code FROM submissions WHERE purchase_id = $1',
    [uuidOf('pur', id)],
  );
  expect(rows).toEqual([{ route: 'main', route_reason: 'main: cheaper by 20 %.', product_code: null }]);
});

describe('another gateway takes a purchase', () => {
  it.each([
    ['after our wallet was empty there', { refuse: 'wallet_empty' }, 'main -'],
    ['after our key was refused there', { refuse: 'unauthorised' }, 'main -'],
    ['after it did not sell the product', { refuse: 'product_unavailable' }, 'main gateway_refused'],
    [
      'after an inquiry that is conclusive: it was never received',
      { accepts: false, answer: 'reset' },
      'main never_received',
    ],
  ] as const)('%s', async (_, dtone, first) => {
    const id = await network.buyTold({ dtone });
    await runPurchase(network, id);
    expect(await network.statusOf(id)).toMatchObject({ status: 'successful' });
    expect(network.deliveriesOf(id)).toEqual({ dtone: 0, reloadly: 1 });
    expect(await routesOf(network, id)).toEqual([first, 'reloadly -']);
  });

  it('after a connection that was refused', async () => {
    const unreachable = await createTwoGateways(0, `http://127.0.0.1:${await freePort()}`);
    try {
      const id = await unreachable.buyTold({});
      expect(await runPurchase(unreachable, id)).toEqual(['resendable', 'settled']);
      expect(unreachable.deliveriesOf(id)).toEqual({ dtone: 0, reloadly: 1 });
    } finally {
      await unreachable.close();
    }
  });

  it('once, if the worker ends between the refusal and its record', async () => {
    const id = await network.buyTold({ dtone: { refuse: 'product_unavailable', accepts: false } });
    const crashPoint = (name: string) => {
      if (name === 'before_record') throw new Error('ended');
    };
    const first = { purchaseId: id, attempt: 1, nextActionMs: 3_000 };
    await expect(submitPurchase({ ...network.ports, crashPoint }, first, CALL)).rejects.toThrow('ended');
    await runPurchase(network, id);
    expect(network.deliveriesOf(id)).toEqual({ dtone: 0, reloadly: 1 });
    expect(await network.statusOf(id)).toMatchObject({ status: 'successful' });
  });

  it('and never goes back to one that refused: two refusals end it', async () => {
    const id = await network.buyTold({
      dtone: { refuse: 'product_unavailable' },
      reloadly: { refuse: 'OPERATOR_NOT_FOUND' },
    });
    await runPurchase(network, id);
    expect(await network.statusOf(id)).toMatchObject({
      status: 'failed',
      failure_code: 'bundle_unavailable',
    });
    expect(await routesOf(network, id)).toEqual(['main gateway_refused', 'reloadly -']);
  });
});

describe('no other gateway is asked', () => {
  it.each([
    ['while its answer is lost', { answer: 'reset', inquiry_answer: 'http_500' }],
    ['while its answer cannot be read', { answer: 'html', inquiry_answer: 'html' }],
    ['while its answer has an undocumented code', { answer: 'unknown_code', inquiry_answer: 'unknown_code' }],
  ] as const)('%s', async (_, dtone) => {
    const id = await network.buyTold({ dtone });
    await runPurchase(network, id);
    expect(await network.statusOf(id)).toMatchObject({ status: 'pending' });
    expect(network.deliveriesOf(id).reloadly).toBe(0);
    expect(await routesOf(network, id)).toEqual(['main -']);
  });

  it.concurrent.each([
    ['while the gateway has it and has not decided', { end: null }],
    ['while a silent gateway may have it', { answer: 'silent', inquiry_answer: 'http_503' }],
  ] as const)('%s', async (_, dtone) => {
    const id = await hasty.buyTold({ dtone });
    await runPurchase(hasty, id);
    expect(await hasty.statusOf(id)).toMatchObject({ status: 'pending' });
    expect(hasty.deliveriesOf(id).reloadly).toBe(0);
    expect(await routesOf(hasty, id)).toEqual(['main -']);
  });

  it('after an inquiry that found nothing, so soon that it is not conclusive', async () => {
    const id = await patient.buyTold({ dtone: { accepts: false, answer: 'reset' } });
    expect(await runPurchase(patient, id)).toEqual(['unknown', 'unknown', 'unknown', 'unknown']);
    expect(patient.deliveriesOf(id)).toEqual({ dtone: 0, reloadly: 0 });
  });

  it('after a refusal that is about the number', async () => {
    const id = await network.buyTold({ dtone: { refuse: 'number_invalid' } });
    expect(await runPurchase(network, id)).toEqual(['settled']);
    expect(await network.statusOf(id)).toMatchObject({ status: 'failed', failure_code: 'number_invalid' });
    expect(network.deliveriesOf(id).reloadly).toBe(0);
  });

  it('while the first order has no answer yet: the fence does not open', async () => {
    const id = await network.buyTold({});
    expect(await openSubmission(network.pool, id, 1)).toMatchObject({ kind: 'open' });
    const elsewhere = { name: 'reloadly', productCode: '341:500:local', why: 'a test' };
    expect(await openSubmission(network.pool, id, 2, elsewhere)).toEqual({ kind: 'elsewhere' });
    const both = await Promise.all([
      openSubmission(network.pool, id, 3, elsewhere),
      openSubmission(network.pool, id, 4),
    ]);
    expect(both).toMatchObject([{ kind: 'elsewhere' }, { kind: 'open' }]);
  });

  it('by any process: the fence does not open', async () => {
    const id = await network.buyTold({ dtone: { answer: 'reset', inquiry_answer: 'http_503' } });
    await runPurchase(network, id, 0);
    const elsewhere = { name: 'reloadly', productCode: '341:500:local', why: 'a test' };
    expect(await openSubmission(network.pool, id, 2, elsewhere)).toEqual({ kind: 'elsewhere' });
    expect(await openSubmission(network.pool, id, 2)).toMatchObject({ kind: 'open' });
  });
});

describe.concurrent('a gateway that delivers after it had said "never received"', () => {
  const liar = { answer: 'reset', hidden_for_ms: 10_000, end_after_ms: 0 } as const;

  it('causes two deliveries: the client pays once, and the loss is named', async () => {
    const id = await network.buyTold({ dtone: liar });
    await runPurchase(network, id);
    expect(await network.statusOf(id)).toMatchObject({ status: 'successful' });
    await eventually(async () => {
      await network.hint(id);
      expect(await lossesOf(id)).toHaveLength(1);
    });
    expect(network.deliveriesOf(id)).toEqual({ dtone: 1, reloadly: 1 });
    expect(await routesDelivered(id)).toEqual(['main', 'reloadly']);
    expect(await linesOf(id)).toEqual(['purchase']);
  });

  it('is found in its list of the day', async () => {
    // By itself, for it settles what the list has of other purchases.
    const own = await createTwoGateways();
    const id = await own.buyTold({ dtone: liar });
    await runPurchase(own, id);
    const from = new Date(new Date().toISOString().slice(0, 10));
    const day = { networkId: NETWORK, livemode: true, from, to: new Date(from.getTime() + 86_400_000) };
    const findings = async (route: string) => {
      const reconciled = await reconcileDay(own.ports, { ...day, route }, CALL);
      if (reconciled.kind !== 'reconciled') throw new Error(reconciled.kind);
      return reconciled.findings.filter(({ subject }) => subject === id).map(({ kind }) => kind);
    };
    await eventually(async () => expect(await findings('main')).toEqual(['delivered_twice']));
    expect(await lossesOf(id, own)).toEqual(['delivered_twice']);
    expect(await linesOf(id, own)).toEqual(['purchase']);
    await own.close();
  });

  it('makes the purchase successful, while the second gateway has not decided', async () => {
    const id = await network.buyTold({ dtone: liar, reloadly: { end: null } });
    await runPurchase(network, id);
    expect(await network.statusOf(id)).toMatchObject({ status: 'pending' });
    await eventually(async () => {
      await network.hint(id);
      expect(await network.statusOf(id)).toMatchObject({ status: 'successful' });
    });
    expect(await lossesOf(id)).toEqual([]);
    expect(await linesOf(id)).toEqual(['purchase']);
  });
});

async function lossesOf(id: PurchaseId, { pool } = network): Promise<string[]> {
  const { rows } = await pool.query<{ kind: string }>(
    `SELECT kind FROM contradictions WHERE purchase_id = $1`,
    [uuidOf('pur', id)],
  );
  return rows.map(({ kind }) => kind);
}

async function routesDelivered(id: PurchaseId): Promise<string[]> {
  const { rows } = await network.pool.query<{ route: string }>(
    `SELECT route FROM route_deliveries WHERE purchase_id = $1 ORDER BY route`,
    [uuidOf('pur', id)],
  );
  return rows.map(({ route }) => route);
}

async function linesOf(id: PurchaseId, { pool } = network): Promise<string[]> {
  const { rows } = await pool.query<{ type: string }>(
    `SELECT type FROM statement_lines WHERE purchase_id = $1`,
    [uuidOf('pur', id)],
  );
  return rows.map(({ type }) => type);
}

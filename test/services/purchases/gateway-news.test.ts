import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CreditOutcome, GatewayAdapter, InquiryOutcome } from '../../../adapters/adapter.ts';
import { countOpenNews, readStandingAlerts } from '../../../db/networks/gateway-alerts.ts';
import { storeCallback } from '../../../db/purchases/callbacks.ts';
import { resolveLateConfirmation } from '../../../db/purchases/late-confirmations.ts';
import { type PurchaseId, uuidOf } from '../../../domain/ids.ts';
import { handleCallback } from '../../../services/purchases/handle-callback.ts';
import { inquireOfPurchase } from '../../../services/purchases/inquire.ts';
import { submitPurchase } from '../../../services/purchases/submit.ts';
import type { SubmitDeps } from '../../../services/purchases/submit-deps.ts';
import { NETWORK, RESOLVE_WITHIN_MS } from '../../support/purchases/fixture.ts';
import { CALL, createGatewayFixture, type GatewayFixture } from '../../support/purchases/gateway.ts';

let fixture: GatewayFixture;

beforeAll(async () => {
  fixture = await createGatewayFixture();
});
afterAll(() => fixture.close());

const CONFIRMED = { kind: 'confirmed', confirmedAt: new Date(), networkReference: 'N1' } as const;

/** Deps whose gateway says what it is told to, in turn; the last again and again. */
function saying(...says: (CreditOutcome | InquiryOutcome)[]): SubmitDeps {
  let nth = 0;
  const next = () => says[Math.min(nth++, says.length - 1)];
  const adapter: GatewayAdapter = {
    protocol: 'test',
    deduplicatesKey: true,
    inquiry: { inquire: async () => next() as InquiryOutcome },
    callbacks: {
      headers: [],
      receipt: '{}',
      read: ({ body }) => JSON.parse(body.toString()),
    },
    cancellation: { cancel: async () => next() as InquiryOutcome },
    orderList: null,
    wallet: null,
    isProduct: (productCode, product) => productCode === product,
    submit: async () => next() as CreditOutcome,
    close: async () => {},
  };
  return { ...fixture.deps, adapterFor: () => adapter };
}

function submit(deps: SubmitDeps, purchaseId: PurchaseId, attempt = 1) {
  return submitPurchase(deps, { purchaseId, attempt, nextActionMs: 3_000 }, CALL);
}

function inquire(deps: SubmitDeps, purchaseId: PurchaseId) {
  return inquireOfPurchase(deps, { purchaseId, source: 'inquiry', endWorkflow: false }, CALL);
}

async function alertsOf(kind: string) {
  await fixture.alerts.idle();
  return (await readStandingAlerts(fixture.pool)).filter((alert) => alert.kind === kind);
}

async function contradictionsOf(purchaseId: PurchaseId) {
  const { rows } = await fixture.pool.query<{ kind: string; times: number }>(
    `SELECT kind, times FROM contradictions WHERE purchase_id = $1 ORDER BY kind`,
    [uuidOf('pur', purchaseId)],
  );
  return rows;
}

describe('trouble of a whole gateway', () => {
  const WALLET_EMPTY = {
    kind: 'not_submitted',
    reason: 'supplier_account',
    retryAfterMs: null,
    gatewayCode: '1006001 Insufficient balance',
  } as const;

  it('raises an alert with the gateway’s words, fails no purchase and blames no number', async () => {
    const deps = saying(WALLET_EMPTY);
    for (let order = 0; order < 3; order++) {
      const purchaseId = await fixture.buy(fixture.accountId);
      expect(await submit(deps, purchaseId)).toMatchObject({ next: 'resend' });
      expect(await fixture.statusOf(purchaseId)).toMatchObject({ status: 'pending', failure_code: null });
    }
    expect(await alertsOf('supplier_account')).toEqual([
      expect.objectContaining({
        networkId: NETWORK,
        livemode: true,
        detail: WALLET_EMPTY.gatewayCode,
        times: 3,
      }),
    ]);
  });

  it('is over when it is raised no more, and begins anew', async () => {
    await fixture.moveClock(16 * 60_000);
    expect(await alertsOf('supplier_account')).toEqual([]);
    await submit(saying(WALLET_EMPTY), await fixture.buy(fixture.accountId));
    expect(await alertsOf('supplier_account')).toEqual([expect.objectContaining({ times: 1 })]);
  });

  it('is a word that nobody has documented, in an answer and in an inquiry', async () => {
    const unknown = { kind: 'unknown', reason: 'undocumented_code', detail: 'class 99 DEFERRED' } as const;
    const unread = { kind: 'unavailable', detail: 'class 98 PAUSED', undocumented: true } as const;
    const deps = saying(unknown, unread);
    const purchaseId = await fixture.buy(fixture.accountId);
    expect(await submit(deps, purchaseId)).toMatchObject({ next: 'wait' });
    expect(await alertsOf('undocumented_answer')).toEqual([
      expect.objectContaining({ detail: unknown.detail }),
    ]);
    expect(await inquire(deps, purchaseId)).toMatchObject({ found: 'nothing_new' });
    expect(await alertsOf('undocumented_answer')).toEqual([
      expect.objectContaining({ detail: unread.detail }),
    ]);
  });
});

describe('a delivery of another product than was ordered', () => {
  const OTHER = { ...CONFIRMED, product: '4711' };

  it.each([
    ['the answer to a submit', saying.bind(null, OTHER)],
    ['an inquiry', saying.bind(null, { kind: 'accepted', gatewayId: '1' }, OTHER)],
  ])('told by %s counts, and is kept for people', async (_where, deps) => {
    const purchaseId = await fixture.buy(fixture.accountId);
    const says = deps();
    const { next } = await submit(says, purchaseId);
    if (next === 'wait') await inquire(says, purchaseId);
    expect(await fixture.statusOf(purchaseId)).toMatchObject({ status: 'successful' });
    expect(await contradictionsOf(purchaseId)).toEqual([{ kind: 'other_product', times: 1 }]);
    const [alert] = await alertsOf('other_product');
    expect(alert?.detail).toMatch(new RegExp(`^${purchaseId}: ordered \\S+, the gateway names 4711$`));
  });

  it('is none where the answer names what was ordered', async () => {
    const purchaseId = await fixture.buy(fixture.accountId);
    const { rows } = await fixture.pool.query<{ code: string }>(
      'SELECT product_code AS code FROM purchases WHERE id = $1',
      [uuidOf('pur', purchaseId)],
    );
    await submit(saying({ ...CONFIRMED, product: rows[0]?.code ?? '' }), purchaseId);
    expect(await contradictionsOf(purchaseId)).toEqual([]);
  });
});

describe('a callback', () => {
  async function receive(
    reading: object,
    inquired: InquiryOutcome = { kind: 'unavailable', detail: 'nobody asks' },
  ) {
    const body = Buffer.from(JSON.stringify(reading));
    const stored = await storeCallback(fixture.pool, NETWORK, true, { body, headers: {} });
    if (stored === null) throw new Error('it was handled before');
    await handleCallback(saying(inquired), stored, CALL);
    const { rows } = await fixture.pool.query<{ handled_as: string }>(
      `SELECT handled_as FROM gateway_callbacks WHERE id = $1`,
      [stored.id],
    );
    return rows[0]?.handled_as;
  }

  it('that is signed is booked without asking', async () => {
    const purchaseId = await fixture.buy(fixture.accountId);
    await submit(saying({ kind: 'accepted', gatewayId: '1' }), purchaseId);
    const outcome = { ...CONFIRMED, confirmedAt: new Date().toISOString() };
    expect(await receive({ kind: 'verified', gatewayReference: purchaseId, outcome })).toBe('confirmed');
    expect(await fixture.statusOf(purchaseId)).toMatchObject({
      status: 'successful',
      network_reference: 'N1',
    });
  });

  it.each([
    ['was taken back since leaves nothing open', 'undone', 'taken back by the network'],
    ['still stands is our loss until a person decides', 'confirmed', null],
    ['cannot be asked for is our loss until a person decides', 'unavailable', null],
  ] as const)('of a delivery after a refund, whose order %s', async (_what, found, resolution) => {
    const purchaseId = await fixture.buy(fixture.accountId);
    await submit(saying({ kind: 'accepted', gatewayId: '1' }), purchaseId);
    const now = new Date().toISOString();
    const undone = {
      kind: 'reversed',
      deliveryKnown: false,
      confirmedAt: now,
      reversedAt: now,
      networkReference: 'N1',
      reason: 'Refunded by the network.',
    };
    expect(await receive({ kind: 'verified', gatewayReference: purchaseId, outcome: undone })).toBe('undone');
    const inquired: Record<typeof found, InquiryOutcome> = {
      undone: { ...undone, kind: 'reversed', confirmedAt: new Date(), reversedAt: new Date() },
      confirmed: CONFIRMED,
      unavailable: { kind: 'unavailable', detail: 'no answer' },
    };
    const told = { ...CONFIRMED, confirmedAt: now };
    expect(
      await receive({ kind: 'verified', gatewayReference: purchaseId, outcome: told }, inquired[found]),
    ).toBe('confirmed');

    expect(await fixture.statusOf(purchaseId)).toMatchObject({
      status: 'failed',
      failure_code: 'network_rejected',
    });
    const { rows } = await fixture.pool.query<{ resolution: string | null }>(
      `SELECT resolution FROM late_confirmations WHERE purchase_id = $1`,
      [uuidOf('pur', purchaseId)],
    );
    expect(rows).toEqual([{ resolution }]);
  });

  it('that is rejected books nothing and raises an alert', async () => {
    expect(await receive({ kind: 'rejected', detail: 'its signature is wrong' })).toBe('rejected');
    expect(await alertsOf('callback_rejected')).toEqual([
      expect.objectContaining({ detail: 'its signature is wrong' }),
    ]);
  });

  it('with the body of a rejected one is taken when its headers are right', async () => {
    const body = Buffer.from(JSON.stringify({ kind: 'of_no_order', detail: 'prices' }));
    const forged = await storeCallback(fixture.pool, NETWORK, true, {
      body,
      headers: { signature: 'wrong' },
    });
    const genuine = await storeCallback(fixture.pool, NETWORK, true, {
      body,
      headers: { signature: 'right' },
    });
    expect(forged?.id).not.toBe(genuine?.id);
  });
});

describe('news that contradicts what was booked', () => {
  const REFUSED = { kind: 'refused', code: 'number_barred', gatewayCode: 'X', supplierFault: false } as const;
  const REVERSED = {
    ...CONFIRMED,
    kind: 'reversed',
    deliveryKnown: true,
    reversedAt: new Date(),
    reason: 'r',
  } as const;

  it('is kept for people, counted, and moves nothing', async () => {
    const purchaseId = await fixture.buy(fixture.accountId);
    await submit(saying(CONFIRMED), purchaseId);
    const before = await countOpenNews(fixture.pool);
    await inquire(saying(REFUSED), purchaseId);
    await inquire(saying(REFUSED), purchaseId);
    expect(await contradictionsOf(purchaseId)).toEqual([{ kind: 'refused_after_confirmed', times: 2 }]);
    expect(await fixture.statusOf(purchaseId)).toMatchObject({ status: 'successful' });
    expect((await countOpenNews(fixture.pool)).contradictions).toBe(before.contradictions + 1);
  });

  it('of a success after a refusal is a late confirmation as well', async () => {
    const purchaseId = await fixture.buy(fixture.accountId);
    await submit(saying(REFUSED), purchaseId);
    await inquire(saying(CONFIRMED), purchaseId);
    expect(await contradictionsOf(purchaseId)).toEqual([{ kind: 'confirmed_after_refused', times: 1 }]);
    expect(await fixture.statusOf(purchaseId)).toMatchObject({ status: 'failed' });
    expect(await lateOf(purchaseId)).toEqual([{ resolution: null }]);
  });

  it('is no contradiction when a late delivery is taken back: nobody has lost anything', async () => {
    const purchaseId = await fixture.buy(fixture.accountId);
    await submit(saying({ kind: 'accepted', gatewayId: null }), purchaseId);
    await fixture.moveClock(RESOLVE_WITHIN_MS);
    await inquire(saying(CONFIRMED), purchaseId);
    expect(await lateOf(purchaseId)).toEqual([{ resolution: null }]);
    await inquire(saying(REVERSED), purchaseId);
    expect(await lateOf(purchaseId)).toEqual([{ resolution: 'taken back by the network' }]);
    expect(await contradictionsOf(purchaseId)).toEqual([]);
  });

  it('is one when the client had agreed to pay for the late delivery: its refund is for people to decide', async () => {
    const purchaseId = await fixture.buy(fixture.accountId);
    await submit(saying({ kind: 'accepted', gatewayId: null }), purchaseId);
    await fixture.moveClock(RESOLVE_WITHIN_MS);
    await inquire(saying(CONFIRMED), purchaseId);
    const actor = { operator: 'ada@example.com', reason: 'agreed by mail' };
    await resolveLateConfirmation(fixture.pool, purchaseId, 'charged_by_agreement', actor);
    await inquire(saying(REVERSED), purchaseId);
    expect(await lateOf(purchaseId)).toEqual([{ resolution: 'charged_by_agreement' }]);
    expect(await contradictionsOf(purchaseId)).toEqual([{ kind: 'reversed_after_agreed_charge', times: 1 }]);
  });

  async function lateOf(purchaseId: PurchaseId) {
    const { rows } = await fixture.pool.query<{ resolution: string | null }>(
      `SELECT resolution FROM late_confirmations WHERE purchase_id = $1`,
      [uuidOf('pur', purchaseId)],
    );
    return rows;
  }
});

describe('an order that waits for our word', () => {
  const UNCONFIRMED = { kind: 'unconfirmed', gatewayId: '77' } as const;

  it('is submitted again while its purchase may be sent', async () => {
    const purchaseId = await fixture.buy(fixture.accountId);
    const deps = saying({ kind: 'unknown', reason: 'timed_out', detail: '' }, UNCONFIRMED, CONFIRMED);
    expect(await submit(deps, purchaseId)).toMatchObject({ next: 'wait' });
    expect(await inquire(deps, purchaseId)).toMatchObject({ found: 'never_received', resend: true });
    expect(await submit(deps, purchaseId, 2)).toEqual({ next: 'done' });
  });

  it('is cancelled once its purchase has failed, which ends the inquiry', async () => {
    const purchaseId = await fixture.buy(fixture.accountId);
    const cancelled = {
      kind: 'refused',
      code: 'cancelled',
      gatewayCode: 'CANCELLED',
      supplierFault: false,
    } as const;
    const deps = saying({ kind: 'unknown', reason: 'timed_out', detail: '' }, UNCONFIRMED, cancelled);
    await submit(deps, purchaseId);
    await fixture.moveClock(RESOLVE_WITHIN_MS);
    const expired = { purchaseId, report: { kind: 'expired' }, endWorkflow: false } as const;
    await fixture.settleLane.settle(fixture.accountId, expired);
    expect(await inquire(deps, purchaseId)).toEqual({ found: 'final', as: 'refused' });
    expect(await fixture.statusOf(purchaseId)).toMatchObject({ failure_code: 'network_timeout' });
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { InquiryOutcome, SubmitOutcome } from '../../../adapters/adapter.ts';
import { uuidOf } from '../../../domain/ids.ts';
import { NETWORK } from '../../support/purchases/fixture.ts';
import { createGatewayFixture, type GatewayFixture } from '../../support/purchases/gateway.ts';
import {
  alertsOf,
  CONFIRMED,
  contradictionsOf,
  inquire,
  scripted,
  submit,
} from '../../support/purchases/scripted-gateway.ts';

let fixture: GatewayFixture;

beforeAll(async () => {
  fixture = await createGatewayFixture();
});
afterAll(() => fixture.close());

describe('an alert about a gateway', () => {
  const WALLET_EMPTY = {
    kind: 'not_submitted',
    reason: 'supplier_account',
    retryAfterMs: null,
    gatewayCode: '1006001 Insufficient balance',
  } as const;

  it('has the gateway’s text, fails no purchase and blames no number', async () => {
    const ports = scripted(fixture, WALLET_EMPTY);
    for (let order = 0; order < 3; order++) {
      const purchaseId = await fixture.buy(fixture.accountId);
      expect(await submit(ports, purchaseId)).toMatchObject({ kind: 'resendable' });
      expect(await fixture.statusOf(purchaseId)).toMatchObject({ status: 'pending', failure_code: null });
    }
    expect(await alertsOf(fixture, 'supplier_account')).toEqual([
      expect.objectContaining({
        networkId: NETWORK,
        livemode: true,
        detail: WALLET_EMPTY.gatewayCode,
        times: 3,
      }),
    ]);
  });

  it('ends when nothing raises it any longer, and counts from one when it comes back', async () => {
    await fixture.moveClock(16 * 60_000);
    expect(await alertsOf(fixture, 'supplier_account')).toEqual([]);
    await submit(scripted(fixture, WALLET_EMPTY), await fixture.buy(fixture.accountId));
    expect(await alertsOf(fixture, 'supplier_account')).toEqual([expect.objectContaining({ times: 1 })]);
  });

  it('is separate for each gateway of a network, whichever is raised last', async () => {
    const alert = { networkId: NETWORK, livemode: false, kind: 'callback_rejected' } as const;
    const raised = [
      ['main', 'the secret is wrong'],
      ['reloadly', 'no signature'],
      ['main', 'the secret is wrong'],
      ['reloadly', 'another signature'],
    ] as const;
    for (const [route, detail] of raised) fixture.alerts.raise({ ...alert, route, detail });
    await expect
      .poll(async () => (await alertsOf(fixture, 'callback_rejected')).map(({ times }) => times))
      .toEqual([2, 2]);
    expect(await alertsOf(fixture, 'callback_rejected')).toMatchObject([
      { route: 'main', detail: 'the secret is wrong' },
      { route: 'reloadly', detail: 'another signature' },
    ]);
  });

  it('is raised for an undocumented code, in an answer and in an inquiry', async () => {
    const unknown = { kind: 'unknown', reason: 'undocumented_code', detail: 'class 99 DEFERRED' } as const;
    const unread = { kind: 'unavailable', detail: 'class 98 PAUSED', undocumented: true } as const;
    const ports = scripted(fixture, unknown, unread);
    const purchaseId = await fixture.buy(fixture.accountId);
    expect(await submit(ports, purchaseId)).toMatchObject({ kind: 'unknown' });
    expect(await alertsOf(fixture, 'undocumented_answer')).toEqual([
      expect.objectContaining({ detail: unknown.detail }),
    ]);
    expect(await inquire(ports, purchaseId)).toMatchObject({ kind: 'unknown' });
    expect(await alertsOf(fixture, 'undocumented_answer')).toEqual([
      expect.objectContaining({ detail: unread.detail }),
    ]);
  });
});

describe('a delivery of another product than was ordered', () => {
  const OTHER = { ...CONFIRMED, product: '4711' };

  it.each([
    ['the answer to a submit', [OTHER]],
    ['an inquiry', [{ kind: 'accepted', gatewayId: '1' }, OTHER]],
  ] satisfies [string, (SubmitOutcome | InquiryOutcome)[]][])(
    'in %s counts, and is recorded for an operator',
    async (_where, answers) => {
      const purchaseId = await fixture.buy(fixture.accountId);
      const ports = scripted(fixture, ...answers);
      const { kind } = await submit(ports, purchaseId);
      if (kind === 'accepted') await inquire(ports, purchaseId);
      expect(await fixture.statusOf(purchaseId)).toMatchObject({ status: 'successful' });
      expect(await contradictionsOf(fixture, purchaseId)).toEqual([{ kind: 'other_product', times: 1 }]);
      const [alert] = await alertsOf(fixture, 'other_product');
      expect(alert?.detail).toMatch(new RegExp(`^${purchaseId}: ordered \\S+, the gateway names 4711$`));
    },
  );

  it('is not recorded if the answer names the product that was ordered', async () => {
    const purchaseId = await fixture.buy(fixture.accountId);
    const { rows } = await fixture.pool.query<{ code: string }>(
      'SELECT product_code AS code FROM purchases WHERE id = $1',
      [uuidOf('pur', purchaseId)],
    );
    await submit(scripted(fixture, { ...CONFIRMED, product: rows[0]?.code ?? '' }), purchaseId);
    expect(await contradictionsOf(fixture, purchaseId)).toEqual([]);
  });
});

import { afterAll, beforeAll, expect, it } from 'vitest';
import type { GatewayAdapter, SubmitOutcome } from '../../../adapters/adapter.ts';
import { newId } from '../../../domain/crypto/new-id.ts';
import type { PurchaseId } from '../../../domain/ids.ts';
import type { CrashPoint } from '../../../domain/purchase/crash-points.ts';
import { submitPurchase } from '../../../services/purchases/submit.ts';
import { type BatchFixture, createBatchFixture, MTN_BUNDLE, PRICE } from '../../support/batches/fixture.ts';
import { NO_ALERTS } from '../../support/no-alerts.ts';
import { createPurchasePorts } from '../../support/purchases/ports.ts';
import { repeatWhile } from '../../support/stalls.ts';

const LONGER_THAN_THE_MARGIN_MS = 5_500;

let fixture: BatchFixture;
beforeAll(async () => {
  fixture = await createBatchFixture(PRICE * 2);
});
afterAll(() => fixture.close());

it('sends nothing if it was delayed between its fence and its send', async () => {
  let sends = 0;
  const submit = async (): Promise<SubmitOutcome> => {
    sends += 1;
    return { kind: 'accepted', gatewayId: null };
  };
  const adapter: GatewayAdapter = {
    protocol: 'test',
    deduplicatesKey: true,
    inquiry: null,
    callbacks: null,
    cancellation: null,
    orderList: null,
    wallet: null,
    isProduct: null,
    submit,
    close: async () => undefined,
  };
  const crashPoint: CrashPoint = (name) => {
    // As a process that is stopped and resumed: nothing of it runs meanwhile.
    if (name === 'after_fence')
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LONGER_THAN_THE_MARGIN_MS);
  };
  const { pool, settleLane } = fixture;
  const ports = createPurchasePorts({
    pool,
    ledger: settleLane,
    adapterFor: () => adapter,
    alerts: NO_ALERTS,
  });
  const purchaseId = await buy();
  const request = { purchaseId, nextActionMs: 1_000 };

  const held = await submitPurchase(
    { ...ports, crashPoint },
    { ...request, attempt: 1 },
    new AbortController().signal,
  );
  expect({ held, sends }).toMatchObject({ held: { kind: 'resendable', afterMs: 0 }, sends: 0 });

  let attempt = 1;
  const resend = () => {
    attempt += 1;
    return submitPurchase(ports, { ...request, attempt }, new AbortController().signal);
  };
  // A machine that stands still holds it up once more.
  const resent = await repeatWhile(({ kind }) => kind === 'resendable', resend);
  expect({ resent, sends }).toMatchObject({ resent: { kind: 'accepted' }, sends: 1 });
});

async function buy(): Promise<PurchaseId> {
  const { acceptLane, catalogue, client } = fixture;
  const phoneNumber = '+2348030000001';
  await catalogue.networks();
  const result = await acceptLane.buy(client.accountId, {
    purchaseId: newId('pur'),
    reference: 'held-up',
    fingerprint: '00'.repeat(32),
    phoneNumber,
    bundleId: MTN_BUNDLE,
    offers: await catalogue.offers(client.accountId),
    requestedNetworkId: null,
    offer: (await catalogue.offers(client.accountId)).get(MTN_BUNDLE) ?? null,
    prefixNetworkId: await catalogue.prefixNetwork(phoneNumber),
    metadata: {},
    repeatWindowHours: 0,
    release: null,
  });
  if (result.kind !== 'accepted') throw new Error('it was not accepted');
  return result.purchase.order.id;
}

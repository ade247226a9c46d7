import { renderPurchase } from '../../contract/purchase.ts';
import { renderEvent } from '../../contract/webhook-body.ts';
import type { TestEvent } from '../../db/webhooks/test-events.ts';
import { newId } from '../../domain/crypto/new-id.ts';
import { type AccountId, uuidOf } from '../../domain/ids.ts';
import { minorUnits } from '../../domain/money/money.ts';
import type { PurchaseEventType } from '../../domain/purchase/movements.ts';
import type { Order, PurchaseState } from '../../domain/purchase/purchase.ts';

const MINUTE_MS = 60_000;

/** An event of a purchase that does not exist: its metadata marks it, and its id cannot be looked up. */
export function createTestEvent(accountId: AccountId, type: PurchaseEventType, now: Date): TestEvent {
  const [id, purchaseId] = [newId('evt'), newId('pur')];
  const order: Order = {
    id: purchaseId,
    accountId,
    livemode: false,
    reference: 'test-event',
    phoneNumber: '+2348030000000',
    networkId: 'net_mtn_ng',
    bundle: {
      id: 'bnd_mtn_ng_1gb_30d',
      name: 'MTN Nigeria 1 GB, 30 days',
      dataMb: 1_024,
      validityHours: 720,
    },
    price: minorUnits(100_000),
    currency: 'NGN',
    metadata: { test_event: 'true' },
    batchId: null,
    createdAt: new Date(now.getTime() - MINUTE_MS),
    resolveBy: new Date(now.getTime() + 14 * MINUTE_MS),
  };
  const body = renderEvent(id, type, now, renderPurchase({ order, state: stateOf(type, now) }));
  return { id, type, subjectUuid: uuidOf('pur', purchaseId), createdAt: now, body };
}

function stateOf(type: PurchaseEventType, now: Date): PurchaseState {
  const delivery = { confirmedAt: now, networkReference: 'test' };
  switch (type) {
    case 'purchase.successful':
      return { status: 'successful', completedAt: now, delivery };
    case 'purchase.failed':
      return { status: 'failed', completedAt: now, failureCode: 'network_timeout' };
    case 'purchase.reversed':
      return {
        status: 'reversed',
        completedAt: now,
        delivery,
        reversal: { reversedAt: now, reason: 'Test event' },
      };
  }
}

import { createHmac } from 'node:crypto';

const PURCHASE = {
  id: 'pur_1',
  object: 'purchase',
  reference: 'order-1001',
  status: 'successful',
  phone_number: '+2348031234567',
  network_id: 'net_mtn_ng',
  bundle: { id: 'bnd_1', name: 'MTN Nigeria 1 GB, 30 days', data_mb: 1024, validity_hours: 720 },
  price: { amount: 100_000, currency: 'NGN' },
  created_at: '2026-11-20T09:30:00.000Z',
  resolve_by: '2026-11-20T09:45:00.000Z',
  completed_at: '2026-11-20T09:30:01.300Z',
  delivery: null,
  failure: null,
  reversal: null,
  metadata: {},
};

/** What an event is about: a purchase with these fields, or a batch. */
export interface PostedEvent {
  readonly id: string;
  /** `purchase.` and the status of the purchase by default. */
  readonly type?: string;
  readonly object?: { readonly status?: string; readonly [field: string]: unknown };
}

/** Posts an event to a receiver, signed as a webhook. Returns the status; null without an answer. */
export async function postEvent(url: string, secret: string, event: PostedEvent): Promise<number | null> {
  const object = { ...PURCHASE, ...event.object };
  const body = JSON.stringify({
    id: event.id,
    object: 'event',
    type: event.type ?? `purchase.${object.status}`,
    created_at: '2026-11-20T09:30:01.300Z',
    data: { object },
  });
  const timestamp = String(Math.floor(Date.now() / 1_000));
  const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
  const headers = { 'svc-timestamp': timestamp, 'svc-signature': `v1=${signature}` };
  try {
    return (await fetch(url, { method: 'POST', body, headers })).status;
  } catch {
    return null;
  }
}

/** Events that a receiver must store, and what becomes of them: one fails, and the others must not wait for it. */
export const EVENTS: readonly PostedEvent[] = [
  { id: 'evt_1' },
  { id: 'evt_1' },
  { id: 'evt_2', type: 'batch.completed', object: { object: 'batch', id: 'bat_1', status: 'completed' } },
  { id: 'evt_3', type: 'purchase.moved' },
  { id: 'evt_4', object: { reference: null } },
  { id: 'evt_5', object: { status: 'reversed' } },
  // Older than the one before.
  { id: 'evt_6' },
  { id: 'evt_7', object: { reference: 'order-1002' } },
];
export const FAILING = 'evt_4';
/** What is printed: each change of an order once. */
export const PRINTED = [
  'purchase.reversed order-1001 reversed',
  'purchase.successful order-1001 successful',
  'purchase.successful order-1002 successful',
];

/** The lines of an output about orders, sorted. */
export function printedIn(output: string): string[] {
  return output
    .split('\n')
    .filter((line) => line.startsWith('purchase.'))
    .toSorted();
}

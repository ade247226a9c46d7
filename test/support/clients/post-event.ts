import { createHmac } from 'node:crypto';

/** Posts an event about a purchase to a receiver, signed as a webhook. Returns the status; null without an answer. */
export async function postEvent(url: string, secret: string, id: string): Promise<number | null> {
  const purchase = { id: 'pur_1', object: 'purchase', reference: 'order-1001', status: 'successful' };
  const body = JSON.stringify({
    id,
    object: 'event',
    type: 'purchase.successful',
    created_at: '2026-11-20T09:30:01.300Z',
    data: { object: purchase },
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

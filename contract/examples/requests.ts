import { PENDING_PURCHASE } from './purchases.ts';

/** A request that was refused, as the log of requests has it. */
export const LOGGED_REQUEST = {
  id: 'req_01kf0x9b4efb7r9m2ptq4n6wze',
  object: 'request' as const,
  created_at: '2026-11-24T09:30:00.000Z',
  method: 'POST',
  path: '/v1/purchases',
  status: 400,
  duration_ms: 14,
  principal: { kind: 'key' as const, id: 'key_01kf0x6q0sfb7r9m2ptq4n6wze', name: 'Shop' },
  address: '203.0.113.7',
};

export const LOGGED_REQUEST_DETAILS = {
  ...LOGGED_REQUEST,
  request_body: JSON.stringify({
    reference: PENDING_PURCHASE.reference,
    bundle_id: PENDING_PURCHASE.bundle.id,
  }),
  request_body_truncated: false,
  response_body:
    '{"error":{"code":"invalid_request","message":"phone_number is missing. Add it, then send the request again.","param":"phone_number"}}',
  response_body_truncated: false,
};

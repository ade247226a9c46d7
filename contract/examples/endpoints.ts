import { FAILED_ATTEMPT } from './events.ts';

/** Examples of webhook endpoints, as the documentation shows them. */

export const ENDPOINT = {
  id: 'wep_01kf0x7r1tfb7r9m2ptq4n6wze',
  object: 'webhook_endpoint',
  url: 'https://example.com/webhooks',
  description: 'Order service',
  event_types: ['purchase.successful', 'purchase.failed', 'purchase.reversed'],
  enabled: true,
  status: 'working',
  former_secret_until: null,
  created_at: '2026-11-20T08:00:00.000Z',
  updated_at: '2026-11-20T08:00:00.000Z',
} as const;

export const ENDPOINT_ATTEMPT = {
  event_id: 'evt_01kf0x9a3dfb7r9m2ptq4n6wze',
  event_type: 'purchase.successful',
  ...FAILED_ATTEMPT,
  endpoint_id: ENDPOINT.id,
} as const;

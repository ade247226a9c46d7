/** Examples of API keys, as the documentation shows them. */

export const API_KEY = {
  id: 'key_01kf0x7s4dfb7r9m2ptq4n6wze',
  object: 'api_key',
  name: 'Order service',
  last_four: 'x7Qp',
  status: 'active',
  scopes: ['purchases:create', 'purchases:read'],
  spend_caps: { per_purchase: null, per_day: { amount: 5_000_000, currency: 'NGN' } },
  spent_today: { amount: 1_250_000, currency: 'NGN' },
  current: false,
  created_at: '2026-11-20T08:00:00.000Z',
  expires_at: '2027-11-20T08:00:00.000Z',
  last_used_at: '2026-11-20T09:30:00.000Z',
  former_key_until: null,
  revoked_at: null,
} as const;

export const NEW_API_KEY = {
  ...API_KEY,
  spent_today: { amount: 0, currency: 'NGN' },
  last_used_at: null,
  key: 'bw_live_EXAMPLE',
} as const;

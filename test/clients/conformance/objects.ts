/** Objects of the API, as the scripted server sends them. */

export const KEY = 'bw_test_conformance_key_of_the_suite';
export const PHONE = '+2348031234567';
export const BUNDLE = 'bnd_mtn_ng_1gb_30d';
export const PURCHASE_ID = 'pur_01m7xax2ksf55ayygyecqe3t29';
export const BATCH_ID = 'bat_01m7xax2ksf55ayygyecqe3t29';
export const ENDPOINT_ID = 'wep_01m7xax2ksf55ayygyecqe3t29';
export const EVENT_ID = 'evt_01m7xax2ksf55ayygyecqe3t29';
export const DAY = '2026-11-20';

export const order = (reference: string) => ({ reference, phone_number: PHONE, bundle_id: BUNDLE });

export function purchase(change: object = {}) {
  return {
    id: PURCHASE_ID,
    object: 'purchase',
    reference: 'order-1',
    status: 'pending',
    phone_number: PHONE,
    network_id: 'net_mtn_ng',
    bundle: { id: BUNDLE, name: 'MTN Nigeria 1 GB, 30 days', data_mb: 1024, validity_hours: 720 },
    price: { amount: 100_000, currency: 'NGN' },
    created_at: '2026-11-20T20:38:25.224Z',
    resolve_by: '2126-11-20T20:53:25.224Z',
    completed_at: null,
    delivery: null,
    failure: null,
    reversal: null,
    metadata: {},
    ...change,
  };
}

const NO_ROWS = {
  rows: 0,
  valid: 0,
  invalid: 0,
  waiting: 0,
  refused: 0,
  pending: 0,
  successful: 0,
  failed: 0,
  reversed: 0,
};

export function batch(change: object = {}) {
  const nothing = { amount: 0, currency: 'NGN' };
  return {
    id: BATCH_ID,
    object: 'batch',
    reference: 'december',
    status: 'validating',
    start: 'manual',
    on_invalid: 'skip',
    on_insufficient_balance: 'pause',
    not_before: null,
    counts: NO_ROWS,
    cost: nothing,
    available: nothing,
    shortfall: nothing,
    sheet: null,
    sheets: [],
    notices: [],
    errors: [],
    warned: 0,
    warnings: [],
    pause: null,
    rejection: null,
    created_at: '2026-11-20T20:38:25.224Z',
    validated_at: null,
    started_at: null,
    estimated_completion_at: null,
    completed_at: null,
    ...change,
  };
}

export function endpoint(change: object = {}) {
  return {
    id: ENDPOINT_ID,
    object: 'webhook_endpoint',
    url: 'https://example.com/webhooks',
    description: 'Orders',
    event_types: ['purchase.successful', 'batch.completed'],
    enabled: true,
    status: 'new',
    former_secret_until: null,
    created_at: '2026-11-20T20:38:25.224Z',
    updated_at: '2026-11-20T20:38:25.224Z',
    ...change,
  };
}

/** One request that carried an event. */
export function attempt(change: object = {}) {
  return {
    kind: 'scheduled',
    endpoint_id: ENDPOINT_ID,
    number: 1,
    started_at: '2026-11-20T20:38:25.224Z',
    finished_at: '2026-11-20T20:38:25.524Z',
    outcome: 'failed',
    http_status: 503,
    error: 'http_status',
    url: 'https://example.com/webhooks',
    address: '203.0.113.7',
    duration_ms: 300,
    answer: 'Service Unavailable',
    ...change,
  };
}

/** An event with its attempts. */
export function event(change: object = {}) {
  return {
    id: EVENT_ID,
    object: 'event',
    type: 'purchase.successful',
    created_at: '2026-11-20T20:38:25.224Z',
    data: { object: purchase({ status: 'successful' }) },
    test: true,
    delivery: { status: 'pending', delivered_at: null, next_attempt_at: null, attempts: [attempt()] },
    ...change,
  };
}

export function page(data: readonly unknown[], next_cursor: string | null = null) {
  return { object: 'list', data, has_more: next_cursor !== null, next_cursor };
}

export function statement(change: object = {}) {
  const none = { count: 0, amount: 0 };
  return {
    object: 'statement',
    date: DAY,
    status: 'closed',
    currency: 'NGN',
    opening_balance: 500_000,
    closing_balance: 350_000,
    totals: {
      purchases_successful: { count: 2, amount: -150_000 },
      purchases_failed: none,
      reversals: none,
      funding: none,
      adjustments: none,
    },
    ...change,
  };
}

export const HEADER =
  'line_id,type,occurred_at,purchase_id,reference,phone_number,bundle_id,amount,currency,balance_after';

/** A line of the statement's CSV file. */
export function line(nth: number, type: string, reference: string, amount: number, balance: number): string {
  const of = reference === '' ? ['', '', '', ''] : [`pur_${nth}`, reference, PHONE, BUNDLE];
  return [`stl_${nth}`, type, `${DAY}T10:00:0${nth}.000Z`, ...of, amount, 'NGN', balance].join(',');
}

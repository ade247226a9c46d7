import { FAILURE_CODES } from '../domain/purchase/failure-codes.ts';

/** Examples of one purchase, one campaign and one day in each state that the documentation shows. */

const PURCHASE = {
  id: 'pur_01kf0x8v5sfb7r9m2ptq4n6wze',
  object: 'purchase',
  reference: 'order-1001',
  phone_number: '+2348031234567',
  network_id: 'net_mtn_ng',
  bundle: {
    id: 'bnd_mtn_ng_1gb_30d',
    name: 'MTN Nigeria 1 GB, 30 days',
    data_mb: 1024,
    validity_hours: 720,
  },
  price: { amount: 100_000, currency: 'NGN' },
  created_at: '2026-11-20T09:30:00.000Z',
  resolve_by: '2026-11-20T09:45:00.000Z',
  completed_at: null,
  delivery: null,
  failure: null,
  reversal: null,
  metadata: { campaign: 'december' },
} as const;

export const PENDING_PURCHASE = { ...PURCHASE, status: 'pending' } as const;

export const SUCCESSFUL_PURCHASE = {
  ...PURCHASE,
  status: 'successful',
  completed_at: '2026-11-20T09:30:01.300Z',
  delivery: { confirmed_at: '2026-11-20T09:30:01.240Z', network_reference: '2237512801' },
} as const;

const FAILED_PURCHASE = {
  ...PURCHASE,
  status: 'failed',
  completed_at: '2026-11-20T09:30:01.300Z',
  failure: { code: 'number_not_eligible', message: FAILURE_CODES.number_not_eligible.message },
} as const;

const REVERSED_PURCHASE = {
  ...SUCCESSFUL_PURCHASE,
  status: 'reversed',
  reversal: { reversed_at: '2026-11-21T10:12:00.000Z', reason: 'Reversed by the network' },
} as const;

const COMPLETED_BATCH = {
  id: 'bat_01kf0x8v5sfb7r9m2ptq4n6wze',
  object: 'batch',
  reference: 'december-campaign',
  status: 'completed',
  start: 'auto',
  on_invalid: 'skip',
  on_insufficient_balance: 'pause',
  not_before: null,
  counts: {
    rows: 500,
    valid: 493,
    invalid: 7,
    waiting: 0,
    refused: 0,
    pending: 0,
    successful: 485,
    failed: 7,
    reversed: 1,
  },
  cost: { amount: 41_400_000, currency: 'NGN' },
  available: { amount: 34_050_000, currency: 'NGN' },
  shortfall: { amount: 0, currency: 'NGN' },
  notices: [],
  errors: [],
  warned: 0,
  warnings: [],
  pause: null,
  rejection: null,
  created_at: '2026-11-20T09:30:00.000Z',
  validated_at: '2026-11-20T09:30:01.100Z',
  started_at: '2026-11-20T09:30:01.200Z',
  estimated_completion_at: null,
  completed_at: '2026-11-20T09:33:20.000Z',
} as const;

/** What an event carries, by the type of the event. */
export const EVENT_OBJECTS: Readonly<Record<string, object>> = {
  'purchase.successful': SUCCESSFUL_PURCHASE,
  'purchase.failed': FAILED_PURCHASE,
  'purchase.reversed': REVERSED_PURCHASE,
  'batch.completed': COMPLETED_BATCH,
};

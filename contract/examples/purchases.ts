import { FAILURE_CODES } from '../../domain/purchase/failure-codes.ts';

/** Examples of one purchase in each state, as the documentation shows them. */

export const PENDING_PURCHASE = {
  id: 'pur_01kf0x8v5sfb7r9m2ptq4n6wze',
  object: 'purchase',
  reference: 'order-1001',
  status: 'pending',
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

export const SUCCESSFUL_PURCHASE = {
  ...PENDING_PURCHASE,
  status: 'successful',
  completed_at: '2026-11-20T09:30:01.300Z',
  delivery: { confirmed_at: '2026-11-20T09:30:01.240Z', network_reference: '2237512801' },
} as const;

export const FAILED_PURCHASE = {
  ...PENDING_PURCHASE,
  status: 'failed',
  completed_at: '2026-11-20T09:30:01.300Z',
  failure: { code: 'number_not_eligible', message: FAILURE_CODES.number_not_eligible.message },
} as const;

export const REVERSED_PURCHASE = {
  ...SUCCESSFUL_PURCHASE,
  status: 'reversed',
  reversal: { reversed_at: '2026-11-21T10:12:00.000Z', reason: 'Reversed by the network.' },
} as const;

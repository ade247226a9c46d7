import { PENDING_PURCHASE, SUCCESSFUL_PURCHASE } from './purchases.ts';

/** An erasure that waits for a campaign. */
export const ERASURE = {
  id: 'era_01kf0x9w6tgb7r9m2ptq4n6wze',
  object: 'erasure' as const,
  status: 'running' as const,
  waits_for: 'campaign' as const,
  pseudonym: '+999012345678901',
  requested_at: '2026-11-20T09:30:00.000Z',
  completed_at: null,
  purchases: 3,
  statement_lines: 2,
  events: 3,
  campaign_rows: 0,
  references_kept: 0,
};

export const NUMBER_EXPORT = {
  object: 'number_export' as const,
  phone_number: PENDING_PURCHASE.phone_number,
  purchases: [SUCCESSFUL_PURCHASE],
  statement_lines: [
    {
      id: 'stl_01kf0x8v5sfb7r9m2ptq4n6wze',
      type: 'purchase',
      occurred_at: '2026-11-20T09:30:01.300Z',
      amount: { amount: -100_000, currency: 'NGN' },
      purchase_id: PENDING_PURCHASE.id,
    },
  ],
  events: [
    {
      id: 'evt_01kf0x8v5sfb7r9m2ptq4n6wze',
      type: 'purchase.successful',
      created_at: '2026-11-20T09:30:01.300Z',
      body: '{"id":"evt_01kf0x8v5sfb7r9m2ptq4n6wze"}',
      answers: ['ok'],
    },
  ],
  callbacks: [
    { network_id: 'net_mtn_ng', received_at: '2026-11-20T09:30:01.240Z', body: '{"status":"COMPLETED"}' },
  ],
  campaign_rows: [
    {
      batch_id: 'bat_01kf0x8v5sfb7r9m2ptq4n6wze',
      line: 2,
      cells: [{ column: 'phone', value: '08031234567' }],
    },
  ],
  blocked_at: null,
  looked_up: { network_id: 'net_mtn_ng', looked_up_at: '2026-11-20T09:30:00.000Z' },
  is_complete: true,
};

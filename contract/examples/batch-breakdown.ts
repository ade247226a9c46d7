import { COMPLETED_BATCH } from './batches.ts';

/** The breakdown of the completed batch: its counts and amounts are the same. */

const naira = (amount: number) => ({ amount, currency: 'NGN' });

const GLO_500MB = { network_id: 'net_glo_ng', bundle_id: 'bnd_glo_ng_500mb_7d' } as const;
const MTN_1GB = { network_id: 'net_mtn_ng', bundle_id: 'bnd_mtn_ng_1gb_30d' } as const;
const UNREADABLE = { network_id: null, bundle_id: null } as const;

export const BATCH_BREAKDOWN = {
  object: 'batch_breakdown',
  batch_id: COMPLETED_BATCH.id,
  outcomes: [
    {
      ...GLO_500MB,
      state: 'failed',
      reason: 'number_barred',
      retry: 'never',
      rows: 4,
      amount: naira(200_000),
    },
    { ...GLO_500MB, state: 'failed', reason: 'too_soon', retry: 'may_work', rows: 3, amount: naira(150_000) },
    { ...GLO_500MB, state: 'successful', reason: null, retry: null, rows: 151, amount: naira(7_550_000) },
    { ...MTN_1GB, state: 'reversed', reason: null, retry: null, rows: 1, amount: naira(100_000) },
    { ...MTN_1GB, state: 'successful', reason: null, retry: null, rows: 334, amount: naira(33_400_000) },
    {
      ...UNREADABLE,
      state: 'invalid',
      reason: 'invalid_phone_number',
      retry: 'never',
      rows: 1,
      amount: naira(0),
    },
  ],
} as const;

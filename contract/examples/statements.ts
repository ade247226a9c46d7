import { SUCCESSFUL_PURCHASE } from './purchases.ts';

/** Examples of one day's statement, as the documentation shows them. */

export const CLOSED_STATEMENT = {
  object: 'statement',
  date: '2026-11-20',
  status: 'closed',
  currency: 'NGN',
  opening_balance: 75_000_000,
  closing_balance: 34_050_000,
  totals: {
    purchases_successful: { count: 486, amount: -41_050_000 },
    purchases_failed: { count: 7, amount: 0 },
    reversals: { count: 1, amount: 100_000 },
    funding: { count: 0, amount: 0 },
    adjustments: { count: 0, amount: 0 },
  },
} as const;

export const OPEN_STATEMENT = { ...CLOSED_STATEMENT, status: 'open', closing_balance: null } as const;

export const STATEMENT_LINE = {
  id: 'stl_01kf0x8v5sfb7r9m2ptq4n6wze',
  object: 'statement_line',
  type: 'purchase',
  occurred_at: '2026-11-20T09:30:01.300Z',
  amount: -100_000,
  currency: 'NGN',
  balance_after: 74_900_000,
  purchase_id: SUCCESSFUL_PURCHASE.id,
  reference: SUCCESSFUL_PURCHASE.reference,
  phone_number: SUCCESSFUL_PURCHASE.phone_number,
  bundle_id: SUCCESSFUL_PURCHASE.bundle.id,
} as const;

/** The same line in the file of the day. */
export const STATEMENT_FILE = `line_id,type,occurred_at,purchase_id,reference,phone_number,bundle_id,amount,currency,balance_after
stl_01kf0x8v5sfb7r9m2ptq4n6wze,purchase,2026-11-20T09:30:01.300Z,pur_01kf0x8v5sfb7r9m2ptq4n6wze,order-1001,+2348031234567,bnd_mtn_ng_1gb_30d,-100000,NGN,74900000
`;

/** Examples of one batch in each state, as the documentation shows them. */

/** SHA-256 of the file in the examples. */
const FILE_SHA256 = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';

const naira = (amount: number) => ({ amount, currency: 'NGN' });

const NOTHING_MISSING = { amount: 0, currency: 'NGN' } as const;

const BATCH = {
  id: 'bat_01kf0x8v5sfb7r9m2ptq4n6wze',
  object: 'batch',
  reference: 'december-campaign',
  start: 'auto',
  on_invalid: 'skip',
  on_insufficient_balance: 'pause',
  not_before: null,
  send_between: null,
  duplicate_window_hours: 0,
  on_duplicate: 'buy',
  cost: { amount: 41_400_000, currency: 'NGN' },
  approved_cost: null,
  prices_locked_until: null,
  recurring_batch_id: null,
  retry_of: null,
  revision: 0,
  owner: { kind: 'key', id: 'key_01kf0x6q0sfb7r9m2ptq4n6wze' },
  note: null,
  cost_centre: null,
  archived_at: null,
  file_sha256: FILE_SHA256,
  sheet: null,
  sheets: [],
  notices: [],
  errors: [
    {
      column: 'phone_number',
      code: 'invalid_phone_number',
      message:
        '"2348031000099" has lost its +. Write +2348031000099. In the spreadsheet, format the column as text.',
      damage: 'lost_plus',
      line: 9,
    },
  ],
  warned: 0,
  warnings: [],
  corrections: { state: 'none', count: 0, first: [] },
  duplicates: [],
  pause: null,
  rejection: null,
  created_at: '2026-11-20T09:30:00.000Z',
  validated_at: '2026-11-20T09:30:01.100Z',
} as const;

const ROWS = { rows: 494, valid: 493, invalid: 1, refused: 0, reversed: 0, duplicates: 0 } as const;

const UNSTARTED = {
  ...BATCH,
  counts: { ...ROWS, waiting: 493, pending: 0, successful: 0, failed: 0 },
  charged: naira(0),
  refunded: naira(0),
  held: naira(0),
  not_spent: naira(41_400_000),
  available: { amount: 75_000_000, currency: 'NGN' },
  shortfall: NOTHING_MISSING,
  completed_at: null,
} as const;

/** Just uploaded, with `start=auto`. */
export const UPLOADED_BATCH = {
  ...UNSTARTED,
  status: 'running',
  stage: 'running',
  waits_for: null,
  started_at: '2026-11-20T09:30:01.100Z',
  estimated_completion_at: '2026-11-20T09:33:20.000Z',
  no_estimate: null,
} as const;

/** Started, and waiting for its start time. */
export const SCHEDULED_BATCH = {
  ...UPLOADED_BATCH,
  start: 'manual',
  stage: 'scheduled',
  waits_for: {
    code: 'start_time',
    message:
      'The campaign starts at 2026-12-01 08:00 UTC. Before that time, nothing is bought, and you can change the time.',
    until: '2026-12-01T08:00:00.000Z',
  },
  not_before: '2026-12-01T08:00:00.000Z',
  approved_cost: { amount: 41_400_000, currency: 'NGN' },
  estimated_completion_at: null,
  no_estimate: { code: 'starts_later', message: 'The campaign starts at 2026-12-01 08:00 UTC.' },
} as const;

/** Its schedule was removed, and nothing is agreed. */
export const UNSCHEDULED_BATCH = {
  ...UNSTARTED,
  start: 'manual',
  status: 'ready',
  stage: 'ready',
  waits_for: null,
  started_at: null,
  estimated_completion_at: '2026-11-20T09:33:20.000Z',
  no_estimate: null,
} as const;

const CORRECTION = {
  line: 12,
  column: 'phone_number',
  from: '234 803 100 0102',
  to: '+2348031000102',
  damage: 'separators',
} as const;

/** Its corrections were accepted. */
export const CORRECTED_BATCH = {
  ...UNSTARTED,
  start: 'manual',
  status: 'ready',
  stage: 'ready',
  waits_for: null,
  corrections: { state: 'accepted', count: 1, first: [CORRECTION] },
  started_at: null,
  estimated_completion_at: null,
  no_estimate: { code: 'measuring', message: 'There are not enough measured purchases on MTN yet.' },
} as const;

/** Its corrections were rejected, so one more row has an error. */
export const UNCORRECTED_BATCH = {
  ...CORRECTED_BATCH,
  counts: { ...CORRECTED_BATCH.counts, valid: 492, invalid: 2, waiting: 492 },
  cost: naira(41_300_000),
  not_spent: naira(41_300_000),
  errors: [
    ...BATCH.errors,
    {
      column: 'phone_number',
      code: 'invalid_phone_number',
      message:
        '"234 803 100 0102" is not in E.164 format, and the correction to +2348031000102 was rejected. Correct the cell.',
      line: 12,
    },
  ],
  corrections: { state: 'rejected', count: 1, first: [CORRECTION] },
} as const;

const UNDER_WAY = {
  ...BATCH,
  counts: { ...ROWS, waiting: 200, pending: 20, successful: 270, failed: 3 },
  charged: naira(22_900_000),
  refunded: naira(0),
  held: naira(1_700_000),
  not_spent: naira(16_800_000),
  available: { amount: 50_400_000, currency: 'NGN' },
  shortfall: NOTHING_MISSING,
  started_at: '2026-11-20T09:30:01.100Z',
  completed_at: null,
} as const;

export const RUNNING_BATCH = {
  ...UNDER_WAY,
  status: 'running',
  stage: 'running',
  waits_for: null,
  estimated_completion_at: '2026-11-20T09:33:20.000Z',
  no_estimate: null,
} as const;

export const PAUSED_BATCH = {
  ...UNDER_WAY,
  status: 'paused',
  stage: 'paused',
  waits_for: null,
  pause: { code: 'requested', message: 'Paused on request. Resume it to continue.' },
  estimated_completion_at: null,
  no_estimate: { code: 'paused', message: 'It was paused on request. Resume it to continue.' },
} as const;

export const CANCELED_BATCH = {
  ...UNDER_WAY,
  status: 'canceled',
  stage: 'canceled',
  waits_for: null,
  estimated_completion_at: null,
  no_estimate: null,
  completed_at: '2026-11-20T09:32:00.000Z',
} as const;

export const COMPLETED_BATCH = {
  ...BATCH,
  status: 'completed',
  stage: 'completed',
  waits_for: null,
  counts: {
    ...ROWS,
    waiting: 0,
    pending: 0,
    successful: 485,
    failed: 7,
    reversed: 1,
  },
  charged: naira(41_050_000),
  refunded: naira(100_000),
  held: naira(0),
  not_spent: naira(450_000),
  available: { amount: 34_050_000, currency: 'NGN' },
  shortfall: NOTHING_MISSING,
  started_at: '2026-11-20T09:30:01.100Z',
  estimated_completion_at: null,
  no_estimate: null,
  completed_at: '2026-11-20T09:33:20.000Z',
} as const;

export const BATCH_ROW = {
  object: 'batch_row',
  line: 2,
  state: 'successful',
  reference: 'december-campaign.2',
  phone_number: '+2348031234567',
  bundle_id: 'bnd_mtn_ng_1gb_30d',
  network_id: 'net_mtn_ng',
  price: { amount: 100_000, currency: 'NGN' },
  metadata: {},
  purchase_id: 'pur_01kf0x8v5sfb7r9m2ptq4n6wze',
  completed_at: '2026-11-20T09:30:01.300Z',
  failure: null,
  errors: [],
  warnings: [],
} as const;

/** A file as clients upload it. */
export const UPLOADED_FILE = `phone_number,bundle_id,reference
+2348031234567,bnd_mtn_ng_1gb_30d,december-1
+2348051234567,bnd_glo_ng_500mb_7d,december-2
`;

/** A row of it with its result. */
export const RESULT_FILE = `phone_number,bundle_id,reference,result.line,result.state,result.reference,result.purchase_id,result.network_id,result.price,result.currency,result.completed_at,result.network_reference,result.error_code,result.error_column,result.error_message,result.warning
+2348031234567,bnd_mtn_ng_1gb_30d,december-1,2,successful,december-1,pur_01kf0x8v5sfb7r9m2ptq4n6wze,net_mtn_ng,100000,NGN,2026-11-20T09:30:01.300Z,2237512801,,,,
`;

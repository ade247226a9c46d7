/** Examples of recurring batches, as the documentation shows them. */

export const RECURRING_BATCH = {
  id: 'rec_01kf0xc3v6fb7r9m2ptq4n6wze',
  object: 'recurring_batch',
  reference: 'weekly-bonus',
  batch_id: 'bat_01kf0x8v5sfb7r9m2ptq4n6wze',
  status: 'active',
  time_zone: 'Africa/Lagos',
  at: '08:00',
  weekdays: [1],
  month_days: [],
  ends_at: null,
  approved_cost: { amount: 45_000_000, currency: 'NGN' },
  duplicate_window_hours: 0,
  next_runs: ['2026-12-07T07:00:00.000Z', '2026-12-14T07:00:00.000Z'],
  last_runs: [
    {
      scheduled_at: '2026-11-30T07:00:00.000Z',
      outcome: 'started',
      batch_id: 'bat_01kf0xd8f2fb7r9m2ptq4n6wze',
      skip: null,
    },
    {
      scheduled_at: '2026-11-23T07:00:00.000Z',
      outcome: 'skipped',
      batch_id: null,
      skip: { code: 'previous_running', message: 'The batch of the run before was still running.' },
    },
  ],
  created_at: '2026-11-20T09:30:00.000Z',
} as const;

/** The status of a campaign, in a word or two. */
export function statusWord({ status, stage, pause }) {
  if (stage === 'scheduled') return 'Scheduled';
  if (status === 'paused' && pause?.code === 'insufficient_balance') return 'Waiting for funds';
  if (status === 'paused' && pause?.code === 'spending_limit') return 'At a spending limit';
  if (status === 'paused' && pause?.code === 'price_changed') return 'Prices changed';
  if (status === 'paused' && pause?.code === 'first_rows_done') return 'First rows done';
  return {
    validating: 'Checking',
    ready: 'Ready to start',
    running: 'Running',
    paused: 'Paused',
    completed: 'Completed',
    canceled: 'Cancelled',
    rejected: 'Rejected',
  }[status];
}

/** The outcomes of rows, in the order of the bar. */
export const OUTCOMES = [
  ['successful', 'Delivered'],
  ['reversed', 'Reversed, refunded'],
  ['failed', 'Failed, not charged'],
  ['refused', 'Skipped'],
  ['pending', 'Being delivered'],
  ['waiting', 'Waiting'],
];

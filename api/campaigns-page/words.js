/** What a campaign is doing, in a word or two. */
export function statusWord({ status, pause }) {
  if (status === 'paused' && pause?.code === 'insufficient_balance') return 'Waiting for money';
  return {
    validating: 'Being checked',
    ready: 'Ready to start',
    running: 'Running',
    paused: 'Paused',
    completed: 'Completed',
    canceled: 'Canceled',
    rejected: 'File refused',
  }[status];
}

/** What becomes of rows, in the order of the bar. */
export const OUTCOMES = [
  ['successful', 'Delivered'],
  ['reversed', 'Taken back, refunded'],
  ['failed', 'Failed, not charged'],
  ['refused', 'Not bought'],
  ['pending', 'Under way'],
  ['waiting', 'Waiting'],
];

import { rule, type Section } from '../rule.ts';

export const CAMPAIGNS: readonly Section[] = [
  {
    title: 'Campaigns and money',
    rules: [
      rule(
        'batch.money',
        'A batch shows `charged`, `refunded`, `held` and `not_spent`; they add up to `cost` and equal the statement',
      ),
      rule(
        'batch.approved',
        'If the cost or file in a start is not that of the batch, the answer is 409 `approval_mismatch`',
      ),
      rule('batch.price_lock', 'Until `prices_locked_until`, rows are bought at the prices of the check'),
      rule('batch.price_changed', 'A batch pauses before it would spend more than its `approved_cost`'),
      rule(
        'batch.first',
        'A start with `first` buys only this number of rows, and pauses when they are final',
      ),
    ],
  },
  {
    title: 'Recurring campaigns',
    rules: [
      rule(
        'recurring.run',
        'Each time of the calendar makes a batch from the rows of an earlier one, and starts it',
      ),
      rule('recurring.once', 'Each time of the calendar makes one batch, however often it is asked for'),
      rule('recurring.skip', 'A run is skipped, with the reason, while the one before is running'),
      rule('recurring.cost', 'A run that would cost more than was approved buys nothing'),
      rule('recurring.shown', 'A recurring batch shows its next runs and its last runs'),
    ],
  },
  {
    title: 'Start times of campaigns',
    rules: [
      rule(
        'batch.scheduled',
        'A batch that was started for a later time has the stage `scheduled`, and buys nothing before it',
      ),
      rule(
        'batch.send_between',
        'Outside `send_between` in the local time of the recipients a batch buys nothing, and says until when',
      ),
      rule('batch.scheduled.past', 'A start time in the past is 400, with the time now'),
      rule(
        'batch.scheduled.changes',
        'Until it starts, a scheduled batch can be moved, started now, or made `ready` again',
      ),
    ],
  },
];

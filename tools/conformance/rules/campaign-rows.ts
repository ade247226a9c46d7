import { rule, type Section } from '../rule.ts';

export const CAMPAIGN_ROWS: readonly Section[] = [
  {
    title: 'Rows of a campaign as resources',
    rules: [
      rule('rows.search', 'Rows are found by state, reason, network, bundle and phone number, page by page'),
      rule(
        'rows.breakdown',
        'Outcomes by network, bundle and reason add up to the counts of the batch and to the statement',
      ),
      rule('rows.change', 'A row of a batch that is not started is corrected, and counts and cost follow'),
      rule('rows.drop', 'A row is dropped, and restored'),
      rule('rows.duplicates', 'A changed row is checked together with all rows that have its number'),
      rule('rows.revision', 'An agreement to rows that were changed since is 409 `approval_mismatch`'),
      rule('rows.recheck', 'A batch is checked again at the prices, bundles and purchases of now'),
      rule(
        'rows.retry',
        'Rows that were not bought for reasons that may pass are made a batch, which names its origin',
      ),
      rule('rows.retry.same', 'The same reference of a retry is the same batch; another open retry is 409'),
      rule('rows.retry.people', 'Retries of several people at the same time are one batch'),
      rule('rows.retry.once', 'A retry of a retry, and a second retry, never buy a row twice'),
      rule(
        'rows.twice',
        'In any order of uploads, changed rows, retries, cancels, crashes and other purchases, no number gets a bundle twice unless asked',
      ),
      rule('rows.retry.since', 'A retry holds back what was bought since in another way'),
      rule('rows.retry.crash', 'A retry that is cut off leaves nothing'),
      rule('rows.crash', 'A change that is cut off changes nothing'),
    ],
  },
];

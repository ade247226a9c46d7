import { rule, type Section } from '../rule.ts';

export const CAMPAIGN_ROWS: readonly Section[] = [
  {
    title: 'Rows of a campaign as resources',
    rules: [
      rule('rows.search', 'Rows are found by state, reason, network, bundle and phone number, page by page'),
      rule('rows.change', 'A row of a batch that is not started is corrected, and counts and cost follow'),
      rule('rows.drop', 'A row is dropped, and restored'),
      rule('rows.duplicates', 'A changed row is checked together with all rows that have its number'),
      rule('rows.revision', 'An agreement to rows that were changed since is 409 `approval_mismatch`'),
      rule('rows.recheck', 'A batch is checked again at the prices, bundles and purchases of now'),
      rule('rows.crash', 'A change that is cut off changes nothing'),
    ],
  },
];

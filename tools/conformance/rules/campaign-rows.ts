import { rule, type Section } from '../rule.ts';

export const CAMPAIGN_ROWS: readonly Section[] = [
  {
    title: 'Rows of a campaign as resources',
    rules: [
      rule('rows.search', 'Rows are found by state, reason, network, bundle and phone number, page by page'),
    ],
  },
];

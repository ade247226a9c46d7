import { rule, type Section } from '../rule.ts';

export const CAMPAIGNS: readonly Section[] = [
  {
    title: 'Campaigns and money',
    rules: [
      rule(
        'batch.money',
        'A batch shows `charged`, `refunded`, `held` and `not_spent`; they add up to `cost` and equal the statement',
      ),
    ],
  },
];

import { rule, type Section } from '../rule.ts';

export const STATES: readonly Section[] = [
  {
    title: 'States and transitions',
    rules: [
      rule('states.accepted', 'Accepted: pending, the price moves from available to held, 201'),
      rule('states.successful', 'Confirmed before `resolve_by`: successful, charged, line and event'),
      rule('states.refused', 'Refused by the network: failed, the hold released, event'),
      rule('states.timeout', 'Not confirmed by `resolve_by`: failed with `network_timeout`'),
      rule('states.reversed', 'Reversed by the network: refunded, line and event'),
      rule('states.forward', 'A purchase only moves forward; failed and reversed are final'),
      rule('states.statement', 'A day is open, then closed once all its movements are recorded'),
      rule('states.closed', 'A closed statement never changes'),
    ],
  },
  {
    title: 'Statement placement',
    rules: [
      rule(
        'placement.1',
        'A purchase is on the statement of the day on which it was charged or failed, not created',
      ),
      rule('placement.2', 'A reversal is on the statement of the day on which it happened'),
      rule('placement.3', 'Failed purchases count in totals and have no line'),
      rule('placement.4', 'Opening balance plus all lines is the closing balance'),
    ],
  },
];

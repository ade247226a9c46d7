import { rule, type Section } from '../rule.ts';

const CHARGED =
  'domain/purchase: a pending purchase > that hears %s %s resolve_by, with %s stored in time: %s';
const MIDNIGHT = 'statements/closing: midnight >';

export const STATES: readonly Section[] = [
  {
    title: 'States and transitions',
    rules: [
      rule(
        'states.accepted',
        'Accepted: pending, the price moves from available to held, 201',
        'api/buying: a purchase that is accepted > moves its price from available to held',
        'api/buying: a purchase that is accepted > is answered by 201 with the whole Purchase, pending',
      ),
      rule(
        'states.successful',
        'Confirmed before `resolve_by`: successful, charged, line and event',
        CHARGED,
        'lanes/settle-lane: %s once, though five tell of it at once',
        'scenarios/outcomes: %s',
      ),
      rule(
        'states.refused',
        'Refused by the network: failed, the hold released, event',
        CHARGED,
        'scenarios/outcomes: %s',
      ),
      rule(
        'states.timeout',
        'Not confirmed by `resolve_by`: failed with `network_timeout`',
        'relay/guard: the deadline guard > settles what is overdue without Temporal, beyond one page, and leaves no start behind',
        'workflows/purchase: a purchase that nobody confirms > is inquired of at its times, once more shortly before resolve_by, and expires after fifteen minutes',
      ),
      rule(
        'states.reversed',
        'Reversed by the network: refunded, line and event',
        'lanes/settle-lane: books a reversal after the charge as a refund, and a second one not at all',
        'scenarios/outcomes: %s',
      ),
      rule(
        'states.forward',
        'A purchase only moves forward; failed and reversed are final',
        'domain/purchase: any news in any order > moves a purchase forward only, and money at most once each way',
        'domain/purchase: a purchase in a final state > %s that hears %s: %s, whatever the clock says and was stored',
      ),
      rule(
        'states.statement',
        'A day is open, then closed once everything of it is recorded',
        'statements/closing: closing > closes a day that has ended with its balances and totals, and a second time changes nothing',
        'statements/closing: closing > leaves today open',
      ),
      rule(
        'states.closed',
        'A closed statement never changes',
        'statements/closed-for-ever: answers the same bytes whatever happens after it was closed',
        'statements/closed-for-ever: cannot be changed: %s',
      ),
    ],
  },
  {
    title: 'Statement placement',
    rules: [
      rule(
        'placement.1',
        'A purchase is on the day it was charged or failed, not created',
        `${MIDNIGHT} puts a purchase created before and charged after it on the day it was charged`,
      ),
      rule(
        'placement.2',
        'A reversal is on the day it happened',
        `${MIDNIGHT} of the fortieth day after it was charged has the reversal on its own day`,
      ),
      rule(
        'placement.3',
        'Failed purchases count in totals and have no line',
        'domain/statement: the totals of a day > tell the outcomes apart; charges are negative, and failed purchases count without an amount',
        'lanes/settle-lane: %s once, though five tell of it at once',
      ),
      rule(
        'placement.4',
        'Opening balance plus all lines is the closing balance',
        'statements/routes: the lines of a day > lead from the opening balance to the closing balance',
        `${MIDNIGHT} closes while settlements and purchases race it, and every movement is on one day`,
      ),
    ],
  },
];

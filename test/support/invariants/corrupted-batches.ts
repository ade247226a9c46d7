import { bat, type Corruption, pur } from './corruption.ts';

export const BATCHES: readonly Corruption[] = [
  {
    what: 'a campaign shows another charge than the statement',
    invariant: 11,
    also: [],
    sql: ({ batch }) => [`UPDATE batch_tallies SET charged = 401 WHERE batch_id = ${bat(batch)}`],
    row: ({ batch }) => batch,
    why: /shows 401 charged, 0 refunded and 0 held; its lines and holds come to 400, 0 and 0/,
  },
  {
    what: 'a charged purchase is in no tally of its campaign',
    invariant: 11,
    also: [],
    sql: ({ batch }) => [`DELETE FROM batch_tallies WHERE batch_id = ${bat(batch)}`],
    row: ({ batch }) => batch,
    why: /shows 0 charged, .* come to 400/,
  },
  {
    what: 'a purchase with a charge was moved to another campaign',
    invariant: 11,
    also: [],
    sql: ({ otherSuccessful }) => [
      `UPDATE purchases SET batch_id = gen_random_uuid() WHERE id = ${pur(otherSuccessful)}`,
    ],
    row: ({ batch }) => batch,
    why: /shows 400 charged, .* come to 0, 0 and 0/,
  },
  {
    what: 'a campaign has spent more than its client agreed to',
    invariant: 11,
    also: [],
    sql: ({ batch }) => [`UPDATE batches SET approved_cost = 399 WHERE id = ${bat(batch)}`],
    row: ({ batch }) => batch,
    why: /with an agreed cost of 399/,
  },
];

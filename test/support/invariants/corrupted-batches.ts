import type { BatchId, PurchaseId } from '../../../domain/ids.ts';
import { bat, type Corruption, pur } from './corruption.ts';
import { NETWORK } from './history.ts';

/** Makes a purchase the one of line 2 of a campaign, with its money. */
function buysLine(batch: BatchId, purchase: PurchaseId, money: string): string[] {
  return [
    `UPDATE purchases SET batch_id = ${bat(batch)} WHERE id = ${pur(purchase)}`,
    `UPDATE batch_rows SET state = 'released', purchase_id = ${pur(purchase)},
            reference = (SELECT reference FROM purchases WHERE id = ${pur(purchase)})
      WHERE batch_id = ${bat(batch)}`,
    `INSERT INTO batch_tallies (batch_id, network_id, held, charged, refunded) VALUES (${bat(batch)}, '${NETWORK}', ${money})`,
  ];
}

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
  {
    what: 'a retry bought a row that its origin had bought',
    invariant: 12,
    also: [],
    sql: ({ origin, retry, reversed, successful }) => [
      ...buysLine(origin, reversed, '0, 300, 300'),
      ...buysLine(retry, successful, '0, 700, 0'),
    ],
    row: ({ successful }) => successful,
    why: /is one of 2 purchases for line 2 of campaign left and its retries that did not fail/,
  },
  {
    what: 'a retry buys a row while its origin waits for the outcome',
    invariant: 12,
    also: [],
    sql: ({ origin, retry, queued, running }) => [
      ...buysLine(origin, queued, '1000, 0, 0'),
      ...buysLine(retry, running, '2000, 0, 0'),
    ],
    row: ({ running }) => running,
    why: /2 purchases for line 2 of campaign left/,
  },
];

import type { Pool } from 'pg';
import { type AccountId, idFromUuid } from '../../domain/ids.ts';

/** What one account has in an outbox queue. */
export interface Lane {
  readonly queue: string;
  /** Null for what concerns no account, such as an e-mail to a person. */
  readonly account: { readonly id: AccountId; readonly name: string; readonly livemode: boolean } | null;
  /** Rows that wait for a worker. */
  readonly waiting: number;
  /** Rows that a worker has taken, or that are paused. */
  readonly taken: number;
  /** Since when the oldest row is there. */
  readonly oldestAt: Date;
  /** How many accounts have rows in the queue. */
  readonly lanes: number;
  /** All rows of the queue, as the fields above. */
  readonly queueWaiting: number;
  readonly queueTaken: number;
  readonly queueOldestAt: Date;
}

type Row = Omit<Lane, 'account'> & {
  readonly id: string | null;
  readonly name: string;
  readonly livemode: boolean;
};

/** The accounts with the most rows in each outbox queue that has any. @param most accounts of each queue */
export async function readLanes(db: Pool, most: number): Promise<Lane[]> {
  const { rows } = await db.query<Row>({
    name: 'read-lanes',
    // Rows of the queues of client endpoints have the endpoint in place of the account.
    text: `
      SELECT l.queue, a.id, a.name, a.livemode, l.waiting, l.taken, l."oldestAt", l.lanes, l."queueWaiting",
             l."queueTaken", l."queueOldestAt"
        FROM (SELECT o.queue, coalesce(c.account_id, o.account_id) AS account_id,
                     sum(o.waiting)::int AS waiting, sum(o.taken)::int AS taken, min(o.oldest) AS "oldestAt",
                     (count(*) OVER every)::int AS lanes, (sum(sum(o.waiting)) OVER every)::int AS "queueWaiting",
                     (sum(sum(o.taken)) OVER every)::int AS "queueTaken",
                     min(min(o.oldest)) OVER every AS "queueOldestAt",
                     row_number() OVER (PARTITION BY o.queue
                                        ORDER BY sum(o.waiting + o.taken) DESC, coalesce(c.account_id, o.account_id)) AS place
                FROM (SELECT queue, account_id, count(*) FILTER (WHERE claimed_until = '-infinity') AS waiting,
                             count(*) FILTER (WHERE claimed_until > '-infinity') AS taken, min(created_at) AS oldest
                        FROM outbox
                       GROUP BY queue, account_id) o
                LEFT JOIN client_endpoints c
                       ON c.id = o.account_id AND o.queue IN ('deliveries', 'deliveries.held')
               GROUP BY o.queue, coalesce(c.account_id, o.account_id)
              WINDOW every AS (PARTITION BY o.queue)) l
        LEFT JOIN accounts a ON a.id = l.account_id
       WHERE l.place <= $1
       ORDER BY l.queue, l.place`,
    values: [most],
  });
  return rows.map(({ id, name, livemode, ...row }) => ({
    ...row,
    account: id === null ? null : { id: idFromUuid('acc', id), name, livemode },
  }));
}

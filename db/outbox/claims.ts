import type { Pool, PoolClient } from 'pg';
import { CLAIM } from './claim-statement.ts';

/** An outbox row that this process holds until its lease ends. */
export interface ClaimedRow {
  readonly id: string;
  readonly topic:
    | 'start_purchase'
    | 'deliver_event'
    | 'retry_event'
    | 'end_purchase'
    | 'inquire_late'
    | 'run_batch'
    | 'low_balance'
    | 'batch_notice'
    | 'person_mail'
    | 'deliver_to_endpoint'
    | 'retry_delivery'
    | 'sync_schedule';
  /** UUID of the purchase, event, batch, delivery or recurring campaign. */
  readonly subjectUuid: string;
  /** Of the account; in queues of deliveries, of the endpoint; of mails to people, of the person or invitation. */
  readonly accountUuid: string;
  /** Of a row that asks for an attempt; null is the first attempt. */
  readonly attempt: number | null;
}

/**
 * Where the claims of one queue are. Keep one per queue: a claim may take a single row, and the next one continues behind its
 * account.
 */
export interface RoundRobin {
  /** UUID of the account that was served last. */
  lastServed: string;
  /** From when the queue is looked through again for rows whose lease or pause has ended, as `performance.now()` counts. */
  returnsFrom: number;
}

const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

/** Starts with the first account. */
export function createRoundRobin(): RoundRobin {
  return { lastServed: BEFORE_ALL, returnsFrom: 0 };
}

/** Who may have how many rows of a claim; by default each account as many as there is room for. */
export interface ClaimLimits {
  /** Rows that an account, by its UUID, may have at most. */
  readonly capacities?: ReadonlyMap<string, number>;
  /** Rows that each account outside `capacities` may have at most; by default as many as are claimed. */
  readonly defaultCapacity?: number;
  /** Rows of batches, which come last of all, that are claimed at most; by default as many as there is room for. */
  readonly batchRowsMax?: number;
  /** Where the turn of accounts starts; moved by the claim. A claim without one starts with the first account. */
  readonly roundRobin?: RoundRobin;
}

/**
 * Claims up to `limit` rows of a queue for `leaseMs`: lower priority numbers first, and within one priority a row of each
 * account in turn, even if one account has many rows waiting. Safe in any number of processes at the same time.
 */
export async function claimRows(
  db: Pool | PoolClient,
  queue: string,
  limit: number,
  leaseMs: number,
  {
    capacities = new Map(),
    defaultCapacity = limit,
    batchRowsMax = limit,
    roundRobin = createRoundRobin(),
  }: ClaimLimits = {},
): Promise<ClaimedRow[]> {
  await returnLapsed(db, queue, roundRobin);
  const { rows } = await db.query<ClaimedRow & { place: number }>({
    name: 'claim-rows',
    text: CLAIM,
    values: [
      queue,
      limit,
      leaseMs,
      roundRobin.lastServed,
      [...capacities.keys()],
      [...capacities.values()],
      batchRowsMax,
      defaultCapacity,
    ],
  });
  rows.sort((one, other) => one.place - other.place);
  roundRobin.lastServed = rows.at(-1)?.accountUuid ?? roundRobin.lastServed;
  return rows.map(({ place: _place, ...row }) => row);
}

/** Whether any row of a queue waits to be claimed. */
export async function hasWaiting(
  db: Pool | PoolClient,
  queue: string,
  roundRobin: RoundRobin = createRoundRobin(),
): Promise<boolean> {
  await returnLapsed(db, queue, roundRobin);
  const { rows } = await db.query<{ waits: boolean }>({
    name: 'has-waiting',
    // In the order of the index: while the queue is empty, the planner may believe that other rows of the outbox are of it.
    text: `
      SELECT EXISTS (SELECT FROM (SELECT id
                                    FROM outbox
                                   WHERE queue = $1 AND claimed_until = '-infinity'
                                   ORDER BY priority, account_id, id
                                   LIMIT 1) first) AS waits`,
    values: [queue],
  });
  return rows[0]?.waits === true;
}

const LAPSED_MAX = 1_000;
/** How late a row returns at most while claims follow one another. Most claims find none, and each search costs a statement. */
const RETURN_MS = 250;

/** Lets rows wait again whose lease or pause has ended. */
async function returnLapsed(db: Pool | PoolClient, queue: string, roundRobin: RoundRobin): Promise<void> {
  const now = performance.now();
  if (now < roundRobin.returnsFrom) return;

  roundRobin.returnsFrom = now + RETURN_MS;
  await db.query({
    name: 'return-lapsed',
    text: `
      UPDATE outbox
         SET claimed_until = '-infinity'
       WHERE id = ANY (ARRAY (
             SELECT id
               FROM outbox
              WHERE queue = $1 AND claimed_until > '-infinity' AND claimed_until < (SELECT app_now())
              ORDER BY claimed_until
              LIMIT ${LAPSED_MAX}
                FOR UPDATE SKIP LOCKED))`,
    values: [queue],
  });
}

import type { Pool } from 'pg';
import { pino } from 'pino';
import { type EventId, uuidOf } from '../../../domain/ids.ts';
import type { Deliveries } from '../../../services/webhooks/deliver.ts';
import {
  type AttemptQueues,
  createWebhookAttempts,
  OPERATOR_QUEUES,
} from '../../../worker/relay/webhook-attempts.ts';
import { onePool } from '../relay/stubs.ts';
import { createWebhookFixture, type WebhookFixture } from './fixture.ts';
import { type Answer, OK, type Receiver, startReceiver } from './receiver.ts';

/** How long a claimed attempt stays with the relay that claimed it. */
export const LEASE_MS = 120_000;

/** Accounts, events, and a receiver that answers as the test says. */
export interface AttemptFixture extends WebhookFixture {
  readonly receiver: Receiver;
  /** What the receiver answers from now on; 200 until it is set. */
  answerWith(answer: Answer): void;
  /** One pass of a relay over each queue of attempts, until all started attempts have ended. */
  attemptAll(deliveries?: Deliveries): Promise<void>;
  /** A new account's event, for the receiver, for another address, or for an account without an endpoint (null). */
  makeEvent(url?: string | null): Promise<EventId>;
  attemptsOf(event: EventId): Promise<AttemptRow[]>;
  deliveryOf(event: EventId): Promise<string | undefined>;
  /** What the outbox holds for an event, as `queue:topic`, and whether the event was delivered. */
  stateOf(event: EventId): Promise<{ topics: string[]; delivered: boolean | undefined }>;
}

export interface AttemptRow {
  readonly attempt: number;
  readonly outcome: string | null;
  readonly http_status: number | null;
  readonly error: string | null;
}

export async function createAttemptFixture(): Promise<AttemptFixture> {
  const fixture = await createWebhookFixture();
  let answer = OK;
  const receiver = await startReceiver((response, nth) => answer(response, nth));
  const { pool } = fixture;
  return {
    ...fixture,
    receiver,
    answerWith(next) {
      answer = next;
    },
    attemptAll: (deliveries = fixture.deliveries) => attemptAll(pool, deliveries),
    async makeEvent(url = receiver.url) {
      const [event] = await fixture.makeEvents(await fixture.openAccountAt(url), 1);
      if (event === undefined) throw new Error('no event');
      return event;
    },
    attemptsOf: (event) => readAttempts(pool, event),
    async deliveryOf(event) {
      const { rows } = await pool.query<{ delivery: string }>(`SELECT delivery FROM events WHERE id = $1`, [
        uuidOf('evt', event),
      ]);
      return rows[0]?.delivery;
    },
    stateOf: (event) => readState(pool, event),
    async close() {
      await receiver.close();
      await fixture.close();
    },
  };
}

/** One pass of a relay over the queues of attempts, until all started attempts have ended. */
export async function attemptAll(
  pool: Pool,
  deliveries: Pick<Deliveries<never>, 'read' | 'begin'>,
  attemptQueues: AttemptQueues = OPERATOR_QUEUES,
): Promise<void> {
  const log = pino({ level: 'silent' });
  const attempts = createWebhookAttempts({
    pools: onePool(pool),
    deliveries,
    attemptQueues,
    log,
    onFree: () => {},
  });
  await attempts.open();
  await attempts.idle();
  await attempts.held();
  await attempts.idle();
}

async function readAttempts(pool: Pool, event: EventId): Promise<AttemptRow[]> {
  const { rows } = await pool.query<AttemptRow>(
    `SELECT attempt, outcome, http_status, error FROM webhook_attempts WHERE event_id = $1 ORDER BY attempt`,
    [uuidOf('evt', event)],
  );
  return rows;
}

async function readState(pool: Pool, event: EventId) {
  const { rows } = await pool.query<{ topics: string[] | null; delivered: boolean }>(
    `SELECT (SELECT array_agg(queue || ':' || topic) FROM outbox WHERE subject_id = $1) AS topics,
            (SELECT delivered_at IS NOT NULL FROM events WHERE id = $1) AS delivered`,
    [uuidOf('evt', event)],
  );
  return { topics: rows[0]?.topics ?? [], delivered: rows[0]?.delivered };
}

/** A pool on which the statements of such names fail. */
export function failing(pool: Pool, fails: (name: string | undefined) => boolean): Pool {
  return new Proxy(pool, {
    get(target, name) {
      if (name !== 'query') return Reflect.get(target, name);
      return (query: { name?: string }, values?: unknown[]) => {
        if (fails(query.name)) return Promise.reject(new Error('the process died'));
        return target.query(query as Parameters<Pool['query']>[0], values);
      };
    },
  });
}

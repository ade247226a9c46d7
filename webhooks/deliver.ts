import type { Pool } from 'pg';
import {
  type DeliverableEvent,
  type FinishedAttempt,
  findDeliverableEvents,
  finishAttempts,
  hasFailed,
  openAttempts,
} from '../db/webhooks.ts';
import type { CrashPoint } from '../domain/crash-points.ts';
import { newUuid } from '../domain/crypto/new-id.ts';
import { openSecret } from '../domain/crypto/sealed-secret.ts';
import type { EventId } from '../domain/ids.ts';
import { TEMPORAL_QUEUE } from '../domain/queues.ts';
import { createLanes } from '../lanes/lane.ts';
import type { Sender } from './send.ts';

export interface DeliveryDeps {
  readonly pool: Pool;
  readonly sender: Sender;
  /** 32 bytes; opens the endpoints' secrets. */
  readonly secretsKey: Buffer;
  /** Told after each commit which queues have new rows, to wake the relay. */
  readonly onOutbox: (queues: ReadonlySet<string>) => void;
  /** Given by fault tests alone. */
  readonly crashPoint?: CrashPoint;
}

/** A first attempt as the outbox asks for it. */
export interface FirstAttempt {
  readonly eventId: EventId;
  readonly outboxId: string;
}

export type AttemptOutcome = 'delivered' | 'failed' | 'no_endpoint';

export interface Deliveries {
  /**
   * Begins the first attempts of events: resolves when their rows are committed, with one promise an attempt that
   * resolves when its outcome is recorded.
   */
  beginFirst(attempts: readonly FirstAttempt[]): Promise<readonly Promise<void>[]>;
  /** Makes one later attempt of an event; safe to ask for again: one that failed is not repeated. */
  deliverAgain(eventId: EventId, attempt: number): Promise<AttemptOutcome>;
}

const FINISH_CAP = 200;

/** Delivery of events: what the relay does first and the webhookRetries workflow does later. */
export function createDeliveries(deps: DeliveryDeps): Deliveries {
  // Outcomes arrive one by one and are recorded together, as many as came during the last commit.
  const finishing = createLanes<'attempts', FinishedAttempt, true>({
    cap: FINISH_CAP,
    worthSplitting: () => false,
    work: async (_key, finished) => {
      await finishAttempts(deps.pool, finished);
      return finished.map(() => true as const);
    },
  });
  const finish = (attempt: FinishedAttempt) => finishing.run('attempts', attempt);

  return {
    async beginFirst(attempts) {
      const events = await findDeliverableEvents(
        deps.pool,
        attempts.map(({ eventId }) => eventId),
      );
      const byId = new Map(events.map((event) => [event.eventId, event]));
      const sendable = attempts.filter(({ eventId }) => byId.get(eventId)?.endpoint != null);
      await openAttempts(
        deps.pool,
        sendable.map(({ eventId }) => eventId),
        1,
      );
      return attempts.map((attempt) => deliverOneFirst(deps, finish, attempt, byId.get(attempt.eventId)));
    },

    async deliverAgain(eventId, attempt) {
      const [event] = await findDeliverableEvents(deps.pool, [eventId]);
      if (event?.delivered === true) return 'delivered';
      if (event === undefined || event.endpoint === null) return 'no_endpoint';
      if (await hasFailed(deps.pool, eventId, attempt)) return 'failed';

      await openAttempts(deps.pool, [eventId], attempt);
      const result = await send(deps, event, event.endpoint);
      await finish({ ...result, eventId, attempt, outboxId: null, retryOutboxId: null });
      return result.outcome;
    },
  };
}

async function deliverOneFirst(
  deps: DeliveryDeps,
  finish: (attempt: FinishedAttempt) => Promise<true>,
  { eventId, outboxId }: FirstAttempt,
  event: DeliverableEvent | undefined,
): Promise<void> {
  deps.crashPoint?.('before_webhook');
  const result =
    event === undefined || event.endpoint === null
      ? // Nobody to tell: the row goes, the event stays readable by lookup.
        ({ outcome: 'failed', httpStatus: null, error: 'no_endpoint' } as const)
      : await send(deps, event, event.endpoint);
  const retry = result.outcome === 'failed' && result.error !== 'no_endpoint';
  await finish({ ...result, eventId, attempt: 1, outboxId, retryOutboxId: retry ? newUuid() : null });
  if (retry) deps.onOutbox(new Set([TEMPORAL_QUEUE]));
}

async function send(
  deps: DeliveryDeps,
  event: DeliverableEvent,
  endpoint: NonNullable<DeliverableEvent['endpoint']>,
): Promise<Pick<FinishedAttempt, 'outcome' | 'httpStatus' | 'error'>> {
  const secret = readSecret(endpoint.sealedSecret, deps.secretsKey);
  if (secret === null) return { outcome: 'failed', httpStatus: null, error: 'secret_unreadable' };

  const result = await deps.sender.send({ ...event, url: endpoint.url, secrets: [secret] });
  return { error: null, ...result };
}

/** Null where SECRETS_KEY is not the key that the secret was sealed with: an attempt like any other that failed. */
function readSecret(sealed: Buffer, key: Buffer): string | null {
  try {
    return openSecret(sealed, key);
  } catch {
    return null;
  }
}

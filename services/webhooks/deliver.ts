import type { Pool } from 'pg';
import { isDeadlock } from '../../db/errors.ts';
import type { ClaimedRow } from '../../db/outbox/claims.ts';
import type { AskedAttempt } from '../../db/webhooks/asked-attempts.ts';
import type { AttemptTables } from '../../db/webhooks/attempt-tables.ts';
import type { AskedFor, DeliverableEvent, Endpoint } from '../../db/webhooks/deliverable-events.ts';
import {
  dropAttempts,
  type FinishedAttempt,
  finishAttempts,
  openAttempts,
} from '../../db/webhooks/webhooks.ts';
import { newUuid } from '../../domain/crypto/new-id.ts';
import { type SecretsKeys, tryOpenSecret } from '../../domain/crypto/sealed-secret.ts';
import type { AccountId, EventId } from '../../domain/ids.ts';
import { TEMPORAL_QUEUE } from '../../domain/network/queues.ts';
import type { CrashPoint } from '../../domain/purchase/crash-points.ts';
import { judgeStanding, type Standing } from '../../domain/webhook/endpoint-standing.ts';
import { ATTEMPTS_MAX } from '../../domain/webhook/retry-schedule.ts';
import { createLanes } from '../lane.ts';
import { readHost } from './receiver-address.ts';
import type { Sender } from './send.ts';

/** Where deliveries of one kind are kept, and how they are read and requested. */
export interface DeliveryStore<SubjectId> {
  readonly tables: AttemptTables;
  /** The outbox queue of its attempts. */
  readonly queue: string;
  find(pool: Pool, attempts: readonly AskedFor[]): Promise<DeliverableEvent[]>;
  /** Requests an attempt, once even if repeated, and returns its state. */
  ask(pool: Pool, subject: SubjectId, attempt: number): Promise<AskedAttempt>;
}

export interface DeliveryDeps {
  readonly pool: Pool;
  readonly sender: Sender;
  /** Opens the endpoints' secrets. */
  readonly secretsKeys: SecretsKeys;
  /** Called after each commit with the queues that have new rows, to wake the relay. */
  readonly onOutbox: (queues: ReadonlySet<string>) => void;
  /** Only for fault tests. */
  readonly crashPoint?: CrashPoint;
}

/** An attempt to be made, as its outbox row asks for it. */
export interface WantedAttempt {
  readonly outboxId: string;
  readonly accountId: AccountId;
  readonly event: DeliverableEvent;
  readonly url: string;
  /** The host of the endpoint; endpoints of several accounts may share one. */
  readonly host: string;
  readonly standing: Standing;
  /** The secrets that are valid now, newest first. */
  readonly secrets: readonly string[];
}

export interface Wanted {
  readonly attempts: readonly WantedAttempt[];
  /** Rows whose secrets none of our keys opens: nothing is sent until an operator configures the right key. */
  readonly unreadable: readonly { readonly outboxId: string; readonly accountId: AccountId }[];
}

export interface Deliveries<SubjectId = EventId> {
  /** Reads what claimed rows ask for; rows that no longer ask for anything are ended. */
  read(rows: readonly ClaimedRow[]): Promise<Wanted>;
  /**
   * Begins attempts: resolves when their rows are committed, with one promise per attempt that resolves when its outcome is
   * recorded.
   */
  begin(attempts: readonly WantedAttempt[]): Promise<readonly Promise<FinishedAttempt['outcome']>[]>;
  /** Requests a later attempt and returns its state; idempotent. */
  ask(subject: SubjectId, attempt: number): Promise<AskedAttempt>;
}

const FINISH_CAP = 200;

/** Delivery of events: every attempt, first or later, scheduled or resent, passes through here. */
export function createDeliveriesOf<SubjectId>(
  deps: DeliveryDeps,
  store: DeliveryStore<SubjectId>,
): Deliveries<SubjectId> {
  // Outcomes arrive one by one; those that arrive during a commit are recorded together in the next.
  const finishing = createLanes<'attempts', FinishedAttempt, true>({
    cap: FINISH_CAP,
    shouldRetryIndividually: () => false,
    shouldRepeat: isDeadlock,
    work: async (_key, finished) => {
      await finishAttempts(deps.pool, finished, store.tables);
      return finished.map(() => true as const);
    },
  });

  return {
    read: (rows) => readWanted(deps, store, rows),

    async begin(attempts) {
      if (attempts.length === 0) return [];
      await openAttempts(
        deps.pool,
        attempts.map(({ event: { subjectUuid, turn, attempt }, url }) => ({
          subjectUuid,
          turn,
          attempt,
          url,
        })),
        store.tables,
      );
      return attempts.map(async (wanted) => {
        const finished = await deliver(deps, wanted);
        await finishing.run('attempts', finished);
        if (finished.retryOutboxId !== null) deps.onOutbox(new Set([TEMPORAL_QUEUE]));
        return finished.outcome;
      });
    },

    async ask(subject, attempt) {
      const asked = await store.ask(deps.pool, subject, attempt);
      if (asked === 'waiting') deps.onOutbox(new Set([store.queue]));
      return asked;
    },
  };
}

async function readWanted(
  { pool, secretsKeys }: DeliveryDeps,
  store: Pick<DeliveryStore<unknown>, 'tables' | 'find'>,
  rows: readonly ClaimedRow[],
): Promise<Wanted> {
  const events = await store.find(
    pool,
    rows.map(({ subjectUuid, attempt }) => ({ subjectUuid, attempt: attempt ?? 1 })),
  );
  const byKey = new Map(events.map((event) => [`${event.subjectUuid} ${event.attempt}`, event]));

  const attempts: WantedAttempt[] = [];
  const unreadable: { outboxId: string; accountId: AccountId }[] = [];
  const over: string[] = [];
  const unsent: string[] = [];
  for (const { id: outboxId, subjectUuid, attempt } of rows) {
    const event = byKey.get(`${subjectUuid} ${attempt ?? 1}`);
    if (event === undefined || event.endpoint === null || isOver(event)) {
      over.push(outboxId);
      if (event?.endpoint === null) unsent.push(event.subjectUuid);
      continue;
    }
    const { accountId } = event;
    const secrets = readSecrets(event.endpoint, secretsKeys);
    if (secrets === null) unreadable.push({ outboxId, accountId });
    else attempts.push({ outboxId, accountId, event, secrets, ...toPlace(event.endpoint) });
  }
  // There is no endpoint: the row ends, and the event can still be read and resent.
  await dropAttempts(pool, over, unsent, store.tables);
  return { attempts, unreadable };
}

/** A scheduled attempt is skipped if the event was delivered in the meantime; a resend is not. */
function isOver({ attempt, delivered, recorded }: DeliverableEvent): boolean {
  return recorded || (delivered && attempt <= ATTEMPTS_MAX);
}

function toPlace({ url, record }: Endpoint): Pick<WantedAttempt, 'url' | 'host' | 'standing'> {
  return { url, host: URL.canParse(url) ? readHost(new URL(url)) : url, standing: judgeStanding(record) };
}

async function deliver(deps: DeliveryDeps, wanted: WantedAttempt): Promise<FinishedAttempt> {
  const { event, outboxId, accountId, url, secrets } = wanted;
  const { eventId, subjectUuid, turn, attempt, purchaseId, type, body } = event;
  deps.crashPoint?.('before_webhook');
  const result = await deps.sender.send({ eventId, attempt, purchaseId, type, body, url, secrets });
  deps.crashPoint?.('after_webhook');
  const retryOutboxId = result.outcome === 'failed' && attempt === 1 ? newUuid() : null;
  return { ...result, subjectUuid, turn, attempt, accountId, url, outboxId, retryOutboxId };
}

/** Null where one of them was sealed with a key that we do not have. */
function readSecrets({ sealedSecrets }: Endpoint, keys: SecretsKeys): readonly string[] | null {
  const secrets = sealedSecrets.map((sealed) => tryOpenSecret(sealed, keys));
  return secrets.includes(null) ? null : secrets.filter((secret) => secret !== null);
}

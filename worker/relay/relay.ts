import type { Logger } from 'pino';
import { endStoppedUploads } from '../../db/batches/discard.ts';
import { resumeFundedBatches, resumeLimitedBatches } from '../../db/batches/resume.ts';
import { createRoundRobin } from '../../db/outbox/claims.ts';
import { findOpenCallbacks } from '../../db/purchases/callbacks.ts';
import { requeueLongWaits, requeueSilentRetries } from '../../db/purchases/lost-waits.ts';
import { forgetOldTurns } from '../../db/purchases/number-turns.ts';
import { requeueOverdueRuns } from '../../db/recurrence/runs.ts';
import { CLIENT_TABLES } from '../../db/webhooks/attempt-tables.ts';
import type { DeliveryId } from '../../domain/ids.ts';
import {
  APPROVAL_NOTICE_QUEUE,
  BATCH_NOTICE_QUEUE,
  DELIVERY_QUEUE,
  HELD_DELIVERY_QUEUE,
  LOW_BALANCE_QUEUE,
  PERSON_MAIL_QUEUE,
  PROBE_QUEUE,
  TEMPORAL_QUEUE,
  WEBHOOK_QUEUE,
} from '../../domain/network/queues.ts';
import { type Loop, type NextPass, startLoop } from '../../services/loop.ts';
import type { Eraser } from '../../services/privacy/eraser.ts';
import type { Expirer } from '../../services/purchases/expire.ts';
import type { CallbackHandler } from '../../services/purchases/handle-callback.ts';
import type { NetworkRoutes } from '../../services/purchases/ports.ts';
import type { Reconciler } from '../../services/reconciliations/run.ts';
import type { Deliveries } from '../../services/webhooks/deliver.ts';
import type { WorkerPools } from '../pools.ts';
import { type ApprovalMailer, announceApprovals, expireApprovals } from './approvals.ts';
import { type BatchNoticeMailer, sendBatchNotices } from './batch-notices.ts';
import { createDayCloser } from './close-days.ts';
import { runErasures } from './erasures.ts';
import { createGuard } from './guard.ts';
import { createHeartbeat } from './heartbeat.ts';
import { type LowBalanceMailer, sendLowBalanceAlerts } from './low-balance.ts';
import { prepareMonths } from './months.ts';
import { type PersonMailer, sendPersonMails } from './person-mails.ts';
import { runReconciliations } from './reconciliations.ts';
import { deleteOldData, forgetSignIns, type RetentionDeps } from './retention.ts';
import { createStarter } from './start-purchases.ts';
import { requeueStranded } from './stranded.ts';
import { tellTemporal } from './tell-temporal.ts';
import type { TemporalLink } from './temporal-link.ts';
import { CLIENT_QUEUES, createWebhookAttempts, OPERATOR_QUEUES } from './webhook-attempts.ts';

export interface RelayDeps extends Pick<RetentionDeps, 'retention' | 'onDeleted'> {
  readonly pools: Pick<WorkerPools, 'hotPath' | 'guard' | 'background'>;
  readonly callbacks: Pick<CallbackHandler, 'handle'>;
  /** Serves only the deadline guard, on its connections. */
  readonly expirer: Expirer;
  readonly temporal: TemporalLink;
  readonly deliveries: Deliveries;
  /** Deliveries to the endpoints that clients set. */
  readonly clientDeliveries: Deliveries<DeliveryId>;
  /** Left out where no number is erased. */
  readonly eraser?: Eraser;
  /** Left out where no one requests a reconciliation. */
  readonly reconciler?: Reconciler;
  /** Null where no mail server is configured. */
  readonly mailer?: (LowBalanceMailer & BatchNoticeMailer & ApprovalMailer & PersonMailer) | null;
  /** How long before `resolve_by` a purchase without a confirmation is settled; 1.5 s by default. */
  readonly resolveMarginMs?: number;
  readonly startsEagerly?: boolean;
  /** The network queues that this process serves. */
  readonly queues: readonly string[];
  /** Left out where each network has one gateway. */
  readonly routes?: Pick<NetworkRoutes, 'of'>;
  /** How long a workflow may be past its next action before its purchase is started again; by default a minute. */
  readonly silentMs?: number;
  readonly log: Logger;
}

export interface Relay {
  /** Wakes the loop of an outbox queue. */
  wake(queue: string): void;
  /** Ends every loop after its pass under way. */
  stop(): Promise<void>;
}

const SWEEP_MS = 1_000;
const GUARD_MS = 250;
/** Wakes the heartbeat, as the name of a queue wakes its loop. */
export const HEARTBEAT = 'heartbeat';
const HEARTBEAT_MS = 3_000;
const STRANDED_SWEEP_MS = 15_000;
/** How soon after funding a batch continues that was paused for its balance. */
const FUNDED_SWEEP_MS = 2_000;
/** Together with the time after which a process counts as stopped, an abandoned upload ends within a minute. */
const UPLOADS_SWEEP_MS = 10_000;
const SILENT_MS = 60_000;
/** Batches and late inquiries wait for hours, so a check every ten minutes is enough. */
const LONG_WAIT_PERIODS = 10;
/** How often data is looked for whose retention period has ended. */
const RETENTION_MS = 10 * 60_000;
/** How often partitions of coming months are made. */
const MONTHS_MS = 3_600_000;
/** How soon after its time an approval ends. */
const APPROVALS_MS = 5_000;
/** How soon after its request an erasure begins. */
const ERASURES_MS = 5_000;
/** How soon after its request a reconciliation begins: a person waits for it. */
const RECONCILIATIONS_MS = 2_000;
/** How soon after its time a day is closed. */
const CLOSE_MS = 5_000;
const CALLBACK_AGE_MS = 15_000;
const CALLBACK_GIVE_UP_MS = 72 * 3_600_000;
/** With CALLBACK_AGE_MS between passes at most three inquiries a second, so that they take little of a gateway's rate. */
const CALLBACK_PAGE = 50;
const CALLBACKS_AT_ONCE = 8;

/** Starts the relay: outbox to Temporal, webhook attempts, the deadline guard, and sweeps for lost work. */
export function startRelay(deps: RelayDeps): Relay {
  const loop = (name: string, everyMs: number, pass: () => Promise<NextPass>) =>
    startLoop({ name, everyMs, pass, log: deps.log });
  const stopping = new AbortController();
  const silentMs = deps.silentMs ?? SILENT_MS;
  const roundRobin = createRoundRobin();
  const { background } = deps.pools;
  const starters = deps.queues.map((queue) => ({
    queue,
    ...createStarter(deps, queue, () => woken.get(queue)?.wake()),
  }));
  const onFree = (queue: string) => woken.get(queue)?.wake();
  const webhooks = createWebhookAttempts({ ...deps, attemptQueues: OPERATOR_QUEUES, onFree });
  const clientWebhooks = createWebhookAttempts({
    ...deps,
    deliveries: deps.clientDeliveries,
    attemptQueues: CLIENT_QUEUES,
    onFree,
  });

  const woken = new Map<string, Loop>([
    ...starters.map(({ queue, pass }) => [queue, loop(queue, SWEEP_MS, pass)] as const),
    [TEMPORAL_QUEUE, loop(TEMPORAL_QUEUE, SWEEP_MS, () => tellTemporal(deps, roundRobin))],
    [
      LOW_BALANCE_QUEUE,
      loop(LOW_BALANCE_QUEUE, SWEEP_MS, () => sendLowBalanceAlerts({ ...deps, mailer: deps.mailer ?? null })),
    ],
    [
      BATCH_NOTICE_QUEUE,
      loop(BATCH_NOTICE_QUEUE, SWEEP_MS, () => sendBatchNotices({ ...deps, mailer: deps.mailer ?? null })),
    ],
    [
      APPROVAL_NOTICE_QUEUE,
      loop(APPROVAL_NOTICE_QUEUE, SWEEP_MS, () =>
        announceApprovals({ ...deps, mailer: deps.mailer ?? null }),
      ),
    ],
    [
      PERSON_MAIL_QUEUE,
      loop(PERSON_MAIL_QUEUE, SWEEP_MS, () => sendPersonMails({ ...deps, mailer: deps.mailer ?? null })),
    ],
    [WEBHOOK_QUEUE, loop(WEBHOOK_QUEUE, SWEEP_MS, webhooks.open)],
    [PROBE_QUEUE, loop(PROBE_QUEUE, SWEEP_MS, webhooks.held)],
    [DELIVERY_QUEUE, loop(DELIVERY_QUEUE, SWEEP_MS, clientWebhooks.open)],
    [HELD_DELIVERY_QUEUE, loop(HELD_DELIVERY_QUEUE, SWEEP_MS, clientWebhooks.held)],
  ]);
  const heartbeat = createHeartbeat(background, deps.temporal);
  const guard = createGuard(deps);
  woken.set(HEARTBEAT, loop(HEARTBEAT, HEARTBEAT_MS, heartbeat.pass));
  const swept = [
    loop('deadline guard', GUARD_MS, guard.pass),
    loop('stranded purchases', Math.min(STRANDED_SWEEP_MS, silentMs / 4), () =>
      requeueStranded(deps, silentMs),
    ),
    loop('lost retries', Math.min(STRANDED_SWEEP_MS, silentMs / 4), async () => {
      await requeueSilentRetries(background, silentMs);
      await requeueSilentRetries(background, silentMs, CLIENT_TABLES);
      return 'done';
    }),
    loop('long waits', silentMs * LONG_WAIT_PERIODS, async () => {
      await Promise.all([requeueLongWaits(background), forgetOldTurns(background)]);
      return 'done';
    }),
    loop('ended days', CLOSE_MS, createDayCloser(deps, stopping.signal)),
    loop('funded batches', FUNDED_SWEEP_MS, async () => {
      const resumed = (await resumeFundedBatches(background)) + (await resumeLimitedBatches(background));
      if (resumed > 0) woken.get(TEMPORAL_QUEUE)?.wake();
      return 'done';
    }),
    loop('overdue runs', Math.min(STRANDED_SWEEP_MS, silentMs / 4), async () => {
      if ((await requeueOverdueRuns(background, silentMs)) > 0) woken.get(TEMPORAL_QUEUE)?.wake();
      return 'done';
    }),
    loop('stopped uploads', UPLOADS_SWEEP_MS, async () => {
      await endStoppedUploads(background, null, (id, accountId) =>
        deps.log.warn(
          { batch_id: id, account_id: accountId },
          'upload interrupted because its process stopped; batch rejected',
        ),
      );
      return 'done';
    }),
    loop('expired approvals', APPROVALS_MS, () => expireApprovals(deps)),
    loop('erasures', ERASURES_MS, () => runErasures(deps, stopping.signal)),
    loop('reconciliations', RECONCILIATIONS_MS, () => runReconciliations(deps, stopping.signal)),
    loop('retention', RETENTION_MS, () => deleteOldData(deps)),
    loop('ended sign-ins', RETENTION_MS, () => forgetSignIns(deps)),
    loop('months', MONTHS_MS, () => prepareMonths(deps)),
    loop('open callbacks', CALLBACK_AGE_MS, () => takeUpCallbacks(deps, stopping.signal)),
  ];

  return {
    wake(queue) {
      woken.get(queue)?.wake();
      // The commit that wrote an event wrote its deliveries too.
      if (queue === WEBHOOK_QUEUE) woken.get(DELIVERY_QUEUE)?.wake();
    },
    async stop() {
      stopping.abort();
      guard.stop();
      for (const starter of starters) starter.stop();
      await Promise.all([...woken.values(), ...swept].map((running) => running.stop()));
      await Promise.all([
        ...starters.map((starter) => starter.idle()),
        webhooks.idle(),
        clientWebhooks.idle(),
        heartbeat.end(),
        guard.idle(),
      ]);
    },
  };
}

/** Retries callbacks whose process died before it handled them, or that arrived before the gateway's books had the outcome. */
async function takeUpCallbacks(deps: RelayDeps, signal: AbortSignal): Promise<'done'> {
  const pool = deps.pools.background;
  const open = await findOpenCallbacks(pool, CALLBACK_AGE_MS, CALLBACK_GIVE_UP_MS, CALLBACK_PAGE);
  const waiting = open[Symbol.iterator]();
  const handleInTurn = async () => {
    for (const callback of waiting) {
      if (signal.aborted) return;
      await deps.callbacks
        .handle(callback, signal)
        .catch((error: unknown) =>
          deps.log.warn(
            { err: error, callback_id: callback.id, network_id: callback.networkId },
            'handling a callback failed; will retry',
          ),
        );
    }
  };
  await Promise.all(Array.from({ length: CALLBACKS_AT_ONCE }, handleInTurn));
  return 'done';
}

import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { claimRows, createRoundRobin, type RoundRobin } from '../../db/outbox/claims.ts';
import { giveBackRows } from '../../db/outbox/outbox.ts';
import { moveAttempts, moveWaitingAttempts, type WebhookQueue } from '../../db/webhooks/queues.ts';
import type { AccountId } from '../../domain/ids.ts';
import {
  DELIVERY_QUEUE,
  HELD_DELIVERY_QUEUE,
  PROBE_QUEUE,
  WEBHOOK_QUEUE,
} from '../../domain/network/queues.ts';
import {
  endpointShare,
  HELD_SLOTS,
  heldShare,
  judgeHeld,
  judgeOpen,
  OPEN_SLOTS,
  type SlotVerdict,
} from '../../domain/webhook/slots.ts';
import type { Deliveries, WantedAttempt } from '../../services/webhooks/deliver.ts';
import { createSlots, type Slots } from '../../services/webhooks/slots.ts';
import type { WorkerPools } from '../pools.ts';
import { type Sorted, sortOut, wantsSlots } from './sort-attempts.ts';

export interface WebhookAttempts {
  /** Fills the free slots with attempts at endpoints that work, and returns without waiting for them. */
  readonly open: () => Promise<'more' | 'done'>;
  /** The same for endpoints that fail, in separate slots. */
  readonly held: () => Promise<'more' | 'done'>;
  /** Resolves once no attempt is under way. */
  idle(): Promise<void>;
}

export interface AttemptQueues {
  readonly open: WebhookQueue;
  readonly held: WebhookQueue;
}

/** Of the endpoints that operators set. */
export const OPERATOR_QUEUES: AttemptQueues = { open: WEBHOOK_QUEUE, held: PROBE_QUEUE };
/** Of the endpoints that clients set. */
export const CLIENT_QUEUES: AttemptQueues = { open: DELIVERY_QUEUE, held: HELD_DELIVERY_QUEUE };

export interface WebhookAttemptsDeps {
  readonly pools: Pick<WorkerPools, 'hotPath' | 'background'>;
  readonly deliveries: Pick<Deliveries<unknown>, 'read' | 'begin'>;
  /** The outbox queues of attempts at endpoints that work, and at those that fail. */
  readonly attemptQueues: AttemptQueues;
  readonly log: Logger;
  /** Called with a queue that may have something to do, to wake its loop. */
  readonly onFree: (queue: string) => void;
}

const PAGE = 64;
/** Three times the ten seconds of an attempt; a worker that dies delays an event by no more than this. */
const LEASE_MS = 30_000;
/** A host that has enough attempts under way gets no further one for this time. */
const HOST_PAUSE_MS = 500;
/** Accounts whose secrets cannot be opened are tried again every minute until the right key is configured. */
const UNREADABLE_PAUSE_MS = 60_000;
/** One of the two queues of attempts: which may be sent, and how many at the same time. */
interface AttemptQueue {
  readonly name: string;
  readonly slots: Slots;
  readonly max: number;
  readonly judge: (attempt: WantedAttempt) => SlotVerdict;
  readonly roundRobin: RoundRobin;
  /** Whether a row may wait for a slot, so that a freed slot wakes the loop. New rows wake it themselves; sweeps find paused rows. */
  wanted: boolean;
}

/**
 * Attempts of webhooks, in slots. Endpoints that work, or whose standing is unknown, share the open queue, each with a part of
 * the slots. The rows of a failing endpoint move to the held queue, which has separate slots: its attempts follow the schedule
 * and cost the others nothing. The first success moves the rows back.
 */
export function createWebhookAttempts(deps: WebhookAttemptsDeps): WebhookAttempts {
  const underWay = new Set<Promise<void>>();
  const openSlots = createSlots(endpointShare);
  const heldSlots = createSlots((_standing, total) => heldShare(total));
  const open: AttemptQueue = {
    name: deps.attemptQueues.open,
    slots: openSlots,
    max: OPEN_SLOTS,
    judge: (attempt) => judgeOpen(openSlots.useFor(attempt)),
    roundRobin: createRoundRobin(),
    wanted: true,
  };
  const held: AttemptQueue = {
    name: deps.attemptQueues.held,
    slots: heldSlots,
    max: HELD_SLOTS,
    judge: (attempt) => judgeHeld(heldSlots.useFor(attempt)),
    roundRobin: createRoundRobin(),
    wanted: true,
  };

  const recover = async (turns: readonly string[]) => {
    if (turns.length === 0) return;
    await moveWaitingAttempts(deps.pools.background, turns, deps.attemptQueues.held, deps.attemptQueues.open);
    deps.onFree(deps.attemptQueues.open);
  };

  const occupy = (
    queue: AttemptQueue,
    { event }: WantedAttempt,
    outcome: Promise<string>,
    free: () => void,
  ) => {
    const slot = outcome
      .then((result) => (result === 'delivered' && queue === held ? recover([event.turn]) : undefined))
      .catch((error: unknown) =>
        deps.log.warn(
          { err: error, event_id: event.eventId, purchase_id: event.purchaseId },
          'recording a webhook attempt failed; will attempt again',
        ),
      )
      .finally(() => {
        free();
        underWay.delete(slot);
        if (queue.wanted) deps.onFree(queue.name);
      });
    underWay.add(slot);
  };

  const pass = async (queue: AttemptQueue): Promise<'more' | 'done'> => {
    // A slot that is freed while this pass reads may be one that it counted as taken.
    queue.wanted = true;
    const room = Math.min(PAGE, queue.max - queue.slots.total);
    if (room <= 0) return 'done';

    const capacities = queue.slots.capacities();
    const limits = { capacities, roundRobin: queue.roundRobin };
    const rows = await claimRows(deps.pools.hotPath, queue.name, room, LEASE_MS, limits);
    if (rows.length === 0) {
      queue.wanted = wantsSlots(capacities, rows);
      return 'done';
    }

    const { attempts, unreadable } = await deps.deliveries.read(rows);
    const sorted = sortOut(queue.slots, queue.judge, attempts);
    const begin = async () => {
      await putAside(deps, sorted.aside);
      await leaveToOperators(deps, unreadable);
      if (queue === held) await recover(listProvenTurns(attempts));
      return deps.deliveries.begin(sorted.sent.map(({ attempt }) => attempt));
    };
    const begun = await begin().catch((error) => {
      // The rows return when their lease ends; a slot that was not freed would be lost to this process.
      for (const { free } of sorted.sent) free();
      throw error;
    });
    for (const [index, { attempt, free }] of sorted.sent.entries()) {
      const outcome = begun[index];
      if (outcome !== undefined) occupy(queue, attempt, outcome, free);
    }
    if (rows.length === room) return 'more';
    queue.wanted = sorted.aside.length > 0 || wantsSlots(capacities, rows);
    return 'done';
  };

  return {
    open: () => pass(open),
    held: () => pass(held),
    async idle() {
      await Promise.all(underWay);
    },
  };
}

async function putAside(
  { pools, onFree, attemptQueues }: WebhookAttemptsDeps,
  aside: Sorted['aside'],
): Promise<void> {
  const pool = pools.background;
  const listOutboxIds = (wanted: SlotVerdict) =>
    aside.flatMap(({ attempt, verdict }) => (verdict === wanted ? [attempt.outboxId] : []));
  const heldBack = listOutboxIds('hold');
  await moveAttempts(pool, heldBack, attemptQueues.held);
  await holdBack(
    pool,
    attemptQueues,
    listTurns(aside.flatMap(({ attempt, verdict }) => (verdict === 'hold' ? [attempt] : []))),
  );
  await giveBackRows(pool, listOutboxIds('wait'), 0);
  await giveBackRows(pool, listOutboxIds('pause'), HOST_PAUSE_MS);
  if (heldBack.length > 0) onFree(attemptQueues.held);
}

/** Moves the waiting rows of held endpoints too; otherwise each of them would take a turn from the others. */
async function holdBack(pool: Pool, { open, held }: AttemptQueues, turns: readonly string[]): Promise<void> {
  if (turns.length === 0) return;
  await moveWaitingAttempts(pool, turns, open, held);
}

async function leaveToOperators(
  { pools, log }: WebhookAttemptsDeps,
  unreadable: readonly { readonly outboxId: string; readonly accountId: AccountId }[],
): Promise<void> {
  if (unreadable.length === 0) return;
  await giveBackRows(
    pools.background,
    unreadable.map(({ outboxId }) => outboxId),
    UNREADABLE_PAUSE_MS,
  );
  const accounts = [...new Set(unreadable.map(({ accountId }) => accountId))];
  log.error(
    { accounts, events: unreadable.length },
    'webhooks wait: neither SECRETS_KEY nor SECRETS_KEYS_FORMER opens the signing secrets of these accounts',
  );
}

function listProvenTurns(attempts: readonly WantedAttempt[]): string[] {
  return listTurns(attempts.filter(({ standing }) => standing === 'proven'));
}

function listTurns(attempts: readonly WantedAttempt[]): string[] {
  return [...new Set(attempts.map(({ event }) => event.turn))];
}

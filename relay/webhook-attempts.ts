import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { moveRows, moveWaiting, releaseRows } from '../db/outbox.ts';
import { claimRows, type Turns } from '../db/outbox-claims.ts';
import { type AccountId, uuidOf } from '../domain/ids.ts';
import { HELD_WEBHOOK_QUEUE, WEBHOOK_QUEUE } from '../domain/queues.ts';
import { HELD_SLOTS, judgeHeld, judgeOpen, OPEN_SLOTS, type SlotVerdict } from '../domain/webhook-slots.ts';
import type { Deliveries, WantedAttempt } from '../webhooks/deliver.ts';
import { createSlots, type Slots } from '../webhooks/slots.ts';
import { type Sorted, sortOut, wantsSlots } from './sort-attempts.ts';

export interface WebhookAttempts {
  /** Fills the free slots with attempts at endpoints that work, and returns without waiting for them. */
  readonly open: () => Promise<'more' | 'done'>;
  /** Probes endpoints that fail, one attempt each. */
  readonly held: () => Promise<'more' | 'done'>;
  /** Resolves once no attempt is under way. */
  idle(): Promise<void>;
}

export interface WebhookAttemptsDeps {
  readonly pool: Pool;
  /** For claims of the open queue; `pool` where it is not given. */
  readonly wayPool?: Pool;
  readonly deliveries: Deliveries;
  readonly log: Logger;
  /** Called with a queue that may have something to do, to wake its loop. */
  readonly onFree: (queue: string) => void;
}

const PAGE = 64;
/** Thrice the ten seconds of an attempt; a worker that dies delays an event by no more than this. */
const LEASE_MS = 30_000;
/** A host that has enough attempts under way is left alone for a moment. */
const HOST_PAUSE_MS = 500;
/** Until the right key is given, accounts whose secrets cannot be opened are tried again each minute. */
const UNREADABLE_PAUSE_MS = 60_000;
/** Rows of endpoints that go from one queue to the other at once. */
const MOVED_PAGE = 2_000;

/** One of the two queues of attempts: who may go, how many at once. */
interface Lane {
  readonly queue: string;
  /** Claims of the probed queue are compared with all that is claimed there, for which kept plans are no good. */
  readonly pool: Pool;
  readonly slots: Slots;
  readonly max: number;
  readonly turns: () => Turns;
  readonly judge: (attempt: WantedAttempt) => SlotVerdict;
  /** Whether a row may wait for a slot, so that the next one that is free wakes the loop; what comes, wakes it itself, and what paused is swept up. */
  wanted: boolean;
}

/**
 * Attempts of webhooks, in slots. Endpoints that work, or of which nothing is known, share the open queue, each with a part
 * of the slots. An endpoint that fails has its rows moved to a queue of its own kind as they are met, where it is probed
 * one attempt at a time by all processes together; the first success brings them back.
 */
export function createWebhookAttempts(deps: WebhookAttemptsDeps): WebhookAttempts {
  const underWay = new Set<Promise<void>>();
  const [openSlots, heldSlots] = [createSlots(), createSlots()];
  const open: Lane = {
    queue: WEBHOOK_QUEUE,
    pool: deps.wayPool ?? deps.pool,
    slots: openSlots,
    max: OPEN_SLOTS,
    turns: () => ({ rooms: openSlots.rooms() }),
    judge: (attempt) => judgeOpen(openSlots.useFor(attempt)),
    wanted: true,
  };
  const held: Lane = {
    queue: HELD_WEBHOOK_QUEUE,
    pool: deps.pool,
    slots: heldSlots,
    max: HELD_SLOTS,
    turns: () => ({ oneEach: true }),
    judge: (attempt) => judgeHeld(heldSlots.useFor(attempt)),
    wanted: true,
  };

  const recover = async (accounts: readonly AccountId[]) => {
    if (accounts.length === 0) return;
    const uuids = accounts.map((account) => uuidOf('acc', account));
    const move = { from: HELD_WEBHOOK_QUEUE, to: WEBHOOK_QUEUE, limit: MOVED_PAGE };
    await moveWaiting(deps.pool, uuids, move);
    deps.onFree(WEBHOOK_QUEUE);
  };

  const occupy = (
    lane: Lane,
    { accountId, event }: WantedAttempt,
    outcome: Promise<string>,
    free: () => void,
  ) => {
    const slot = outcome
      .then((result) => (result === 'delivered' && lane === held ? recover([accountId]) : undefined))
      .catch((error: unknown) =>
        deps.log.warn(
          { err: error, event_id: event.eventId, purchase_id: event.purchaseId },
          'an attempt was not recorded; it is made again',
        ),
      )
      .finally(() => {
        free();
        underWay.delete(slot);
        if (lane.wanted) deps.onFree(lane.queue);
      });
    underWay.add(slot);
  };

  const pass = async (lane: Lane): Promise<'more' | 'done'> => {
    // A slot that is free while this pass reads may be one that it counted as taken.
    lane.wanted = true;
    const room = Math.min(PAGE, lane.max - lane.slots.total);
    if (room <= 0) return 'done';

    const turns = lane.turns();
    const rows = await claimRows(lane.pool, lane.queue, room, LEASE_MS, turns);
    if (rows.length === 0) {
      lane.wanted = wantsSlots(turns, rows);
      return 'done';
    }

    const { attempts, unreadable } = await deps.deliveries.read(rows);
    const sorted = sortOut(lane.slots, lane.judge, attempts);
    const begin = async () => {
      await putAside(deps, sorted.aside);
      await leaveToOperators(deps, unreadable);
      if (lane === held) await recover(provenOf(attempts));
      return deps.deliveries.begin(sorted.sent.map(({ attempt }) => attempt));
    };
    const begun = await begin().catch((error) => {
      // The rows come back when their lease ends; a slot that was kept would be lost to this process.
      for (const { free } of sorted.sent) free();
      throw error;
    });
    for (const [index, { attempt, free }] of sorted.sent.entries()) {
      const outcome = begun[index];
      if (outcome !== undefined) occupy(lane, attempt, outcome, free);
    }
    if (rows.length === room) return 'more';
    lane.wanted = sorted.aside.length > 0 || wantsSlots(turns, rows);
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

async function putAside({ pool, onFree }: WebhookAttemptsDeps, aside: Sorted['aside']): Promise<void> {
  const idsOf = (wanted: SlotVerdict) =>
    aside.flatMap(({ attempt, verdict }) => (verdict === wanted ? [attempt.outboxId] : []));
  const heldBack = idsOf('hold');
  await moveRows(pool, heldBack, HELD_WEBHOOK_QUEUE);
  await holdBack(
    pool,
    accountsOf(aside.flatMap(({ attempt, verdict }) => (verdict === 'hold' ? [attempt] : []))),
  );
  await releaseRows(pool, idsOf('wait'), 0);
  await releaseRows(pool, idsOf('pause'), HOST_PAUSE_MS);
  if (heldBack.length > 0) onFree(HELD_WEBHOOK_QUEUE);
}

/** The rows behind those that were held go with them, or each would take a turn of its own from the others. */
async function holdBack(pool: Pool, accounts: readonly AccountId[]): Promise<void> {
  if (accounts.length === 0) return;
  const uuids = accounts.map((account) => uuidOf('acc', account));
  await moveWaiting(pool, uuids, { from: WEBHOOK_QUEUE, to: HELD_WEBHOOK_QUEUE, limit: MOVED_PAGE });
}

async function leaveToOperators(
  { pool, log }: WebhookAttemptsDeps,
  unreadable: readonly { readonly outboxId: string; readonly accountId: AccountId }[],
): Promise<void> {
  if (unreadable.length === 0) return;
  await releaseRows(
    pool,
    unreadable.map(({ outboxId }) => outboxId),
    UNREADABLE_PAUSE_MS,
  );
  const accounts = [...new Set(unreadable.map(({ accountId }) => accountId))];
  log.error(
    { accounts, events: unreadable.length },
    'webhooks wait: neither SECRETS_KEY nor SECRETS_KEYS_FORMER opens the signing secrets of these accounts',
  );
}

function provenOf(attempts: readonly WantedAttempt[]): AccountId[] {
  return accountsOf(attempts.filter(({ standing }) => standing === 'proven'));
}

function accountsOf(attempts: readonly WantedAttempt[]): AccountId[] {
  return [...new Set(attempts.map(({ accountId }) => accountId))];
}

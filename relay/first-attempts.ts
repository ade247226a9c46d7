import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { claimRows } from '../db/outbox.ts';
import { idFromUuid } from '../domain/ids.ts';
import { WEBHOOK_QUEUE } from '../domain/queues.ts';
import type { Deliveries } from '../webhooks/deliver.ts';

export interface FirstAttempts {
  /** Fills the free slots with first attempts and returns without waiting for them. */
  readonly pass: () => Promise<'more' | 'done'>;
  /** Resolves once no attempt is under way. */
  idle(): Promise<void>;
}

/** First attempts under way at once in this process. */
const SLOTS = 256;
const PAGE = 64;
/** Thrice the ten seconds of an attempt; a worker that dies delays an event by no more than this. */
const LEASE_MS = 30_000;

/**
 * First attempts of webhooks, in slots: a receiver that keeps its ten seconds holds its slot and nobody else's.
 * @param onFree called when a slot is free again, to wake the loop.
 */
export function createFirstAttempts(
  deps: { readonly pool: Pool; readonly deliveries: Deliveries; readonly log: Logger },
  onFree: () => void,
): FirstAttempts {
  const underWay = new Set<Promise<void>>();

  const occupy = (attempt: Promise<void>) => {
    const slot = attempt
      .catch((error: unknown) =>
        deps.log.warn({ err: error }, 'an attempt was not recorded; it is made again'),
      )
      .finally(() => {
        underWay.delete(slot);
        onFree();
      });
    underWay.add(slot);
  };

  return {
    async pass() {
      const room = Math.min(PAGE, SLOTS - underWay.size);
      if (room <= 0) return 'done';

      const rows = await claimRows(deps.pool, WEBHOOK_QUEUE, room, LEASE_MS);
      if (rows.length === 0) return 'done';

      const attempts = rows.map(({ id, subjectUuid }) => ({
        outboxId: id,
        eventId: idFromUuid('evt', subjectUuid),
      }));
      for (const attempt of await deps.deliveries.beginFirst(attempts)) occupy(attempt);
      return rows.length === room ? 'more' : 'done';
    },

    async idle() {
      await Promise.all(underWay);
    },
  };
}

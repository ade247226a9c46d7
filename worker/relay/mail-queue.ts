import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { claimRows } from '../../db/outbox/claims.ts';
import { completeRows, giveBackRows } from '../../db/outbox/outbox.ts';
import type { NextPass } from '../../services/loop.ts';

/** How a message ended; no_address also where no mail server is configured. */
export type MailOutcome = 'sent' | 'given_up' | 'no_address';

/** One kind of message that waits in the outbox until a mail server accepts it. */
export interface MailQueue<Message> {
  /** The queue of its outbox rows. */
  readonly queue: string;
  /** In logs, for example `low-balance mail`. */
  readonly name: string;
  readonly attemptsMax: number;
  /** Reads a message and counts an attempt; null when it has ended. */
  readonly begin: (pool: Pool, uuid: string) => Promise<Message | null>;
  readonly end: (pool: Pool, uuid: string, outcome: MailOutcome) => Promise<void>;
  /** What logs say of a message. No address. */
  readonly facts: (message: Message) => object;
  /** Null if the message has no address, or no mail server is configured. */
  readonly sender: (message: Message) => (() => Promise<void>) | null;
}

const PAGE = 8;
/** Longer than all time limits of a mail together. */
const LEASE_MS = 120_000;
const RETRY_MS = { first: 30_000, most: 3_600_000 };

/** One pass over the waiting messages of a queue: each is mailed until the mail server accepts it. */
export async function sendQueuedMails<Message extends { readonly attempts: number }>(
  pool: Pool,
  log: Logger,
  mails: MailQueue<Message>,
): Promise<NextPass> {
  const rows = await claimRows(pool, mails.queue, PAGE, LEASE_MS);
  await Promise.all(
    rows.map(async ({ id, subjectUuid }) => {
      const retryMs = await deliver(pool, log, mails, subjectUuid);
      if (retryMs === null) await completeRows(pool, [id]);
      else await giveBackRows(pool, [id], retryMs);
    }),
  );
  return rows.length === PAGE ? 'more' : 'done';
}

/** How long to wait before the next attempt, in milliseconds; null when there is none. */
async function deliver<Message extends { readonly attempts: number }>(
  pool: Pool,
  log: Logger,
  mails: MailQueue<Message>,
  uuid: string,
): Promise<number | null> {
  const message = await mails.begin(pool, uuid);
  if (message === null) return null;
  const send = mails.sender(message);
  if (send === null) {
    await mails.end(pool, uuid, 'no_address');
    return null;
  }
  const { attempts } = message;
  try {
    await send();
  } catch (error) {
    const facts = { ...mails.facts(message), attempts, why: formatError(error) };
    if (attempts < mails.attemptsMax) {
      log.warn(facts, `sending a ${mails.name} failed; will retry`);
      return Math.min(RETRY_MS.first * 2 ** (attempts - 1), RETRY_MS.most);
    }
    log.error(facts, `sending a ${mails.name} failed; giving up`);
    await mails.end(pool, uuid, 'given_up');
    return null;
  }
  await mails.end(pool, uuid, 'sent');
  return null;
}

/** Only the code: the text of a mail server contains addresses. */
function formatError(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
}

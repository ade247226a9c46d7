import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { readClock } from '../../db/purchases/submissions.ts';
import { whileClosingAlone } from '../../db/statements/close-lock.ts';
import type { AccountId } from '../../domain/ids.ts';
import type { NextPass } from '../../services/loop.ts';
import { closePage } from '../../services/statements/close.ts';
import type { WorkerPools } from '../pools.ts';

export interface DayCloserDeps {
  readonly pools: Pick<WorkerPools, 'background'>;
  readonly log: Logger;
}

const PAGE = 100;
const HOUR_MS = 3_600_000;
/** After midnight, and after every later hour for days that were missed. */
const PAST_THE_HOUR_MS = 10_000;
/** After a failure, and while another process closes. */
const RETRY_MS = 60_000;
/** A process that has been closing for this long may have been stopped in the middle: others no longer wait for it. */
const OTHERS_MS = 10 * 60_000;

/**
 * Closes and seals the days that have ended, with or without Temporal: at start, ten seconds past midnight UTC and past every
 * later hour, and a minute later if something failed. One process closes at a time. When everything is closed, it costs a query
 * per hour and a read of the clock per pass.
 * @returns a pass, to be run every few seconds.
 */
export function createDayCloser({ pools, log }: DayCloserDeps, signal: AbortSignal): () => Promise<NextPass> {
  const pool = pools.background;
  let dueAt: number | null = null;
  let othersSince: number | null = null;

  return async () => {
    const now = (await readClock(pool)).getTime();
    if (dueAt !== null && now < dueAt) return 'done';

    let failed = 0;
    const close = async () => {
      failed = await closeAll(pool, log, signal);
    };
    const alone = await whileClosingAlone(pool, close);
    if (alone) othersSince = null;
    else {
      othersSince ??= now;
      if (now - othersSince >= OTHERS_MS) await close();
    }
    const settled = (alone && failed === 0) || signal.aborted;
    dueAt = settled ? nextRun(now) : Math.min(now + RETRY_MS, nextRun(now));
    return 'done';
  };
}

function nextRun(now: number): number {
  return (Math.floor((now - PAST_THE_HOUR_MS) / HOUR_MS) + 1) * HOUR_MS + PAST_THE_HOUR_MS;
}

/** Returns how many accounts failed; their days stay open. */
async function closeAll(pool: Pool, log: Logger, signal: AbortSignal): Promise<number> {
  let failed = 0;
  let closed = 0;
  for (let after: AccountId | null = null; !signal.aborted; ) {
    const { statements, failures, next } = await closePage(pool, { after, limit: PAGE, signal });
    for (const { accountId, error } of failures)
      log.error({ err: error, account_id: accountId }, 'closing a statement failed; it stays open');
    failed += failures.length;
    closed += statements;
    if (next === null) break;
    after = next;
  }
  if (closed > 0) log.info({ statements: closed }, 'statements closed');
  return failed;
}

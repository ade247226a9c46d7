import type { Logger } from 'pino';
import { beginAlert, endAlert, type LowBalanceAlert } from '../../db/accounts/low-balance.ts';
import { claimRows } from '../../db/outbox/claims.ts';
import { completeRows, releaseRows } from '../../db/outbox/outbox.ts';
import { LOW_BALANCE_QUEUE } from '../../domain/network/queues.ts';
import type { NextPass } from '../../services/loop.ts';
import type { WorkerPools } from '../pools.ts';

/** Sends low-balance messages to clients. */
export interface LowBalanceMailer {
  sendLowBalance(alert: LowBalanceAlert, to: string): Promise<void>;
}

export interface LowBalanceDeps {
  readonly pools: Pick<WorkerPools, 'background'>;
  /** Null if no mail server is configured: then only logs and metrics show alerts. */
  readonly mailer: LowBalanceMailer | null;
  readonly log: Logger;
}

const PAGE = 8;
/** Longer than all time limits of a mail together. */
const LEASE_MS = 120_000;
const RETRY_MS = { first: 30_000, most: 3_600_000 };
/** The pauses add up to about two days; after that the balance in the message is out of date. */
const ATTEMPTS_MAX = 50;

/** One pass over waiting alerts: each is logged once, and mailed until the mail server accepts it. */
export async function sendLowBalanceAlerts(deps: LowBalanceDeps): Promise<NextPass> {
  const pool = deps.pools.background;
  const rows = await claimRows(pool, LOW_BALANCE_QUEUE, PAGE, LEASE_MS);
  await Promise.all(
    rows.map(async ({ id, subjectUuid }) => {
      const retryMs = await deliver(deps, subjectUuid);
      if (retryMs === null) await completeRows(pool, [id]);
      else await releaseRows(pool, [id], retryMs);
    }),
  );
  return rows.length === PAGE ? 'more' : 'done';
}

/** How long to wait before the next attempt; null when there is none. */
async function deliver({ pools, mailer, log }: LowBalanceDeps, alertUuid: string): Promise<number | null> {
  const pool = pools.background;
  const alert = await beginAlert(pool, alertUuid);
  if (alert === null) return null;

  const { accountId, threshold, available, currency, attempts, email } = alert;
  const facts = { account_id: accountId, threshold, available, currency };
  if (attempts === 1) log.warn(facts, 'available balance fell below its threshold');
  if (mailer === null || email === null) {
    await endAlert(pool, alertUuid, 'no_address');
    return null;
  }
  try {
    await mailer.sendLowBalance(alert, email);
  } catch (error) {
    if (attempts < ATTEMPTS_MAX) {
      log.warn(
        { ...facts, attempts, why: formatError(error) },
        'sending a low-balance mail failed; will retry',
      );
      return Math.min(RETRY_MS.first * 2 ** (attempts - 1), RETRY_MS.most);
    }
    log.error(
      { ...facts, attempts, why: formatError(error) },
      'sending a low-balance mail failed; giving up',
    );
    await endAlert(pool, alertUuid, 'given_up');
    return null;
  }
  await endAlert(pool, alertUuid, 'sent');
  return null;
}

/** Only the code: the text of a mail server contains addresses. */
function formatError(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
}

import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { beginAlert, endAlert, type LowBalanceAlert } from '../../db/accounts/low-balance.ts';
import { claimRows } from '../../db/outbox/claims.ts';
import { completeRows, releaseRows } from '../../db/outbox/outbox.ts';
import { LOW_BALANCE_QUEUE } from '../../domain/network/queues.ts';
import type { NextPass } from '../../services/loop.ts';

/** Whoever can tell a client that its balance is low. */
export interface LowBalanceMailer {
  sendLowBalance(alert: LowBalanceAlert, to: string): Promise<void>;
}

export interface LowBalanceDeps {
  readonly pool: Pool;
  /** Null where no mail server is configured: then the log and the metrics alone tell. */
  readonly mailer: LowBalanceMailer | null;
  readonly log: Logger;
}

const PAGE = 8;
/** Longer than all time limits of a mail together. */
const LEASE_MS = 120_000;
const RETRY_MS = { first: 30_000, most: 3_600_000 };
/** The pauses add up to some two days; a balance of then is no news. */
const ATTEMPTS_MAX = 50;

/** One pass over the alerts that wait: each is logged once, and mailed until the mail server takes it. */
export async function sendLowBalanceAlerts(deps: LowBalanceDeps): Promise<NextPass> {
  const rows = await claimRows(deps.pool, LOW_BALANCE_QUEUE, PAGE, LEASE_MS);
  await Promise.all(
    rows.map(async ({ id, subjectUuid }) => {
      const retryMs = await deliver(deps, subjectUuid);
      if (retryMs === null) await completeRows(deps.pool, [id]);
      else await releaseRows(deps.pool, [id], retryMs);
    }),
  );
  return rows.length === PAGE ? 'more' : 'done';
}

/** How long to wait before the next attempt; null when there is none. */
async function deliver({ pool, mailer, log }: LowBalanceDeps, alertUuid: string): Promise<number | null> {
  const alert = await beginAlert(pool, alertUuid);
  if (alert === null) return null;

  const { accountId, threshold, available, currency, attempts, email } = alert;
  const facts = { account_id: accountId, threshold, available, currency };
  if (attempts === 1) log.warn(facts, 'the available balance of an account fell below its threshold');
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
        'a low-balance mail was not taken; it is sent again',
      );
      return Math.min(RETRY_MS.first * 2 ** (attempts - 1), RETRY_MS.most);
    }
    log.error(
      { ...facts, attempts, why: formatError(error) },
      'a low-balance mail was never taken; it is given up',
    );
    await endAlert(pool, alertUuid, 'given_up');
    return null;
  }
  await endAlert(pool, alertUuid, 'sent');
  return null;
}

/** The code alone: a mail server's own words quote addresses. */
function formatError(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
}

import type { Logger } from 'pino';
import { beginAlert, endAlert, type LowBalanceAlert } from '../../db/accounts/low-balance.ts';
import { LOW_BALANCE_QUEUE } from '../../domain/network/queues.ts';
import type { NextPass } from '../../services/loop.ts';
import type { WorkerPools } from '../pools.ts';
import { sendQueuedMails } from './mail-queue.ts';

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

/** The pauses add up to about two days; after that the balance in the message is out of date. */
const ATTEMPTS_MAX = 50;

/** One pass over waiting alerts: each is logged once, and mailed until the mail server accepts it. */
export async function sendLowBalanceAlerts({ pools, mailer, log }: LowBalanceDeps): Promise<NextPass> {
  return sendQueuedMails(pools.background, log, {
    queue: LOW_BALANCE_QUEUE,
    name: 'low-balance mail',
    attemptsMax: ATTEMPTS_MAX,
    begin: async (pool, uuid) => {
      const alert = await beginAlert(pool, uuid);
      if (alert?.attempts === 1) log.warn(toFacts(alert), 'available balance fell below its threshold');
      return alert;
    },
    end: endAlert,
    facts: toFacts,
    sender: (alert) => {
      const { email } = alert;
      return mailer === null || email === null ? null : () => mailer.sendLowBalance(alert, email);
    },
  });
}

function toFacts({ accountId, threshold, available, currency }: LowBalanceAlert): object {
  return { account_id: accountId, threshold, available, currency };
}

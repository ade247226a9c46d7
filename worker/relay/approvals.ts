import type { Logger } from 'pino';
import { renderApprovalEvent } from '../../contract/webhook-body.ts';
import { endExpired } from '../../db/approvals/expire.ts';
import { type ApprovalNotice, beginApprovalNotice, writeApprovalEvent } from '../../db/notices/approvals.ts';
import { endNotice } from '../../db/notices/notices.ts';
import { APPROVAL_NOTICE_QUEUE } from '../../domain/network/queues.ts';
import type { NextPass } from '../../services/loop.ts';
import type { WorkerPools } from '../pools.ts';
import { sendQueuedMails } from './mail-queue.ts';

/** Sends e-mails about approvals. */
export interface ApprovalMailer {
  sendApprovalNotice(notice: ApprovalNotice): Promise<void>;
}

export interface ApprovalDeps {
  readonly pools: Pick<WorkerPools, 'background'>;
  /** Null if no mail server is configured: then events are written, and notices end without a mail. */
  readonly mailer: ApprovalMailer | null;
  readonly log: Logger;
}

/** The pauses add up to about a day; after that the notice is out of date. */
const ATTEMPTS_MAX = 30;
const EXPIRED_MAX = 100;

/** One pass over waiting notices about approvals: each becomes an event, and is mailed until the mail server accepts it. */
export async function announceApprovals({ pools, mailer, log }: ApprovalDeps): Promise<NextPass> {
  return sendQueuedMails(pools.background, log, {
    queue: APPROVAL_NOTICE_QUEUE,
    name: 'approval notice',
    attemptsMax: ATTEMPTS_MAX,
    begin: async (pool, uuid) => {
      const notice = await beginApprovalNotice(pool, uuid);
      if (notice !== null) await writeApprovalEvent(pool, notice, renderApprovalEvent);
      return notice;
    },
    end: endNotice,
    facts: ({ kind, facts: { approval } }) => ({
      account_id: approval.accountId,
      approval_id: approval.id,
      kind,
    }),
    sender: (notice) =>
      mailer === null || notice.emails.length === 0 ? null : () => mailer.sendApprovalNotice(notice),
  });
}

/** One pass over approvals whose time is over. Several processes may run it at the same time. */
export async function expireApprovals({
  pools,
  log,
}: Pick<ApprovalDeps, 'pools' | 'log'>): Promise<NextPass> {
  const ended = await endExpired(pools.background, null, EXPIRED_MAX);
  if (ended > 0) log.info({ approvals: ended }, 'approvals ended because their time is over');
  return ended >= EXPIRED_MAX ? 'more' : 'done';
}

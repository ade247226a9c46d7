import type { Logger } from 'pino';
import { type BatchNotice, beginNotice, endNotice } from '../../db/notices/notices.ts';
import { BATCH_NOTICE_QUEUE } from '../../domain/network/queues.ts';
import type { NextPass } from '../../services/loop.ts';
import type { WorkerPools } from '../pools.ts';
import { sendQueuedMails } from './mail-queue.ts';

/** Sends e-mails about campaigns. */
export interface BatchNoticeMailer {
  sendBatchNotice(notice: BatchNotice): Promise<void>;
}

export interface BatchNoticeDeps {
  readonly pools: Pick<WorkerPools, 'background'>;
  /** Null if no mail server is configured: then notices end without a mail. */
  readonly mailer: BatchNoticeMailer | null;
  readonly log: Logger;
}

/** The pauses add up to about a day; after that the notice is out of date. */
const ATTEMPTS_MAX = 30;

/** One pass over waiting notices: each is mailed until the mail server accepts it. */
export async function sendBatchNotices({ pools, mailer, log }: BatchNoticeDeps): Promise<NextPass> {
  return sendQueuedMails(pools.background, log, {
    queue: BATCH_NOTICE_QUEUE,
    name: 'campaign notice',
    attemptsMax: ATTEMPTS_MAX,
    begin: beginNotice,
    end: endNotice,
    facts: ({ accountId, batchId, kind }) => ({ account_id: accountId, batch_id: batchId, kind }),
    sender: (notice) =>
      mailer === null || notice.emails.length === 0 ? null : () => mailer.sendBatchNotice(notice),
  });
}

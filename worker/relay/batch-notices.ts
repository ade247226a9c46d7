import type { Logger } from 'pino';
import { type BatchNotice, beginNotice, endNotice } from '../../db/notices/notices.ts';
import { claimRows } from '../../db/outbox/claims.ts';
import { completeRows, releaseRows } from '../../db/outbox/outbox.ts';
import { BATCH_NOTICE_QUEUE } from '../../domain/network/queues.ts';
import type { NextPass } from '../../services/loop.ts';
import type { WorkerPools } from '../pools.ts';

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

const PAGE = 8;
/** Longer than all time limits of a mail together. */
const LEASE_MS = 120_000;
const RETRY_MS = { first: 30_000, most: 3_600_000 };
/** The pauses add up to about a day; after that the notice is out of date. */
const ATTEMPTS_MAX = 30;

/** One pass over waiting notices: each is mailed until the mail server accepts it. */
export async function sendBatchNotices(deps: BatchNoticeDeps): Promise<NextPass> {
  const pool = deps.pools.background;
  const rows = await claimRows(pool, BATCH_NOTICE_QUEUE, PAGE, LEASE_MS);
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
async function deliver({ pools, mailer, log }: BatchNoticeDeps, noticeUuid: string): Promise<number | null> {
  const pool = pools.background;
  const notice = await beginNotice(pool, noticeUuid);
  if (notice === null) return null;
  const { accountId, batchId, kind, attempts, emails } = notice;
  if (mailer === null || emails.length === 0) {
    await endNotice(pool, noticeUuid, 'no_address');
    return null;
  }
  try {
    await mailer.sendBatchNotice(notice);
  } catch (error) {
    const facts = { account_id: accountId, batch_id: batchId, kind, attempts, why: formatError(error) };
    if (attempts < ATTEMPTS_MAX) {
      log.warn(facts, 'sending a campaign notice failed; will retry');
      return Math.min(RETRY_MS.first * 2 ** (attempts - 1), RETRY_MS.most);
    }
    log.error(facts, 'sending a campaign notice failed; giving up');
    await endNotice(pool, noticeUuid, 'given_up');
    return null;
  }
  await endNotice(pool, noticeUuid, 'sent');
  return null;
}

/** Only the code: the text of a mail server contains addresses. */
function formatError(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
}

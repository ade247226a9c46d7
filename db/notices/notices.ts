import type { Pool } from 'pg';
import { type AccountId, type BatchId, idFromUuid, uuidOf } from '../../domain/ids.ts';
import type { NoticeFacts, NoticeKind } from '../../domain/notices/notice.ts';
import { lockAccount } from '../accounts/lock.ts';
import { type Actor, recordAction } from '../audit/record.ts';
import { inTransaction } from '../transaction.ts';

/** Whom to mail, by kind of notice. */
export type NoticeAddresses = Readonly<Record<NoticeKind, readonly string[]>>;

/** The addresses of an account, in order. */
export async function readNoticeAddresses(db: Pool, accountId: AccountId): Promise<NoticeAddresses> {
  const { rows } = await db.query<{ kind: NoticeKind; email: string }>({
    name: 'read-notice-addresses',
    text: 'SELECT kind, email FROM notice_addresses WHERE account_id = $1 ORDER BY kind, email',
    values: [uuidOf('acc', accountId)],
  });
  const of = (kind: NoticeKind) => rows.filter((row) => row.kind === kind).map(({ email }) => email);
  return {
    ready: of('ready'),
    completed: of('completed'),
    paused: of('paused'),
    needs_money: of('needs_money'),
  };
}

/** Replaces all addresses of an account, with an audit entry that counts them. */
export async function replaceNoticeAddresses(
  pool: Pool,
  accountId: AccountId,
  addresses: NoticeAddresses,
  actor: Actor,
): Promise<void> {
  const account = uuidOf('acc', accountId);
  const wanted = Object.entries(addresses).flatMap(([kind, emails]) =>
    emails.map((email) => ({ kind, email })),
  );
  await inTransaction(pool, async (tx) => {
    await lockAccount(tx, accountId);
    const { rows } = await tx.query<{ kind: NoticeKind }>({
      text: 'DELETE FROM notice_addresses WHERE account_id = $1 RETURNING kind',
      values: [account],
    });
    await tx.query({
      text: `
        INSERT INTO notice_addresses (account_id, kind, email)
        SELECT DISTINCT $1::uuid, kind, email FROM unnest($2::text[], $3::text[]) AS n (kind, email)`,
      values: [account, wanted.map(({ kind }) => kind), wanted.map(({ email }) => email)],
    });
    const count = (found: readonly { readonly kind: string }[]) =>
      Object.fromEntries(
        Object.keys(addresses).map((each) => [each, found.filter(({ kind }) => kind === each).length]),
      );
    await recordAction(tx, {
      ...actor,
      action: 'notices_set',
      accountId,
      subject: 'notices',
      before: count(rows),
      details: count(wanted),
    });
  });
}

/** A notice that is to be mailed. */
export interface BatchNotice {
  readonly id: string;
  readonly accountId: AccountId;
  readonly batchId: BatchId;
  readonly kind: NoticeKind;
  readonly reason: string;
  readonly facts: NoticeFacts;
  readonly at: Date;
  /** Now; empty if no one is to be notified any longer. */
  readonly emails: readonly string[];
  /** This one included. */
  readonly attempts: number;
}

/** Reads a notice and counts an attempt; null when it has ended. Addresses of people whom the organisation suspended are left out. */
export async function beginNotice(db: Pool, noticeUuid: string): Promise<BatchNotice | null> {
  const { rows } = await db.query<
    Omit<BatchNotice, 'accountId' | 'batchId'> & { account: string; batch: string }
  >({
    name: 'begin-batch-notice',
    text: `
      UPDATE batch_notices n
         SET attempts = attempts + 1
       WHERE n.id = $1 AND n.outcome IS NULL
      RETURNING n.id, n.account_id AS account, n.batch_id AS batch, n.kind, n.reason, n.facts, n.at, n.attempts,
                ARRAY(SELECT email FROM notice_addresses a
                       WHERE a.account_id = n.account_id AND a.kind = n.kind
                         AND NOT EXISTS (SELECT FROM accounts o
                                           JOIN memberships m ON m.organisation_id = o.organisation_id
                                           JOIN auth_people p ON p.id = m.person_id
                                          WHERE o.id = n.account_id AND m.suspended_at IS NOT NULL AND p.email = lower(a.email))
                       ORDER BY email) AS emails`,
    values: [noticeUuid],
  });
  if (rows[0] === undefined) return null;
  const { account, batch, ...notice } = rows[0];
  return { ...notice, accountId: idFromUuid('acc', account), batchId: idFromUuid('bat', batch) };
}

export type NoticeOutcome = 'sent' | 'given_up' | 'no_address';

/** Records how a notice ended, once. */
export async function endNotice(db: Pool, noticeUuid: string, outcome: NoticeOutcome): Promise<void> {
  await db.query({
    name: 'end-batch-notice',
    text: `
      UPDATE batch_notices
         SET outcome = $2, ended_at = (SELECT app_now())
       WHERE id = $1 AND outcome IS NULL`,
    values: [noticeUuid, outcome],
  });
}

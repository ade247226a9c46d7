import type { Pool, PoolClient } from 'pg';
import { roleRights } from '../../domain/access/session-rights.ts';
import type { StoredApproval } from '../../domain/approvals/stored.ts';
import { newUuid } from '../../domain/crypto/new-id.ts';
import { type EventId, idFromUuid, uuidOf } from '../../domain/ids.ts';
import { APPROVAL_NOTICE_QUEUE, WEBHOOK_QUEUE } from '../../domain/network/queues.ts';
import {
  type ApprovalNoticeFacts,
  type ApprovalNoticeKind,
  approvalEventOf,
  isRecipient,
} from '../../domain/notices/approval-notice.ts';

/**
 * Has the relay announce a change of an approval, in the transaction that changed it. The notice keeps the approval as it is now.
 * The caller holds the lock of the account or the batch, because the notice refers to the batch.
 */
export async function noteApproval(
  tx: PoolClient,
  approval: StoredApproval,
  kind: ApprovalNoticeKind,
): Promise<void> {
  await tx.query({
    name: 'note-approval',
    text: `
      WITH notice AS (
        INSERT INTO batch_notices (id, account_id, batch_id, kind, reason, facts, at)
        SELECT $1, $2, b.id, $4, $5, json_build_object('reference', b.reference, 'approval', $6::json), (SELECT app_now())
          FROM batches b
         WHERE b.account_id = $2 AND b.id = $3
        RETURNING id, account_id, at
      )
      INSERT INTO outbox (id, queue, topic, subject_id, account_id, created_at)
      SELECT $7, $8, 'batch_notice', id, account_id, at FROM notice`,
    values: [
      newUuid(),
      uuidOf('acc', approval.accountId),
      uuidOf('bat', approval.batchId),
      kind,
      approval.status,
      JSON.stringify(approval),
      newUuid(),
      APPROVAL_NOTICE_QUEUE,
    ],
  });
}

/** A notice about an approval that is to be announced. */
export interface ApprovalNotice {
  /** A UUID; the event has the same. */
  readonly id: string;
  readonly kind: ApprovalNoticeKind;
  readonly facts: ApprovalNoticeFacts;
  readonly at: Date;
  /** Now; empty if no one is to be notified any longer. */
  readonly emails: readonly string[];
  /** This one included. */
  readonly attempts: number;
}

/** Most people that one notice is mailed to. */
const RECIPIENTS_MAX = 50;

/**
 * Reads a notice and counts an attempt; null when it has ended. Who gets it is decided by the roles as they are now. Suspended people
 * do not get it.
 */
export async function beginApprovalNotice(db: Pool, noticeUuid: string): Promise<ApprovalNotice | null> {
  const { rows } = await db.query<Omit<ApprovalNotice, 'emails' | 'facts'> & { facts: StoredFacts }>({
    name: 'begin-approval-notice',
    text: `
      UPDATE batch_notices SET attempts = attempts + 1
       WHERE id = $1 AND outcome IS NULL
      RETURNING id, kind, facts, at, attempts`,
    values: [noticeUuid],
  });
  if (rows[0] === undefined) return null;
  const { facts: stored, ...notice } = rows[0];
  const facts = { reference: stored.reference, approval: revive(stored.approval) };
  return { ...notice, facts, emails: await findEmails(db, notice.kind, facts.approval) };
}

async function findEmails(db: Pool, kind: ApprovalNoticeKind, approval: StoredApproval): Promise<string[]> {
  const { rows } = await db.query<{ id: string; email: string; role: string; custom: string[] | null }>({
    name: 'find-people-of-account',
    text: `
      SELECT p.id, p.email, m.role, r.rights AS custom
        FROM accounts a
        JOIN memberships m ON m.organisation_id = a.organisation_id
        JOIN auth_people p ON p.id = m.person_id
        LEFT JOIN custom_roles r ON r.id = m.custom_role_id
       WHERE a.id = $1 AND m.suspended_at IS NULL
       ORDER BY p.email`,
    values: [uuidOf('acc', approval.accountId)],
  });
  return rows
    .filter(({ id, role, custom }) => {
      const mayDecide = roleRights(role, custom).has('approvals:decide');
      return isRecipient(kind, approval, { kind: 'person', id: idFromUuid('per', id) }, mayDecide);
    })
    .slice(0, RECIPIENTS_MAX)
    .map(({ email }) => email);
}

/** Writes the event of a notice, once, unless it has none, or no endpoint has chosen its type. */
export async function writeApprovalEvent(
  db: Pool,
  { id, kind, facts: { approval }, at }: ApprovalNotice,
  render: (id: EventId, type: string, at: Date, approval: StoredApproval) => string,
): Promise<void> {
  const type = approvalEventOf(kind, approval);
  if (type === null) return;
  await db.query({
    name: 'announce-approval',
    text: `
      WITH announced AS (
        INSERT INTO events (id, account_id, type, subject_id, created_at, body)
        SELECT $1, $2, $3, $1, $4, $5
         WHERE EXISTS (SELECT FROM webhook_endpoints WHERE account_id = $2 AND $3 = ANY (extra_events))
            OR EXISTS (SELECT FROM client_endpoints WHERE account_id = $2 AND enabled AND $3 = ANY (event_types))
        ON CONFLICT DO NOTHING
        RETURNING id, account_id, created_at
      )
      INSERT INTO outbox (id, queue, topic, subject_id, account_id, created_at)
      SELECT $6, $7, 'deliver_event', id, account_id, created_at FROM announced`,
    values: [
      id,
      uuidOf('acc', approval.accountId),
      type,
      at,
      render(idFromUuid('evt', id), type, at, approval),
      newUuid(),
      WEBHOOK_QUEUE,
    ],
  });
}

type Dates = 'expiresAt' | 'requestedAt' | 'endedAt' | 'decisions';

/** An approval as JSON has it. */
interface StoredFacts {
  readonly reference: string;
  readonly approval: Omit<StoredApproval, Dates> & {
    readonly expiresAt: string;
    readonly requestedAt: string;
    readonly endedAt: string | null;
    readonly decisions: readonly (Omit<StoredApproval['decisions'][number], 'at'> & {
      readonly at: string;
    })[];
  };
}

function revive({ decisions, ...approval }: StoredFacts['approval']): StoredApproval {
  return {
    ...approval,
    expiresAt: new Date(approval.expiresAt),
    requestedAt: new Date(approval.requestedAt),
    endedAt: approval.endedAt === null ? null : new Date(approval.endedAt),
    decisions: decisions.map((one) => ({ ...one, at: new Date(one.at) })),
  };
}

import type { AuditRecord } from '../../domain/access/audit-record.ts';
import { type AccountId, idFromUuid, uuidOf } from '../../domain/ids.ts';
import type { Reader } from '../account-reads.ts';

/** Which entries to find; null for any. */
export interface AuditFilter {
  /** `platform` for entries that concern no account. */
  readonly accountId: AccountId | 'platform' | null;
  readonly from: Date | null;
  /** Entries before this time. */
  readonly to: Date | null;
  readonly action: string | null;
  /** Id of a key or person, or name of an operator or process. */
  readonly principal: string | null;
  readonly subject: string | null;
}

export const ANY_ENTRY: AuditFilter = {
  accountId: null,
  from: null,
  to: null,
  action: null,
  principal: null,
  subject: null,
};

/** Where a page ended. */
export type AuditPosition = Pick<AuditRecord, 'at' | 'seq' | 'id'>;

type Row = Omit<AuditRecord, 'id' | 'accountId'> & { readonly id: string; readonly account: string | null };

const COLUMNS = `id, account_id AS account, seq, at, principal_kind AS "principalKind", principal_id AS "principalId",
             session_id AS "sessionId", host(address) AS address, user_agent AS "userAgent", action, subject, reason,
             before, after, previous_hash AS "previousHash", hash`;

/** Up to `limit` entries after a position, newest first. The order of one chain is that of its numbers. */
export async function searchAudit(
  db: Reader,
  filter: AuditFilter,
  after: AuditPosition | null,
  limit: number,
): Promise<AuditRecord[]> {
  const { accountId } = filter;
  const account = accountId === null || accountId === 'platform' ? null : uuidOf('acc', accountId);
  const { rows } = await db.query<Row>({
    text: `
      SELECT ${COLUMNS}
        FROM audit_log
       WHERE ${accountId === null ? EVERY : accountId === 'platform' ? PLATFORM : 'account_id = $1'}
         AND ($2::timestamptz IS NULL OR at >= $2)
         AND ($3::timestamptz IS NULL OR at < $3)
         AND ($4::text IS NULL OR action = $4)
         AND ($5::text IS NULL OR principal_id = $5)
         AND ($6::text IS NULL OR subject = $6)
         AND ($7::timestamptz IS NULL OR (at, seq, id) < ($7, $8::bigint, $9::uuid))
       ORDER BY at DESC, seq DESC, id DESC
       LIMIT $10`,
    values: [
      account,
      filter.from,
      filter.to,
      filter.action,
      filter.principal,
      filter.subject,
      after?.at ?? null,
      after?.seq ?? null,
      after === null ? null : uuidOf('aud', after.id),
      limit,
    ],
  });
  return rows.map(readRow);
}

/**
 * The newest `limit` entries about what was done to some subjects of an account, newest first. Those of the platform count too: it has
 * inquiries that the staff requested. Those that say that someone looked do not count.
 */
export async function readActionsOn(
  db: Reader,
  accountId: AccountId,
  subjects: readonly string[],
  limit: number,
): Promise<AuditRecord[]> {
  const { rows } = await db.query<Row>({
    name: 'read-actions-on',
    text: `
      SELECT ${COLUMNS}
        FROM audit_log
       WHERE (account_id = $1 OR account_id IS NULL) AND subject = ANY ($2) AND action <> 'purchase_read'
       ORDER BY at DESC, seq DESC
       LIMIT $3`,
    values: [uuidOf('acc', accountId), subjects, limit],
  });
  return rows.map(readRow);
}

function readRow({ account, ...row }: Row): AuditRecord {
  return {
    ...row,
    id: idFromUuid('aud', row.id),
    accountId: account === null ? null : idFromUuid('acc', account),
  };
}

/** The planner sees which parameters are null, because the statement has no name and is planned with its values. */
const EVERY = '$1::uuid IS NULL';
const PLATFORM = 'account_id IS NULL AND $1::uuid IS NULL';

import { createHash } from 'node:crypto';

/** Hashes of version 1 stay checkable when a later version covers more. */
const VERSION = 'bundlewire audit 1';

/** An entry of the audit log as it is hashed. */
export interface AuditFields {
  /** UUID of the account, or `platform`. */
  readonly chain: string;
  /** From 1, without gaps. */
  readonly seq: number;
  readonly id: string;
  readonly accountUuid: string | null;
  readonly at: Date;
  readonly principalKind: string;
  readonly principalId: string;
  readonly sessionId: string | null;
  readonly address: string | null;
  readonly userAgent: string | null;
  readonly action: string;
  readonly subject: string;
  readonly reason: string | null;
  /** JSON as it is stored. */
  readonly before: string | null;
  readonly after: string | null;
  readonly previousHash: Buffer;
}

/**
 * The hash of an entry: SHA-256 over all its fields and the hash of the entry before it. Each field is its length in bytes, a
 * colon and its text, or a hyphen for null; line feeds separate them. No two entries have the same rendering. The database
 * computes the same when an entry is inserted (`audit_hash` in db/migrations/0043_audit_log.sql).
 */
export function hashAuditEntry(entry: AuditFields): Buffer {
  const fields = [
    VERSION,
    entry.previousHash.toString('hex'),
    entry.chain,
    String(entry.seq),
    entry.id,
    entry.accountUuid,
    entry.at.toISOString(),
    entry.principalKind,
    entry.principalId,
    entry.sessionId,
    entry.address,
    entry.userAgent,
    entry.action,
    entry.subject,
    entry.reason,
    entry.before,
    entry.after,
  ];
  return createHash('sha256').update(fields.map(renderField).join('\n')).digest();
}

/** What the first entry of a chain has as the hash of the entry before it. */
export function hashBeforeFirst(chain: string): Buffer {
  return createHash('sha256').update(`${VERSION} ${chain}`).digest();
}

function renderField(field: string | null): string {
  return field === null ? '-' : `${Buffer.byteLength(field)}:${field}`;
}

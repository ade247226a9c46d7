import { z } from 'zod';
import type { AuditRecord } from '../domain/access/audit-record.ts';
import { DateTime } from './common.ts';
import { AUDIT_ENTRY } from './examples/audit.ts';

/** Who acted, as clients see it. */
const AuditPrincipal = z
  .object({
    kind: z
      .enum(['key', 'person', 'platform'])
      .describe(
        '`key`: a program with an API key. `person`: a person who was signed in. `platform`: the staff or a process of the platform.',
      ),
    id: z
      .string()
      .nullable()
      .meta({
        description:
          'Id of the key or person; null for the platform. `unknown` for a key in entries of an earlier version.',
        examples: [AUDIT_ENTRY.principal.id],
      }),
  })
  .meta({ id: 'AuditPrincipal', description: 'Who acted.' });

const Facts = z.record(z.string(), z.unknown()).nullable();

/** One entry of an account's audit log. */
export const AuditEntry = z
  .object({
    id: z.string().meta({ description: 'Id of the entry.', examples: [AUDIT_ENTRY.id] }),
    object: z.literal('audit_entry').describe('Always `audit_entry`.'),
    number: z
      .int()
      .describe('Number of the entry in the log of your account: 1, 2, 3 and so on without gaps.'),
    created_at: DateTime.describe('When it was recorded.'),
    principal: AuditPrincipal,
    session_id: z
      .string()
      .nullable()
      .meta({
        description: 'The session of the person; null for keys.',
        examples: ['ses_01kf0x7r1tfb7r9m2ptq4n6wze'],
      }),
    address: z
      .string()
      .nullable()
      .meta({ description: 'IP address of the request; null for the platform.', examples: ['203.0.113.7'] }),
    user_agent: z
      .string()
      .nullable()
      .meta({
        description: 'The header `User-Agent` of the request, up to 300 characters.',
        examples: [AUDIT_ENTRY.user_agent],
      }),
    action: z.string().meta({
      description: 'What was done, for example `batch_start`. More actions may be added.',
      examples: [AUDIT_ENTRY.action],
    }),
    subject: z.string().meta({
      description: 'What it was done to: the id of a resource, or a word such as `account`.',
      examples: [AUDIT_ENTRY.subject],
    }),
    reason: z
      .string()
      .nullable()
      .meta({
        description: 'Why, if a person of your organisation gave a reason.',
        examples: ['Approved by finance'],
      }),
    before: Facts.meta({
      description: 'How it was before, if it was changed. The fields depend on the action.',
      examples: [AUDIT_ENTRY.before],
    }),
    after: Facts.meta({
      description: 'What it was changed to, or other facts. The fields depend on the action.',
      examples: [AUDIT_ENTRY.after],
    }),
    previous_hash: z.string().meta({
      description: 'The hash of the entry before it, in hexadecimal.',
      examples: [AUDIT_ENTRY.previous_hash],
    }),
    hash: z.string().meta({
      description:
        'SHA-256 over the entry and the hash of the entry before it, in hexadecimal. If you keep it, you notice if an earlier entry is changed.',
      examples: [AUDIT_ENTRY.hash],
    }),
  })
  .meta({
    id: 'AuditEntry',
    description: 'One entry of the audit log. Entries are never changed or removed.',
    examples: [AUDIT_ENTRY],
  });
export type AuditEntry = z.output<typeof AuditEntry>;

/** An entry as clients see it. What the platform did is shown without who, from where, why, and details. */
export function renderAuditEntry(record: AuditRecord): AuditEntry {
  const { id, number, created_at, action, subject, previous_hash, hash } = renderAuditRecord(record);
  const shown = {
    object: 'audit_entry',
    id,
    number,
    created_at,
    action,
    subject,
    previous_hash,
    hash,
  } as const;
  const { principalKind: kind } = record;
  if (kind !== 'key' && kind !== 'person')
    return { ...shown, principal: { kind: 'platform', id: null }, ...WITHHELD };
  return {
    ...shown,
    principal: { kind, id: record.principalId },
    session_id: record.sessionId,
    address: record.address,
    user_agent: record.userAgent,
    reason: record.reason,
    before: toFacts(record.before),
    after: toFacts(record.after),
  };
}

const WITHHELD = {
  session_id: null,
  address: null,
  user_agent: null,
  reason: null,
  before: null,
  after: null,
} as const;

function toFacts(value: object | null): Record<string, unknown> | null {
  return value === null ? null : { ...value };
}

/** An entry as operators see it: complete. */
export function renderAuditRecord(record: AuditRecord) {
  return {
    id: record.id,
    account_id: record.accountId,
    number: record.seq,
    created_at: record.at.toISOString(),
    principal: { kind: record.principalKind, id: record.principalId },
    session_id: record.sessionId,
    address: record.address,
    user_agent: record.userAgent,
    action: record.action,
    subject: record.subject,
    reason: record.reason,
    before: record.before,
    after: record.after,
    previous_hash: record.previousHash.toString('hex'),
    hash: record.hash.toString('hex'),
  };
}

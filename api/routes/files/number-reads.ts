import type { FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import { recordOnce } from '../../../db/audit/once.ts';
import type { AuditAction } from '../../../domain/access/audit-actions.ts';
import { identityOf } from '../../../domain/access/identity.ts';

/** Pages of one list, for one key or person, are one entry within this time. */
const TOGETHER_MS = 3_600_000;
const REMEMBERED_MAX = 10_000;

/** Brings reads of complete phone numbers as JSON into the audit log. */
export interface NumberReads {
  /** Records a read before it is answered, once an hour per key or person and list. */
  note(request: FastifyRequest, action: AuditAction, subject: string): Promise<void>;
}

/** Lists that are paged through are recorded as files are, only less often: a page has up to 100 rows, and programs read pages all day. */
export function createNumberReads(pool: Pool): NumberReads {
  const recorded = new Map<string, number>();
  return {
    async note(request, action, subject) {
      const { caller, actor, principal, rights, method } = request;
      if (method === 'HEAD' || !rights.has('numbers:read')) return;
      const { kind, id } = identityOf(principal);
      const name = JSON.stringify([caller.accountId, kind, id, action, subject]);
      const now = performance.now();
      if (now - (recorded.get(name) ?? Number.NEGATIVE_INFINITY) < TOGETHER_MS) return;
      await recordOnce(pool, { accountId: caller.accountId, actor, action, subject }, TOGETHER_MS);
      recorded.delete(name);
      recorded.set(name, now);
      const oldest = recorded.size > REMEMBERED_MAX ? recorded.keys().next().value : undefined;
      if (oldest !== undefined) recorded.delete(oldest);
    },
  };
}

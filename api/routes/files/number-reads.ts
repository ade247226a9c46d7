import type { FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import { type RepeatedEntry, recordOnce } from '../../../db/audit/once.ts';
import type { AuditAction } from '../../../domain/access/audit-actions.ts';
import { identityOf } from '../../../domain/access/identity.ts';
import type { AccountId } from '../../../domain/ids.ts';

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
  const record = recordHourly(pool);
  return {
    async note({ caller: { accountId }, actor, rights, method }, action, subject) {
      if (method === 'HEAD' || !rights.has('numbers:read')) return;
      await record({ accountId, actor, action, subject });
    },
  };
}

/** A purchase in an answer to the staff. */
interface ShownPurchase {
  readonly accountId: AccountId;
  readonly id: string;
}

/** Brings reads of complete phone numbers by the staff into the audit log. */
export interface StaffNumberReads {
  /** Records a read of purchases before it is answered, once an hour per person and purchase, in the log of its account. */
  note(request: FastifyRequest, purchases: readonly ShownPurchase[]): Promise<void>;
}

/** The screens of purchases read them again while they are open, so one entry stands for an hour. */
export function createStaffNumberReads(pool: Pool): StaffNumberReads {
  const record = recordHourly(pool);
  return {
    async note({ actor, staff, method }, purchases) {
      if (method === 'HEAD' || !staff.rights.has('numbers:read')) return;
      // One after the other: each locks the chain of its account.
      for (const { accountId, id: subject } of purchases)
        await record({ accountId, actor, action: 'purchase_read', subject });
    },
  };
}

/** Records entries once an hour, and remembers which, so that most reads ask the database nothing. */
function recordHourly(pool: Pool): (entry: RepeatedEntry) => Promise<void> {
  const recorded = new Map<string, number>();
  return async (entry) => {
    const { accountId, actor, action, subject } = entry;
    const { kind, id } = identityOf(actor.principal);
    const name = JSON.stringify([accountId, kind, id, action, subject]);
    const now = performance.now();
    if (now - (recorded.get(name) ?? Number.NEGATIVE_INFINITY) < TOGETHER_MS) return;
    await recordOnce(pool, entry, TOGETHER_MS);
    recorded.delete(name);
    recorded.set(name, now);
    const oldest = recorded.size > REMEMBERED_MAX ? recorded.keys().next().value : undefined;
    if (oldest !== undefined) recorded.delete(oldest);
  };
}

import type { PoolClient } from 'pg';
import type { AuditAction } from '../../domain/access/audit-actions.ts';
import type { Principal, StaffSession } from '../../domain/access/principal.ts';
import { assertNever } from '../../domain/assert-never.ts';
import { newUuid } from '../../domain/crypto/new-id.ts';
import { type AccountId, uuidOf } from '../../domain/ids.ts';

/** An operator, and why. */
export interface OperatorActor {
  /** The name of the person, or the name that someone with direct access to the database gave. */
  readonly operator: string;
  readonly reason: string;
  /** The person who was signed in; left out for direct access. */
  readonly staff?: StaffSession;
}

/** Who and why, without the other facts of a request. */
export function operatorOf({ operator, reason, staff }: OperatorActor): OperatorActor {
  return { operator, reason, ...(staff === undefined ? {} : { staff }) };
}

/** Who made a request to the API, and from where. */
export interface RequestActor {
  readonly principal: Principal;
  /** An IP address without a prefix length; null if it is not known. */
  readonly address: string | null;
  /** Up to 300 characters. */
  readonly userAgent: string | null;
}

export type Actor = OperatorActor | RequestActor;

/** What is recorded. No phone number, no secret. */
export interface AuditFacts {
  /** What was done, such as `key_revoke`. */
  readonly action: AuditAction;
  /** The account that it concerns; null where it concerns none, or all. */
  readonly accountId: AccountId | null;
  /** What was acted on: an identifier, or a word such as `account`. */
  readonly subject: string;
  /** Why, as the person wrote it who did it; of operators, it is in the actor. */
  readonly reason?: string | null;
  /** How it was before, where it was changed. */
  readonly before?: object | null;
  /** What it was changed to, or other facts. */
  readonly details?: object;
}

export type AuditEntry = Actor & AuditFacts;

/**
 * Adds an entry to the audit log. `tx` is the transaction of the change itself: no change without its entry. Locks the head of the
 * account's chain, or of the platform's, until the transaction ends: it is the last lock of a transaction (db/README.md). The
 * database sets the entry's number, time and hashes.
 */
export async function recordAction(tx: PoolClient, entry: AuditEntry): Promise<void> {
  const { kind, id, sessionId } = identify(entry);
  const { address, userAgent } = originOf(entry);
  await tx.query({
    name: 'record-action',
    text: `
      INSERT INTO audit_log (id, account_id, principal_kind, principal_id, session_id, address, user_agent, action, subject,
                             reason, before, after)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    values: [
      newUuid(),
      entry.accountId === null ? null : uuidOf('acc', entry.accountId),
      kind,
      id,
      sessionId,
      address,
      userAgent,
      entry.action,
      entry.subject,
      entry.reason ?? null,
      toJson(entry.before),
      toJson(entry.details),
    ],
  });
}

function toJson(value: object | null | undefined): string | null {
  return value === null || value === undefined ? null : JSON.stringify(value);
}

/** A principal as the log names it. */
interface Identified {
  readonly kind: Principal['kind'];
  readonly id: string;
  readonly sessionId: string | null;
}

/** The id of the key or person, or the name of the operator or process. */
export function principalIdOf(actor: Actor): string {
  return identify(actor).id;
}

/** Who acts. */
export function principalOf(actor: Actor): Principal {
  if ('principal' in actor) return actor.principal;
  const { operator: name, staff } = actor;
  if (staff === undefined) return { kind: 'operator', name };
  return { kind: 'staff', personId: staff.personId, sessionId: staff.sessionId };
}

/** What marks entries of someone who reached the database without signing in: emergency access. */
const DIRECT = { address: null, userAgent: 'direct' } as const;

function originOf(actor: Actor): Pick<RequestActor, 'address' | 'userAgent'> {
  return 'principal' in actor ? actor : (actor.staff ?? DIRECT);
}

function identify(actor: Actor): Identified {
  const principal = principalOf(actor);
  const { kind } = principal;
  switch (kind) {
    case 'key':
      return { kind, id: principal.keyId, sessionId: null };
    case 'person':
    case 'staff':
      return { kind, id: principal.personId, sessionId: principal.sessionId };
    case 'operator':
    case 'process':
      return { kind, id: principal.name, sessionId: null };
    default:
      return assertNever(kind);
  }
}

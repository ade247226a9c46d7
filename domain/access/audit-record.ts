import type { AccountId, AuditId } from '../ids.ts';
import type { Principal } from './principal.ts';

/** An entry of the audit log as it was recorded. */
export interface AuditRecord {
  readonly id: AuditId;
  /** Null for an entry of the platform. */
  readonly accountId: AccountId | null;
  /** Its number in its chain, from 1. */
  readonly seq: number;
  readonly at: Date;
  readonly principalKind: Principal['kind'];
  /** Id of the key or person, or the name of the operator or process. */
  readonly principalId: string;
  readonly sessionId: string | null;
  readonly address: string | null;
  readonly userAgent: string | null;
  readonly action: string;
  readonly subject: string;
  readonly reason: string | null;
  readonly before: object | null;
  readonly after: object | null;
  readonly previousHash: Buffer;
  readonly hash: Buffer;
}

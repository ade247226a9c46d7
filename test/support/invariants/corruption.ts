import { type AccountId, type BatchId, type KeyId, type PurchaseId, uuidOf } from '../../../domain/ids.ts';
import type { StandardHistory } from './standard-history.ts';

/** One way to corrupt a database, and what verification must report. */
export interface Corruption {
  readonly what: string;
  /** The invariant that it breaks. */
  readonly invariant: number;
  /** Others that necessarily break with it. */
  readonly also: readonly number[];
  readonly sql: (history: StandardHistory) => readonly string[];
  readonly row: (history: StandardHistory) => string;
  readonly why: RegExp;
}

/** An account, a campaign, a key or a purchase as an SQL literal. */
export const acc = (id: AccountId) => `'${uuidOf('acc', id)}'`;
export const bat = (id: BatchId) => `'${uuidOf('bat', id)}'`;
export const key = (id: KeyId) => `'${uuidOf('key', id)}'`;
export const pur = (id: PurchaseId) => `'${uuidOf('pur', id)}'`;

/** Changes lines as a superuser could, with the protecting triggers off. */
export const changeLines = (sql: string) => [
  'ALTER TABLE statement_lines DISABLE TRIGGER USER',
  sql,
  'ALTER TABLE statement_lines ENABLE TRIGGER USER',
];

/** The same for closed statements. */
export const changeStatements = (sql: string) => ['ALTER TABLE statements DISABLE TRIGGER USER', sql];

import { neighbour } from '../../finance/day.ts';

/** Which entries of the audit log an address shows. */
export interface StaffAuditSearch {
  /** Id of an account, or `platform`. The name `account` is that of the account of a client's person. */
  of?: string;
  /** An action, such as `batch_start`. */
  action?: string;
  /** An id, or the name of an operator or process. */
  principal?: string;
  /** An id, or a word such as `account`. */
  subject?: string;
  /** UTC days, YYYY-MM-DD, both included. */
  from?: string;
  to?: string;
}

export const FIELDS = ['of', 'action', 'principal', 'subject', 'from', 'to'] as const;

/** Reads the fields of an address; others are left out. */
export function readStaffAuditSearch(search: Record<string, unknown>): StaffAuditSearch {
  const found: StaffAuditSearch = {};
  for (const field of FIELDS) {
    const value = search[field];
    if (typeof value === 'string' && value !== '') found[field] = value;
  }
  return found;
}

/** The parameters of the API for an address. */
export function staffAuditQuery({ of, action, principal, subject, from, to }: StaffAuditSearch) {
  return {
    account_id: of,
    action,
    principal,
    subject,
    created_from: from === undefined ? undefined : `${from}T00:00:00Z`,
    created_to: to === undefined ? undefined : `${neighbour(to, 1)}T00:00:00Z`,
    limit: 50,
  };
}

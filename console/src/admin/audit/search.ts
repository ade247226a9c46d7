import { neighbour } from '../../finance/day.ts';

/** Which entries of the audit log an address shows. */
export interface AuditSearch {
  /** An action, such as `batch_start`. */
  action?: string;
  /** Id of a key or a person. */
  principal?: string;
  /** Id of a resource, or a word such as `account`. */
  subject?: string;
  /** UTC days, YYYY-MM-DD, both included. */
  from?: string;
  to?: string;
  cursor?: string;
}

const FIELDS = ['action', 'principal', 'subject', 'from', 'to', 'cursor'] as const;

/** Reads the fields of an address; others are left out. */
export function readAuditSearch(search: Record<string, unknown>): AuditSearch {
  const found: AuditSearch = {};
  for (const field of FIELDS) {
    const value = search[field];
    if (typeof value === 'string' && value !== '') found[field] = value;
  }
  return found;
}

/** The parameters of the API for the entries that an address shows, without its page. */
export function auditQuery({ action, principal, subject, from, to }: AuditSearch) {
  return {
    action,
    principal,
    subject,
    created_from: from === undefined ? undefined : `${from}T00:00:00Z`,
    created_to: to === undefined ? undefined : `${neighbour(to, 1)}T00:00:00Z`,
  };
}

import type { PlanMode } from '../../support/plans/explain.ts';

/** A statement that may read large tables from end to end. */
export interface Exception {
  /** How the place of the statement begins: a file and, in parentheses, a declaration. */
  readonly place: string;
  readonly tables: readonly string[];
  /** Where only one kind of plan does. */
  readonly only?: PlanMode;
  readonly reason: string;
}

const COUNTS_ALL = 'It counts by queue or endpoint all that waits, and what is done is not in the outbox.';

/** Each is needed: the test names those that are not. */
export const EXCEPTIONS: readonly Exception[] = [
  {
    place: 'services/invariants/',
    tables: [
      'purchases',
      'statement_lines',
      'batches',
      'key_caps',
      'submissions',
      'confirmations',
      'late_confirmations',
      'late_inquiries',
      'contradictions',
      'route_deliveries',
      'webhook_attempts',
      'deliveries',
      'delivery_attempts',
      'listed_costs',
      'purchase_references',
      'events',
    ],
    reason: 'The check of the books reads all that it is about.',
  },
  { place: 'db/outbox/backlog.ts (readBacklog)', tables: ['outbox'], reason: COUNTS_ALL },
  { place: 'db/outbox/lanes.ts (readLanes)', tables: ['outbox'], reason: COUNTS_ALL },
  { place: 'db/endpoints/queued.ts (listQueuedEndpoints)', tables: ['outbox'], reason: COUNTS_ALL },
  { place: 'db/endpoints/failing.ts (listFailingEndpoints)', tables: ['outbox'], reason: COUNTS_ALL },
  {
    place: 'db/audit/search.ts (searchAudit)',
    tables: ['audit_log'],
    only: 'generic',
    reason: 'The statement has no name, so each search is planned for its own values.',
  },
  {
    place: 'db/networks/call-history.ts (rollUpCalls)',
    tables: ['gateway_calls'],
    reason: 'It adds up all minutes that are kept.',
  },
  {
    place: 'db/batches/batches.ts (countBatches)',
    tables: ['batches'],
    reason: 'A metric counts all campaigns by status, and there is one row per campaign.',
  },
  {
    place: 'db/accounts/low-balance.ts (readLowBalances)',
    tables: ['low_balance_alerts'],
    reason: 'A metric counts all alerts by outcome, and there are few.',
  },
  {
    place: 'db/people/sso/settings.ts (setSso)',
    tables: ['sso_sign_ins'],
    reason: 'An organisation changes its single sign-on rarely, and these rows live for a day.',
  },
  {
    place: 'db/people/sso/settings.ts (endSessionsOf)',
    tables: ['auth_people', 'auth_sessions'],
    reason: 'Domains are added to single sign-on rarely, and the people of a domain have no index.',
  },
];

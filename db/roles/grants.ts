/** The database roles of processes and people, without the prefix `bundlewire_`. The tables belong to the role that migrates. */
export const ROLES = ['api', 'worker', 'operator', 'read_only'] as const;
export type Role = (typeof ROLES)[number];

/** The role as which the API reads rows of one account (db/account-reads.ts). It cannot connect: `bundlewire_api` takes it on. */
export const READER = 'bundlewire_reader';

/**
 * Tables that READER reads, without SECRETS. `own` has rows of clients, and a policy that shows only those of the account of the request.
 * A `view` has that condition itself, and READER may not read the table behind it. `shared` has no rows of clients.
 */
export const READER_TABLES: Readonly<Record<string, 'own' | 'view' | 'shared'>> = {
  account_allowed_ranges: 'own',
  account_rules: 'own',
  accounts: 'own',
  api_keys: 'own',
  app_clock: 'shared',
  approval_decisions: 'own',
  approval_rules: 'own',
  approvals: 'own',
  audit_log: 'own',
  auth_people: 'own',
  auth_sessions: 'own',
  batches: 'own',
  blocked_numbers: 'own',
  client_endpoints: 'own',
  custom_roles: 'own',
  deliveries: 'own',
  delivery_attempts: 'own',
  erasures: 'own',
  events: 'own',
  invitations: 'own',
  key_caps: 'own',
  memberships: 'own',
  notice_addresses: 'own',
  organisations: 'own',
  own_batch_rows: 'view',
  passkeys: 'own',
  person_mails: 'own',
  preparers: 'own',
  purchases: 'own',
  recurrence_runs: 'own',
  recurrences: 'own',
  request_log: 'own',
  second_factors: 'own',
  statement_lines: 'own',
  statements: 'own',
  webhook_attempts: 'own',
};

/** The name of a role in PostgreSQL. */
export function nameOfRole(role: Role): string {
  return `bundlewire_${role}`;
}

/** S selects, I inserts, U updates and locks, D deletes, and L only locks. No role truncates or changes a table. */
export const VERBS = { S: 'SELECT', I: 'INSERT', U: 'UPDATE', D: 'DELETE' } as const;

/**
 * What each role may do with each table, in the order of ROLES. It is what the statements of the process need, and no more:
 * `test/db/roles/statements.test.ts` compares it with them. `read_only` reads all columns but SECRETS.
 */
export const GRANTS: Readonly<
  Record<string, readonly [api: string, worker: string, operator: string, readOnly: string]>
> = {
  account_allowed_ranges: ['SID', '', 'SID', 'S'],
  account_bundles: ['SIUD', 'S', 'SIUD', 'S'],
  account_rules: ['SIU', 'SU', 'SIU', 'S'],
  accounts: ['SU', 'SU', 'SIU', 'S'],
  api_keys: ['SIU', '', 'SIU', 'S'],
  app_clock: ['S', 'S', 'S', 'S'],
  approval_decisions: ['SI', 'S', 'SI', 'S'],
  approval_rules: ['SIUD', 'S', 'SIUD', 'S'],
  approvals: ['SIU', 'SIU', 'SIU', 'S'],
  audit_heads: ['', '', 'S', 'S'],
  audit_log: ['SI', 'I', 'SI', 'S'],
  auth_credentials: ['SIU', '', 'S', ''],
  auth_people: ['SIU', 'S', 'SIU', 'S'],
  auth_sessions: ['SIUD', 'SDL', 'SUD', 'S'],
  auth_verifications: ['SIUD', 'SDL', 'SI', ''],
  batch_networks: ['SIU', 'SIU', 'S', 'S'],
  batch_notices: ['SI', 'SIU', 'SI', 'S'],
  batch_rates: ['S', 'SIU', 'S', 'S'],
  batch_rows: ['SIUD', 'SIUD', 'SU', 'S'],
  batch_tallies: ['SIU', 'SIU', 'SU', 'S'],
  batches: ['SIUD', 'SIUD', 'SU', 'S'],
  blocked_numbers: ['SID', 'S', 'SID', 'S'],
  bundles: ['S', 'S', 'SIU', 'S'],
  client_endpoints: ['SIUD', 'SU', 'S', 'S'],
  confirmations: ['SI', 'SI', 'SI', 'S'],
  contradictions: ['SIU', 'SIU', 'SIU', 'S'],
  custom_roles: ['SIUD', 'S', '', 'S'],
  deliveries: ['SI', 'SIU', 'SI', 'S'],
  delivery_attempts: ['S', 'SIU', 'SU', 'S'],
  device_sign_ins: ['SIUD', '', '', ''],
  erasure_keys: ['SI', 'S', 'SIU', 'S'],
  erasures: ['SI', 'SU', 'SIU', 'S'],
  events: ['SIL', 'SIU', 'SIU', 'S'],
  gateway_alerts: ['SIU', 'SIU', 'SIU', 'S'],
  gateway_callbacks: ['SIU', 'SUD', 'SU', 'S'],
  gateway_calls: ['SIU', 'SIUD', 'S', 'S'],
  invitations: ['SIU', 'SDL', 'SU', 'S'],
  key_caps: ['SIUD', 'SU', 'SIUD', 'S'],
  known_devices: ['SIUD', '', '', 'S'],
  late_confirmations: ['SIU', 'SIU', 'SIU', 'S'],
  late_inquiries: ['SI', 'SIU', 'SI', 'S'],
  low_balance_alerts: ['SI', 'SIU', 'SI', 'S'],
  memberships: ['SIUD', 'S', 'SIUD', 'S'],
  network_codes: ['S', '', 'SI', 'S'],
  network_health: ['SIU', 'SIU', 'SIU', 'S'],
  network_queues: ['S', 'SU', 'SIU', 'S'],
  network_routes: ['S', 'S', 'SIU', 'S'],
  networks: ['SU', 'SU', 'SIU', 'S'],
  notice_addresses: ['SID', 'S', 'SID', 'S'],
  number_lookups: ['SIUD', 'SDL', 'SDL', 'S'],
  number_prefixes: ['S', 'S', 'SI', 'S'],
  number_turns: ['', 'SIUD', '', 'S'],
  operator_actions: ['', '', '', ''],
  organisation_sso: ['S', '', 'SIUD', 'S'],
  organisations: ['SU', 'S', 'SIL', 'S'],
  outbox: ['SIUD', 'SIUD', 'SIDL', 'S'],
  own_batch_rows: ['S', '', '', ''],
  passkey_challenges: ['SIDL', 'SDL', '', ''],
  passkeys: ['SIU', '', 'SU', 'S'],
  person_mails: ['SIU', 'SUD', 'SI', 'S'],
  ported_numbers: ['S', 'S', 'SIUD', 'S'],
  preparers: ['SI', 'SI', 'S', 'S'],
  purchases: ['SIU', 'SIU', 'SU', 'S'],
  rate_windows: ['SIU', '', '', 'S'],
  recovery_codes: ['SID', '', 'SD', ''],
  recovery_requests: ['SIU', 'SDL', '', 'S'],
  recurrence_runs: ['S', 'SIU', 'S', 'S'],
  recurrences: ['SIU', 'SU', 'SU', 'S'],
  relay_heartbeats: ['S', 'SIUD', 'S', 'S'],
  request_log: ['SI', 'SDL', 'SDL', 'S'],
  route_bundles: ['S', 'S', 'SIU', 'S'],
  route_calls: ['SIU', 'SIUD', '', 'S'],
  route_deliveries: ['SIU', 'SIU', 'SIU', 'S'],
  route_health: ['S', 'SIU', 'S', 'S'],
  second_factors: ['SIUD', '', 'SD', 'S'],
  sign_in_attempts: ['SIUD', 'SDL', '', 'S'],
  sso_domains: ['S', '', 'SID', 'S'],
  sso_identities: ['SI', '', 'SD', 'S'],
  sso_sign_ins: ['SIDL', 'SDL', 'SD', ''],
  staff: ['S', '', 'SIUD', 'S'],
  staff_approval_rules: ['S', 'S', 'SIUD', 'S'],
  statement_lines: ['SI', 'SIU', 'SIU', 'S'],
  statement_reseals: ['', 'SI', 'SI', 'S'],
  statements: ['S', 'SI', 'SI', 'S'],
  submissions: ['SU', 'SIU', 'SU', 'S'],
  verifications: ['S', 'S', 'SID', 'S'],
  webhook_attempts: ['S', 'SIU', 'SU', 'S'],
  webhook_endpoints: ['S', 'SU', 'SIUD', 'S'],
  schema_migrations: ['', '', '', 'S'],
};

/** Columns that `read_only` and READER may not read: secrets, their hashes, and what could be used to act as a person or client. */
export const SECRETS: Readonly<Record<string, readonly string[]>> = {
  account_rules: ['blocklist_key'],
  api_keys: ['key_hash', 'former_hash'],
  auth_sessions: ['token'],
  client_endpoints: ['sealed_secret', 'former_sealed_secret'],
  erasure_keys: ['sealed_key'],
  erasures: ['sealed_number'],
  gateway_callbacks: ['headers'],
  organisation_sso: ['sealed_secret'],
  person_mails: ['link_hash'],
  second_factors: ['sealed_secret'],
  webhook_endpoints: ['sealed_secret', 'former_sealed_secret'],
};

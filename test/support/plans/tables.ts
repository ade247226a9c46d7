/**
 * Tables that stay small in any installation: they grow with networks, gateways, bundles, colleagues, accounts and the endpoints
 * of these, or their rows are few at any time. Reading one whole is right. All other tables grow with purchases, campaigns,
 * people, calls or days.
 */
export const SMALL: readonly string[] = [
  'account_rules',
  'accounts',
  'audit_heads',
  'batch_rates',
  'bundles',
  'client_endpoints',
  'erasure_keys',
  'exchange_rates',
  'gateway_alerts',
  'network_codes',
  'network_health',
  'network_queues',
  'network_routes',
  'networks',
  'number_prefixes',
  'number_turns',
  'organisation_sso',
  'organisations',
  'relay_heartbeats',
  'route_bundles',
  'route_health',
  'route_tokens',
  'sso_domains',
  'staff',
  'staff_approval_rules',
  'webhook_endpoints',
];

/** They are as the migrations leave them. */
export const AS_MIGRATED: readonly string[] = ['app_clock', 'schema_migrations'];

/** Columns whose values follow no rule of their name or type: SQL of `n`, the row's number. */
export const VALUES: Readonly<Record<string, string>> = {
  'batch_networks.batch_id': "md5('batches' || n)::uuid",
  'batch_tallies.batch_id': "md5('batches' || n)::uuid",
  'events.delivery': "CASE WHEN n % 50 = 0 THEN 'pending' ELSE 'delivered' END",
  'memberships.organisation_id': "md5('accounts' || n % 1000)::uuid",
  'outbox.claimed_until':
    "CASE WHEN n % 50 = 0 THEN timestamptz '2026-01-01Z' + n * interval '1 minute' ELSE '-infinity' END",
  'network_queues.network_id': "'net_' || n",
  'network_queues.queue': "'network.net_' || n",
  'network_queues.livemode': 'true',
  'networks.id': "'net_' || n",
  'outbox.queue':
    "(ARRAY['network.net_1', 'network.net_2', 'webhooks', 'webhooks.held', 'deliveries', 'deliveries.held', 'temporal'])[1 + n % 7]",
  'statements.account_id': "md5('accounts' || n % 1000)::uuid",
};

const FEW = 20;
const MANY = 2_000;
/** The index submissions_sent knows ranges of 128 pages, so the table must have several of them. */
const MORE: Readonly<Record<string, number>> = { submissions: 40_000 };

/** How many rows a table gets. */
export function rowsOf(table: string): number {
  return SMALL.includes(table) ? FEW : (MORE[table] ?? MANY);
}

/** How many rows a large table has in its statistics. */
export const MILLION = 1_000_000;

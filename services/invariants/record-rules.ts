import type { Rule } from '../../db/statements/verify.ts';

/** Rows of a table that name a purchase, event or delivery that does not exist and was not archived. */
const orphans = (
  table: string,
  column: string,
  of: 'purchases' | 'events' | 'deliveries' | 'accounts',
  kind: 'pur' | 'evt' | 'dlv' | 'acc',
) => `
  SELECT '${kind}' AS kind, r.${column} AS uuid, NULL::uuid AS account, 'is named in ${table}, but does not exist' AS why
    FROM ${table} r
   WHERE $1::uuid IS NULL
     AND (${of === 'accounts'} OR r.${column} >= (SELECT first_kept_id('${of === 'purchases' ? 'purchases' : 'events'}')))
     AND NOT EXISTS (SELECT FROM ${of} o WHERE o.id = r.${column})`;

/**
 * Invariant 15. Tables by month have no foreign keys (db/migrations/0092_months.sql), so this compares them. What was archived is left
 * out. A record that names nothing belongs to no account, so a check of one account leaves all records out.
 */
export const RECORDS_BELONG: Rule = {
  checked: `
    SELECT CASE WHEN $1::uuid IS NULL
                THEN (SELECT count(*) FROM submissions) + (SELECT count(*) FROM confirmations)
                   + (SELECT count(*) FROM late_confirmations) + (SELECT count(*) FROM late_inquiries)
                   + (SELECT count(*) FROM contradictions) + (SELECT count(*) FROM route_deliveries)
                   + (SELECT count(*) FROM webhook_attempts) + (SELECT count(*) FROM deliveries)
                   + (SELECT count(*) FROM delivery_attempts) + (SELECT count(*) FROM listed_costs)
                   + (SELECT count(*) FROM purchase_references)
                ELSE 0 END AS count`,
  broken: [
    orphans('submissions', 'purchase_id', 'purchases', 'pur'),
    orphans('confirmations', 'purchase_id', 'purchases', 'pur'),
    orphans('late_confirmations', 'purchase_id', 'purchases', 'pur'),
    orphans('late_inquiries', 'purchase_id', 'purchases', 'pur'),
    orphans('contradictions', 'purchase_id', 'purchases', 'pur'),
    orphans('route_deliveries', 'purchase_id', 'purchases', 'pur'),
    orphans('webhook_attempts', 'event_id', 'events', 'evt'),
    orphans('deliveries', 'event_id', 'events', 'evt'),
    orphans('delivery_attempts', 'delivery_id', 'deliveries', 'dlv'),
    orphans('listed_costs', 'purchase_id', 'purchases', 'pur'),
    orphans('purchase_references', 'purchase_id', 'purchases', 'pur'),
    orphans('purchases', 'account_id', 'accounts', 'acc'),
    orphans('events', 'account_id', 'accounts', 'acc'),
  ].join(' UNION ALL '),
};

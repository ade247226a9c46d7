-- Taking a bundle off sale can need another operator: it ends sales to all clients.

ALTER TABLE approvals DROP CONSTRAINT approvals_kind_check;
-- The table is small, and is read in a moment.
-- squawk-ignore constraint-missing-not-valid
ALTER TABLE approvals ADD CONSTRAINT approvals_kind_check
  CHECK (kind IN ('campaign_start', 'account_fund', 'account_adjust', 'purchase_resolve', 'late_charge', 'account_prices',
                  'account_top_up', 'network_route', 'network_pace', 'network_configure', 'bundle_import',
                  'bundle_routes', 'bundle_prices', 'bundle_withdraw', 'margin_rate', 'approval_rules'));

ALTER TABLE staff_approval_rules DROP CONSTRAINT staff_approval_rules_kind_check;
-- The table is small, and is read in a moment.
-- squawk-ignore constraint-missing-not-valid
ALTER TABLE staff_approval_rules ADD CONSTRAINT staff_approval_rules_kind_check
  CHECK (kind IN ('account_fund', 'account_adjust', 'purchase_resolve', 'late_charge', 'account_prices', 'account_top_up',
                  'network_route', 'network_pace', 'network_configure', 'bundle_import', 'bundle_routes',
                  'bundle_prices', 'bundle_withdraw', 'margin_rate', 'approval_rules'));

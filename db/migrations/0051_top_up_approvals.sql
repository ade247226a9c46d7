-- A change of bank details can need another operator: clients pay in to them, so forged ones would be a theft.

ALTER TABLE approvals DROP CONSTRAINT approvals_kind_check;
ALTER TABLE approvals ADD CONSTRAINT approvals_kind_check
  CHECK (kind IN ('campaign_start', 'account_fund', 'account_adjust', 'purchase_resolve', 'late_charge', 'account_prices',
                  'account_top_up', 'approval_rules'));

ALTER TABLE staff_approval_rules DROP CONSTRAINT staff_approval_rules_kind_check;
ALTER TABLE staff_approval_rules ADD CONSTRAINT staff_approval_rules_kind_check
  CHECK (kind IN ('account_fund', 'account_adjust', 'purchase_resolve', 'late_charge', 'account_prices', 'account_top_up',
                  'approval_rules'));

-- Bank details have no amount either.
ALTER TABLE staff_approval_rules DROP CONSTRAINT staff_approval_rules_amounts;
ALTER TABLE staff_approval_rules ADD CONSTRAINT staff_approval_rules_amounts
  CHECK ((kind IN ('account_prices', 'account_top_up', 'approval_rules')) = (currency = ''));

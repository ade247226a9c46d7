-- Approvals of what operators do. They have no account_id, so no client reads or decides them.

ALTER TABLE approvals ALTER COLUMN account_id DROP NOT NULL;
ALTER TABLE approvals ALTER COLUMN subject_id DROP NOT NULL;
ALTER TABLE approvals DROP CONSTRAINT approvals_kind_check;
ALTER TABLE approvals ADD CONSTRAINT approvals_kind_check
  CHECK (kind IN ('campaign_start', 'account_fund', 'account_adjust', 'purchase_resolve', 'late_charge', 'account_prices',
                  'approval_rules'));
-- SHA-256 of the kind and the terms: what operators approve is exactly these parameters of a command.
ALTER TABLE approvals ADD COLUMN terms_hash bytea CHECK (length(terms_hash) = 32);
-- Why, as the operator who requested it wrote.
ALTER TABLE approvals ADD COLUMN request_reason text CHECK (length(request_reason) <= 500);
-- Clients have approvals of campaigns only, and operators have all others.
ALTER TABLE approvals ADD CONSTRAINT approvals_whose
  CHECK ((kind = 'campaign_start') = (account_id IS NOT NULL)
         AND (account_id IS NULL) = (subject_id IS NULL)
         AND (account_id IS NULL) = (terms_hash IS NOT NULL));

-- Serves db/approvals/staff/store.ts: the open approval of a command, of which there is one at most.
CREATE UNIQUE INDEX approvals_staff_open ON approvals (kind, terms_hash) WHERE ended_at IS NULL AND terms_hash IS NOT NULL;

-- Serves db/approvals/staff/read.ts: the approvals of operators, newest first.
CREATE INDEX approvals_staff ON approvals (id DESC) WHERE terms_hash IS NOT NULL;

-- From which amount an operator needs another one, per kind and currency. No row: never. Read under a shared advisory lock, and
-- changed under an exclusive one.
CREATE TABLE staff_approval_rules (
  kind        text        NOT NULL CHECK (kind IN ('account_fund', 'account_adjust', 'purchase_resolve', 'late_charge',
                                                   'account_prices', 'approval_rules')),
  -- Empty for the kinds without an amount.
  currency    text        NOT NULL CHECK (currency ~ '^([A-Z]{3})?$'),
  one_from    bigint      CHECK (one_from BETWEEN 1 AND 9007199254740991),
  two_from    bigint      CHECK (two_from BETWEEN 1 AND 9007199254740991),
  valid_hours integer     NOT NULL CHECK (valid_hours BETWEEN 1 AND 720),
  changed_at  timestamptz NOT NULL,
  PRIMARY KEY (kind, currency),
  CONSTRAINT staff_approval_rules_on CHECK (one_from IS NOT NULL OR two_from IS NOT NULL),
  CONSTRAINT staff_approval_rules_ordered CHECK (two_from >= one_from),
  -- Without an amount, a rule only says how many must approve.
  CONSTRAINT staff_approval_rules_amounts
    CHECK ((kind IN ('account_prices', 'approval_rules')) = (currency = ''))
);

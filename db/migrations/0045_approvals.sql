-- Four eyes: what needs a second person or key, who prepared it, and who approved it.

-- From which amount something needs approval, in minor units. No row: it never does. Read and changed under the account's lock.
CREATE TABLE approval_rules (
  account_id  uuid        NOT NULL REFERENCES accounts (id),
  kind        text        NOT NULL CHECK (kind IN ('campaign_start')),
  one_from    bigint      CHECK (one_from BETWEEN 1 AND 9007199254740991),
  two_from    bigint      CHECK (two_from BETWEEN 1 AND 9007199254740991),
  valid_hours integer     NOT NULL CHECK (valid_hours BETWEEN 1 AND 720),
  -- What was started before keeps what was decided then.
  changed_at  timestamptz NOT NULL,
  PRIMARY KEY (account_id, kind),
  -- A rule that asks for no one is no rule, and more money never needs fewer.
  CONSTRAINT approval_rules_on CHECK (one_from IS NOT NULL OR two_from IS NOT NULL),
  CONSTRAINT approval_rules_ordered CHECK (two_from >= one_from)
);

-- One request and its outcome, for every kind. Never deleted. Its states: domain/approvals/approval.ts.
CREATE TABLE approvals (
  id             uuid        PRIMARY KEY,
  account_id     uuid        NOT NULL REFERENCES accounts (id),
  kind           text        NOT NULL CHECK (kind IN ('campaign_start')),
  -- The batch.
  subject_id     uuid        NOT NULL,
  status         text        NOT NULL CHECK (status IN ('requested', 'approved', 'used', 'rejected', 'withdrawn', 'expired', 'voided')),
  steps          smallint    NOT NULL CHECK (steps BETWEEN 1 AND 2),
  amount         bigint      NOT NULL CHECK (amount BETWEEN 0 AND 9007199254740991),
  currency       text        NOT NULL,
  -- All that is approved, as it was requested (domain/approvals/campaign-terms.ts).
  terms          json        NOT NULL,
  requested_kind text        NOT NULL CHECK (requested_kind IN ('key', 'person', 'operator', 'process')),
  requested_by   text        NOT NULL,
  -- The request sets a start time, hours or a higher cost, so who made it may not approve it.
  requester_changed boolean  NOT NULL,
  requested_at   timestamptz NOT NULL,
  expires_at     timestamptz NOT NULL,
  ended_at       timestamptz,
  -- Why it was rejected or withdrawn, as that person wrote it.
  end_reason     text        CHECK (length(end_reason) <= 500),

  CONSTRAINT approvals_ended_at CHECK ((ended_at IS NULL) = (status IN ('requested', 'approved')))
);

-- Serves db/approvals/store.ts: the open approval of a batch, of which there is one at most.
CREATE UNIQUE INDEX approvals_open ON approvals (subject_id) WHERE ended_at IS NULL;

-- Serves db/approvals/read.ts: the list of an account, newest first.
CREATE INDEX approvals_newest ON approvals (account_id, id DESC);

-- Serves db/approvals/read.ts: the approvals of one batch, newest first.
CREATE INDEX approvals_subject ON approvals (subject_id, id DESC);

-- Serves db/approvals/read.ts: those of an account whose time has ended.
CREATE INDEX approvals_expiring ON approvals (account_id, expires_at) WHERE ended_at IS NULL;

-- Who approved or rejected, each once per approval.
CREATE TABLE approval_decisions (
  approval_id    uuid        NOT NULL REFERENCES approvals (id),
  principal_kind text        NOT NULL CHECK (principal_kind IN ('key', 'person', 'operator')),
  principal_id   text        NOT NULL,
  decision       text        NOT NULL CHECK (decision IN ('approved', 'rejected')),
  reason         text        CHECK (length(reason) <= 500),
  at             timestamptz NOT NULL,
  -- The same one never counts as two.
  PRIMARY KEY (approval_id, principal_kind, principal_id)
);

-- Who uploaded or changed a batch, or created a recurring one: they may not approve it.
CREATE TABLE preparers (
  account_id     uuid        NOT NULL REFERENCES accounts (id),
  -- A batch or a recurring batch.
  subject_id     uuid        NOT NULL,
  principal_kind text        NOT NULL CHECK (principal_kind IN ('key', 'person', 'operator', 'process')),
  principal_id   text        NOT NULL,
  PRIMARY KEY (subject_id, principal_kind, principal_id)
);

-- The approval that a batch was started with; null if it needed none.
ALTER TABLE batches ADD COLUMN approval_id uuid REFERENCES approvals (id);

-- Who has approved a request and rejects it later has two decisions, each with its reason. The former version inserts without naming
-- a key (ON CONFLICT DO NOTHING), so it works with this one too.

-- Serves db/approvals/store.ts, db/approvals/staff/store.ts: the decisions on a request. Becomes the primary key.
CREATE UNIQUE INDEX IF NOT EXISTS approval_decisions_each
  ON approval_decisions (approval_id, principal_kind, principal_id, decision);

-- One who approves twice still counts once.
ALTER TABLE approval_decisions
  DROP CONSTRAINT approval_decisions_pkey,
  ADD CONSTRAINT approval_decisions_pkey PRIMARY KEY USING INDEX approval_decisions_each;

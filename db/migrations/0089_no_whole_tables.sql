-- Indexes for statements that read a whole table: test/db/plans finds such statements. On a busy system, an operator may create
-- them before with CONCURRENTLY.

-- Serves db/people/ended-sign-ins.ts: sessions that ended.
CREATE INDEX IF NOT EXISTS auth_sessions_expires ON auth_sessions (expires_at);

-- Serves db/people/ended-sign-ins.ts: links that can no longer be used.
CREATE INDEX IF NOT EXISTS auth_verifications_expires ON auth_verifications (expires_at);

-- Serves db/purchases/lost-waits.ts: inquiries that are open.
CREATE INDEX IF NOT EXISTS late_inquiries_open ON late_inquiries (purchase_id) WHERE ended_at IS NULL;

-- Serves db/purchases/contradictions.ts: the list with those that are resolved.
CREATE INDEX IF NOT EXISTS contradictions_listed ON contradictions (first_seen_at, purchase_id, kind);

-- Serves db/purchases/late-confirmations.ts: the list with those that are resolved.
CREATE INDEX IF NOT EXISTS late_confirmations_listed ON late_confirmations (recorded_at, purchase_id);

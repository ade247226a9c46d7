-- E-mails and events about approvals, and the job that ends approvals at their time.

-- needs_approval, which was kept for this, is mailed to those who may approve; the other three to those who prepared.
ALTER TABLE batch_notices DROP CONSTRAINT batch_notices_kind_check;
ALTER TABLE batch_notices ADD CONSTRAINT batch_notices_kind_check
  CHECK (kind IN ('ready', 'completed', 'paused', 'needs_money', 'needs_approval', 'approval_decided', 'approval_expired',
                  'approval_withdrawn'));

-- Serves db/approvals/expire.ts: the open approvals of all accounts whose time has ended.
CREATE INDEX approvals_due ON approvals (expires_at) WHERE ended_at IS NULL;

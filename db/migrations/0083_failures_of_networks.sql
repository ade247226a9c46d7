-- What failed last on a network, for the staff.

-- Serves db/purchases/stuck.ts: the newest failures of one network, or of each.
CREATE INDEX IF NOT EXISTS purchases_failed_network ON purchases (network_id, completed_at DESC, id DESC)
  WHERE status = 'failed';

-- Live calls to each network's gateways, summed over five minutes: the health of networks over days, for operators. A worker writes
-- them from gateway_calls, whose rows are deleted after an hour. Nothing is judged by them.
CREATE TABLE gateway_call_history (
  network_id  text        NOT NULL,
  bucket_at   timestamptz NOT NULL,
  calls       integer     NOT NULL,
  troubles    integer     NOT NULL,
  slow        integer     NOT NULL,
  duration_ms bigint      NOT NULL,
  -- Serves db/networks/call-history.ts: the last days of a network.
  PRIMARY KEY (network_id, bucket_at)
);

-- Serves db/networks/call-history.ts: the deletion of what is older than KEPT.
CREATE INDEX gateway_call_history_age ON gateway_call_history (bucket_at);

-- What people look up when they trace a purchase: callbacks of a network by time, operators' actions by subject, rows of
-- batches by reference, and late confirmations that nobody has decided yet.
CREATE INDEX gateway_callbacks_received ON gateway_callbacks (network_id, livemode, received_at);
CREATE INDEX operator_actions_subject   ON operator_actions (subject, at DESC);
CREATE INDEX operator_actions_account   ON operator_actions (account_id, at DESC);
CREATE INDEX batch_rows_reference       ON batch_rows (reference) WHERE reference IS NOT NULL AND state <> 'released';
CREATE INDEX late_confirmations_open    ON late_confirmations (recorded_at) WHERE resolved_at IS NULL;

-- When the confirmation reached us. It decides against resolve_by; null for rows of the former version, where stored_at does.
ALTER TABLE confirmations ADD COLUMN received_at timestamptz;

-- A signed callback is stored with the purchase that it names, so the deadline guard finds those not yet handled.
CREATE INDEX gateway_callbacks_open_purchase ON gateway_callbacks (purchase_id)
  WHERE handled_at IS NULL AND purchase_id IS NOT NULL;

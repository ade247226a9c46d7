-- Second step: references of purchases that were bought before the trigger of 0090. Nothing waits for it.
INSERT INTO purchase_references (account_id, reference, purchase_id, fingerprint)
SELECT account_id, reference, id, fingerprint FROM purchases
ON CONFLICT DO NOTHING;

ALTER TABLE purchases VALIDATE CONSTRAINT purchases_before;
ALTER TABLE submissions VALIDATE CONSTRAINT submissions_before;
ALTER TABLE confirmations VALIDATE CONSTRAINT confirmations_before;
ALTER TABLE events VALIDATE CONSTRAINT events_before;
ALTER TABLE webhook_attempts VALIDATE CONSTRAINT webhook_attempts_before;
ALTER TABLE delivery_attempts VALIDATE CONSTRAINT delivery_attempts_before;

-- Serves db/statements/lines.ts, db/privacy/lines.ts: the lines of a number, also of archived purchases. On a busy system, an operator
-- creates it before with CONCURRENTLY, because bookings wait while it is built here.
CREATE INDEX IF NOT EXISTS statement_lines_number ON statement_lines (account_id, phone_number, seq)
  WHERE phone_number IS NOT NULL;

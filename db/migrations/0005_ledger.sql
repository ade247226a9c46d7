-- Every movement of an account's balance, append-only. amount is signed, in minor units.
CREATE TABLE statement_lines (
  account_id    uuid        NOT NULL REFERENCES accounts (id),
  seq           bigint      NOT NULL CHECK (seq >= 1),
  id            uuid        NOT NULL UNIQUE,
  type          text        NOT NULL CHECK (type IN ('purchase', 'reversal', 'funding', 'adjustment')),
  occurred_at   timestamptz NOT NULL,
  amount        bigint      NOT NULL CHECK (amount <> 0),
  currency      text        NOT NULL,
  balance_after bigint      NOT NULL CHECK (balance_after >= 0),
  purchase_id   uuid        REFERENCES purchases (id),
  reference     text,
  phone_number  text,
  bundle_id     text,
  PRIMARY KEY (account_id, seq),
  -- Charged once, reversed once.
  UNIQUE (purchase_id, type),
  CHECK ((type IN ('purchase', 'reversal')) = (purchase_id IS NOT NULL)),
  CHECK (type <> 'purchase' OR amount < 0),
  CHECK (type NOT IN ('reversal', 'funding') OR amount > 0)
);

CREATE INDEX statement_lines_day ON statement_lines (account_id, occurred_at, seq);

-- Failed purchases count in a day's totals and have no line; they are found by the day they failed.
CREATE INDEX purchases_failed_day ON purchases (account_id, completed_at) WHERE status = 'failed';

-- Closed days, sealed with a hash over their lines.
CREATE TABLE statements (
  account_id      uuid        NOT NULL REFERENCES accounts (id),
  day             date        NOT NULL,
  opening_balance bigint      NOT NULL,
  closing_balance bigint      NOT NULL,
  totals          json        NOT NULL,
  seal            bytea       NOT NULL,
  closed_at       timestamptz NOT NULL,
  PRIMARY KEY (account_id, day)
);

CREATE FUNCTION refuse_change() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  RAISE EXCEPTION '% is append-only: % refused', TG_TABLE_NAME, TG_OP;
END
$$;

CREATE TRIGGER statement_lines_append_only
  BEFORE UPDATE OR DELETE OR TRUNCATE ON statement_lines
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER statements_append_only
  BEFORE UPDATE OR DELETE OR TRUNCATE ON statements
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

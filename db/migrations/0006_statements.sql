-- Statements: every movement of money, and the days that are closed.

-- Every movement of an account's balance. Append-only; amount is signed, in minor units.
CREATE TABLE statement_lines (
  account_id    uuid        NOT NULL REFERENCES accounts (id),
  seq           bigint      NOT NULL CHECK (seq >= 1),
  id            uuid        NOT NULL UNIQUE,
  type          text        NOT NULL CHECK (type IN ('purchase', 'reversal', 'funding', 'adjustment')),
  occurred_at   timestamptz NOT NULL,
  -- A line that moves nothing is a mistake.
  amount        bigint      NOT NULL CHECK (amount <> 0),
  currency      text        NOT NULL,
  -- Available plus held after it, which is never negative.
  balance_after bigint      NOT NULL CHECK (balance_after >= 0),
  purchase_id   uuid        REFERENCES purchases (id),
  reference     text,
  phone_number  text,
  bundle_id     text,
  -- Two movements at the same time cannot take the same number.
  PRIMARY KEY (account_id, seq),

  -- A purchase is charged once and refunded once. Serves db/purchases/trace.ts too.
  CONSTRAINT statement_lines_purchase_id_type_key UNIQUE (purchase_id, type),
  CONSTRAINT statement_lines_of_purchase CHECK ((type IN ('purchase', 'reversal')) = (purchase_id IS NOT NULL)),
  -- The sign belongs to the type: a charge takes, a refund or funding gives, an adjustment does either.
  CONSTRAINT statement_lines_charge CHECK (type <> 'purchase' OR amount < 0),
  CONSTRAINT statement_lines_credit CHECK (type NOT IN ('reversal', 'funding') OR amount > 0),
  -- Counted exactly by every client: see accounts_exact.
  CONSTRAINT statement_lines_exact
    CHECK (amount BETWEEN -9007199254740991 AND 9007199254740991 AND balance_after <= 9007199254740991)
);

-- Serves db/statements/lines.ts, db/statements/books-of-day.ts: the first and last line of a day, and the balance before it.
CREATE INDEX statement_lines_day ON statement_lines (account_id, occurred_at, seq);

-- Closed days, each sealed with a hash over its lines.
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

-- What was booked is never changed, by any program: a mistake is corrected by another line.
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

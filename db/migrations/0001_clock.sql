-- The only clock in SQL. Tests move it by setting the offset in their own database; nothing else ever writes it.
-- Milliseconds, because that is what the contract's timestamps carry: what is compared is what clients see.
CREATE TABLE app_clock (
  singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
  offset_ms bigint  NOT NULL DEFAULT 0
);

INSERT INTO app_clock DEFAULT VALUES;

-- clock_timestamp(), never now(): now() stands still inside a transaction that waits for a lock.
-- In a WHERE clause write (SELECT app_now()), or the planner calls it once a row and uses no index.
CREATE FUNCTION app_now() RETURNS timestamptz
LANGUAGE sql VOLATILE PARALLEL RESTRICTED
AS $$
  SELECT date_trunc('milliseconds', clock_timestamp() + offset_ms * interval '1 millisecond') FROM app_clock
$$;

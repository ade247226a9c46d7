-- From where an account's keys may be used; an account without a row may be used from anywhere. A table of its own:
-- the account's row is rewritten by every movement of money.
CREATE TABLE account_allowed_ranges (
  account_id uuid NOT NULL REFERENCES accounts (id),
  -- As one address or CIDR; IPv4 is always written as IPv4, never as IPv6 that maps it.
  range      cidr NOT NULL,
  PRIMARY KEY (account_id, range)
);

-- What a program can count exactly: 2^53 - 1 minor units. Beyond it an amount would lose kobo on its way to a client.
ALTER TABLE accounts ADD CONSTRAINT accounts_exact CHECK (available + held <= 9007199254740991);
ALTER TABLE statement_lines ADD CONSTRAINT statement_lines_exact
  CHECK (amount BETWEEN -9007199254740991 AND 9007199254740991 AND balance_after <= 9007199254740991);
ALTER TABLE account_bundles ADD CONSTRAINT account_bundles_exact CHECK (price <= 9007199254740991);
ALTER TABLE purchases ADD CONSTRAINT purchases_exact CHECK (price <= 9007199254740991);

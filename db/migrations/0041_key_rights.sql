-- Keys with names, scopes, an end and a second secret while they are rotated.

-- Keys that exist may do everything, as before.
ALTER TABLE api_keys
  ADD COLUMN name         text        NOT NULL DEFAULT '' CHECK (length(name) <= 100),
  -- Rights, or `all` or `read_only` (domain/access/rights.ts). Not checked here, because rights are added and keys live long.
  ADD COLUMN scopes       text[]      NOT NULL DEFAULT '{all}' CHECK (cardinality(scopes) BETWEEN 1 AND 100),
  -- From then on it does not work; null for never.
  ADD COLUMN expires_at   timestamptz,
  -- When it was used, to the minute. Null if it was not since this is recorded.
  ADD COLUMN last_used_at timestamptz,
  -- The secret before the last rotation, which works until `former_until`.
  ADD COLUMN former_hash  bytea       CHECK (length(former_hash) = 32),
  ADD COLUMN former_until timestamptz,
  ADD COLUMN rotated_at   timestamptz,
  -- A former secret always has an end.
  ADD CONSTRAINT api_keys_former CHECK ((former_hash IS NULL) = (former_until IS NULL));

-- Serves db/accounts/accounts.ts: a request with the former secret.
CREATE UNIQUE INDEX api_keys_former_hash ON api_keys (former_hash) WHERE former_hash IS NOT NULL;

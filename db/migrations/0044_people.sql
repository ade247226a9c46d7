-- People: who signs in, for which organisation, and with which role. The library better-auth reads and writes the tables
-- auth_*; services/people/auth.ts maps its names to ours, and a test compares what it expects with what is here.

-- A client's company. It owns accounts, live and test.
CREATE TABLE organisations (
  id         uuid        PRIMARY KEY,
  name       text        NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
  created_at timestamptz NOT NULL DEFAULT app_now()
);

-- Null while only keys use the account.
ALTER TABLE accounts ADD COLUMN organisation_id uuid REFERENCES organisations (id);

-- Serves db/people/access.ts: the accounts that a person may use. Movements of money never change this column.
CREATE INDEX accounts_organisation ON accounts (organisation_id) WHERE organisation_id IS NOT NULL;

-- A person who signs in. No one can sign up: operators invite people.
CREATE TABLE auth_people (
  id             uuid        PRIMARY KEY,
  name           text        NOT NULL CHECK (length(name) <= 200),
  -- In lower case, because the library looks it up so.
  email          text        NOT NULL UNIQUE CHECK (email = lower(email) AND length(email) <= 254),
  -- True from the first sign-in with a link.
  email_verified boolean     NOT NULL DEFAULT false,
  -- The library needs the column; it stays null.
  image          text,
  created_at     timestamptz NOT NULL DEFAULT app_now(),
  updated_at     timestamptz NOT NULL DEFAULT app_now()
);

-- A person who is signed in. The cookie has the token and its HMAC under AUTH_SECRET, so a copy of this table opens nothing.
CREATE TABLE auth_sessions (
  id         uuid        PRIMARY KEY,
  person_id  uuid        NOT NULL REFERENCES auth_people (id) ON DELETE CASCADE,
  token      text        NOT NULL UNIQUE,
  -- Moves forward while the session is used.
  expires_at timestamptz NOT NULL,
  ip_address text,
  user_agent text,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  updated_at timestamptz NOT NULL DEFAULT app_now()
);

-- Serves db/people/sessions.ts: the sessions of a person.
CREATE INDEX auth_sessions_person ON auth_sessions (person_id);

-- How a person proves who they are: a password, as a scrypt hash. The columns of tokens are for single sign-on.
CREATE TABLE auth_credentials (
  id                       uuid        PRIMARY KEY,
  person_id                uuid        NOT NULL REFERENCES auth_people (id) ON DELETE CASCADE,
  provider_id              text        NOT NULL,
  account_id               text        NOT NULL,
  password                 text,
  access_token             text,
  refresh_token            text,
  id_token                 text,
  access_token_expires_at  timestamptz,
  refresh_token_expires_at timestamptz,
  scope                    text,
  created_at               timestamptz NOT NULL DEFAULT app_now(),
  updated_at               timestamptz NOT NULL DEFAULT app_now()
);

-- Serves services/people/auth.ts: the password of a person who signs in (auth_credentials).
CREATE INDEX auth_credentials_person ON auth_credentials (person_id);

-- Sign-in links that were not used yet, by the SHA-256 of their token.
CREATE TABLE auth_verifications (
  -- Text, because the library derives some ids from what they reserve.
  id         text        PRIMARY KEY,
  identifier text        NOT NULL,
  value      text        NOT NULL,
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  updated_at timestamptz NOT NULL DEFAULT app_now()
);

-- Serves services/people/auth.ts: a link that is used (auth_verifications).
CREATE INDEX auth_verifications_identifier ON auth_verifications (identifier);

-- Which role a person has in an organisation.
CREATE TABLE memberships (
  organisation_id uuid        NOT NULL REFERENCES organisations (id),
  person_id       uuid        NOT NULL REFERENCES auth_people (id) ON DELETE CASCADE,
  -- The rights of each role are in domain/access/roles.ts.
  role            text        NOT NULL CHECK (role IN ('owner', 'admin', 'preparer', 'approver', 'finance', 'support',
                                                       'developer', 'viewer')),
  created_at      timestamptz NOT NULL DEFAULT app_now(),
  PRIMARY KEY (organisation_id, person_id)
);

-- Serves db/people/access.ts: the organisations of a person.
CREATE INDEX memberships_person ON memberships (person_id);

-- Attempts to sign in with a password that did not succeed, by address and e-mail together: the address
-- that guesses must wait, and the person at another address need not.
CREATE TABLE sign_in_attempts (
  -- An IPv4 address, or the /64 of an IPv6 address.
  source        text        NOT NULL,
  -- SHA-256, because people type passwords into this field too.
  email_hash    bytea       NOT NULL CHECK (length(email_hash) = 32),
  failures      integer     NOT NULL CHECK (failures > 0),
  blocked_until timestamptz NOT NULL,
  last_at       timestamptz NOT NULL,
  PRIMARY KEY (source, email_hash)
);

-- Serves db/people/sign-in-attempts.ts: attempts that are old enough to forget.
CREATE INDEX sign_in_attempts_last ON sign_in_attempts (last_at);

-- Set once a session had a code of the second factor. It ends with the session.
ALTER TABLE auth_sessions ADD COLUMN second_factor_at timestamptz;

-- Second factors of people: codes of an app (TOTP).
CREATE TABLE second_factors (
  person_id     uuid        PRIMARY KEY REFERENCES auth_people (id) ON DELETE CASCADE,
  -- The secret of the app, encrypted with AUTH_SECRET.
  sealed_secret text        NOT NULL,
  -- The 30 seconds whose code was used last: no code works twice.
  last_step     bigint      NOT NULL DEFAULT 0,
  -- Null until the person has sent a first code. Before that, it protects nothing.
  confirmed_at  timestamptz,
  created_at    timestamptz NOT NULL DEFAULT app_now()
);

-- Recovery codes that were not used, by their SHA-256. Each has 80 random bits, so that a hash without salt is enough.
CREATE TABLE recovery_codes (
  person_id uuid  NOT NULL REFERENCES auth_people (id) ON DELETE CASCADE,
  code_hash bytea NOT NULL CHECK (length(code_hash) = 32),
  PRIMARY KEY (person_id, code_hash)
);

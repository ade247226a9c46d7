-- Single sign-on: the OpenID Connect provider of an organisation, which operators set.
CREATE TABLE organisation_sso (
  organisation_id uuid        PRIMARY KEY REFERENCES organisations (id),
  issuer          text        NOT NULL CHECK (length(issuer) <= 500),
  client_id       text        NOT NULL CHECK (length(client_id) BETWEEN 1 AND 255),
  -- The client's secret, encrypted with SECRETS_KEY.
  sealed_secret   bytea       NOT NULL,
  -- People of the domains cannot sign in with a password, a link or a passkey.
  is_required     boolean     NOT NULL,
  -- People of the domains who were not invited become viewers.
  admits_domain   boolean     NOT NULL,
  -- Processes read the provider's document again after a change.
  updated_at      timestamptz NOT NULL DEFAULT app_now()
);

-- Domains of e-mail addresses. Each belongs to one organisation, as an operator has verified.
CREATE TABLE sso_domains (
  domain          text PRIMARY KEY CHECK (domain = lower(domain) AND length(domain) BETWEEN 3 AND 253),
  organisation_id uuid NOT NULL REFERENCES organisation_sso (organisation_id) ON DELETE CASCADE
);

-- Serves db/people/sso/settings.ts: the domains of an organisation.
CREATE INDEX sso_domains_organisation ON sso_domains (organisation_id);

-- Sign-ins at a provider that have not come back, by the SHA-256 of their state.
CREATE TABLE sso_sign_ins (
  state_hash      bytea       PRIMARY KEY CHECK (length(state_hash) = 32),
  organisation_id uuid        NOT NULL REFERENCES organisation_sso (organisation_id) ON DELETE CASCADE,
  -- SHA-256 of a cookie of the browser that began it.
  bound_to        bytea       NOT NULL CHECK (length(bound_to) = 32),
  nonce           text        NOT NULL CHECK (length(nonce) <= 100),
  -- Without it, the provider gives no token for the code (PKCE).
  code_verifier   text        NOT NULL CHECK (length(code_verifier) <= 128),
  expires_at      timestamptz NOT NULL
);

-- Serves db/people/sso/sign-ins.ts: sign-ins that have ended.
CREATE INDEX sso_sign_ins_expires ON sso_sign_ins (expires_at);

-- Whom a provider means by its name of a person. Once known, an e-mail address that the provider gives to someone else opens
-- nothing.
CREATE TABLE sso_identities (
  organisation_id uuid        NOT NULL REFERENCES organisation_sso (organisation_id) ON DELETE CASCADE,
  subject         text        NOT NULL CHECK (length(subject) BETWEEN 1 AND 255),
  person_id       uuid        NOT NULL REFERENCES auth_people (id) ON DELETE CASCADE,
  created_at      timestamptz NOT NULL DEFAULT app_now(),
  PRIMARY KEY (organisation_id, subject),
  UNIQUE (organisation_id, person_id)
);

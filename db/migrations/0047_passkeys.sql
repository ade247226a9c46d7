-- Passkeys of people. The private key stays in their device or password manager.
CREATE TABLE passkeys (
  id            uuid        PRIMARY KEY,
  person_id     uuid        NOT NULL REFERENCES auth_people (id) ON DELETE CASCADE,
  -- The id that the device gave it.
  credential_id bytea       NOT NULL UNIQUE CHECK (length(credential_id) BETWEEN 1 AND 1023),
  -- In the form of COSE.
  public_key    bytea       NOT NULL CHECK (length(public_key) <= 4096),
  -- The number of signatures that the device reported last. It only rises, so that a copied key is noticed. Devices that do not
  -- count report 0.
  counter       bigint      NOT NULL CHECK (counter >= 0),
  -- How a browser reaches the device, such as usb or internal.
  transports    text[]      NOT NULL,
  name          text        NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
  created_at    timestamptz NOT NULL DEFAULT app_now(),
  last_used_at  timestamptz,
  -- A removed one stays, so that its use is refused under its name.
  removed_at    timestamptz
);

-- Serves db/people/passkeys.ts, db/people/second-factors.ts: the passkeys of a person that work.
CREATE INDEX passkeys_person ON passkeys (person_id) WHERE removed_at IS NULL;

-- Challenges that a device may still sign: each once, within five minutes.
CREATE TABLE passkey_challenges (
  challenge  text        PRIMARY KEY CHECK (length(challenge) <= 100),
  purpose    text        NOT NULL CHECK (purpose IN ('add', 'sign_in', 'confirm')),
  -- SHA-256 of the session, or of a cookie of the browser that signs in.
  bound_to   bytea       NOT NULL CHECK (length(bound_to) = 32),
  expires_at timestamptz NOT NULL
);

-- Serves db/people/passkey-challenges.ts: challenges that have ended.
CREATE INDEX passkey_challenges_expires ON passkey_challenges (expires_at);

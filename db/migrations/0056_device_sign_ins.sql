-- Sign-ins of the command line that wait for a person of the staff, who confirms them in a browser (RFC 8628). A row is deleted when
-- its session begins, so that its code works once. Someone who copies this table can neither sign in nor confirm.
CREATE TABLE device_sign_ins (
  -- SHA-256 of the code with which the command line asks for its session.
  device_hash bytea       PRIMARY KEY CHECK (length(device_hash) = 32),
  -- SHA-256 of the code that the person types.
  user_hash   bytea       NOT NULL UNIQUE CHECK (length(user_hash) = 32),
  -- From where it was requested, which the page shows: an IPv4 address, or the /64 of an IPv6 address.
  source      text        NOT NULL,
  user_agent  text        NOT NULL CHECK (length(user_agent) <= 300),
  -- Null until a person has decided.
  person_id   uuid        REFERENCES auth_people (id) ON DELETE CASCADE,
  decision    text        CHECK (decision IN ('confirmed', 'denied')),
  created_at  timestamptz NOT NULL DEFAULT app_now(),
  expires_at  timestamptz NOT NULL,
  -- When the command line last asked; null before the first time.
  polled_at   timestamptz,
  CONSTRAINT device_sign_ins_decided CHECK ((person_id IS NULL) = (decision IS NULL))
);

-- Serves db/people/device-sign-ins.ts: those of one address that wait.
CREATE INDEX device_sign_ins_source ON device_sign_ins (source);

-- Serves db/people/device-sign-ins.ts: those that are old enough to forget.
CREATE INDEX device_sign_ins_expires ON device_sign_ins (expires_at);

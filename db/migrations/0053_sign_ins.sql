-- How people sign in, and with which browsers.

-- Null for sessions that began before this column. With some ways, a person may set a new password without the former one.
ALTER TABLE auth_sessions ADD COLUMN began_with text
  CHECK (began_with IN ('password', 'link', 'passkey', 'provider', 'invitation', 'recovery'));

-- Browsers with which a person has signed in. A sign-in with another one is mailed to them.
CREATE TABLE known_devices (
  person_id   uuid        NOT NULL REFERENCES auth_people (id) ON DELETE CASCADE,
  -- SHA-256 of what the browser calls itself, without its versions.
  device_hash bytea       NOT NULL CHECK (length(device_hash) = 32),
  last_at     timestamptz NOT NULL,
  PRIMARY KEY (person_id, device_hash)
);

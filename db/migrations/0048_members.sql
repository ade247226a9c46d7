-- What an organisation sees and changes of its people over the API.

-- Set while the person may not act for the organisation.
ALTER TABLE memberships ADD COLUMN suspended_at timestamptz;

-- Null for a person who has not signed in since this column exists. Sessions are deleted when they end, so they do not show it.
ALTER TABLE auth_people ADD COLUMN last_sign_in_at timestamptz;

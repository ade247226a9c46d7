-- What people leave behind is deleted after some time: invitations 90 days after their end, and mails to people after 30 days. The limit
-- of links for forgotten passwords holds over all processes.

-- Serves db/people/ended-sign-ins.ts: invitations whose time is over.
CREATE INDEX invitations_ended ON invitations (coalesce(ended_at, expires_at));

-- Serves db/people/ended-sign-ins.ts: mails to people that are old enough to forget.
CREATE INDEX person_mails_at ON person_mails (at) WHERE person_id IS NOT NULL;

-- How many links for forgotten passwords an address has asked for within an hour, for all people.
CREATE TABLE recovery_requests (
  -- An IPv4 address, or the /64 of an IPv6 address.
  source   text        PRIMARY KEY,
  -- When the hour began: with the first request.
  since    timestamptz NOT NULL,
  requests integer     NOT NULL CHECK (requests > 0)
);

-- Serves db/people/ended-sign-ins.ts: hours that have ended.
CREATE INDEX recovery_requests_since ON recovery_requests (since);

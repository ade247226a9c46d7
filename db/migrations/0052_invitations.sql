-- Invitations that people send over the API, and e-mails to single people.

-- Who may join an organisation. Never deleted. The person is created when the invitation is accepted.
CREATE TABLE invitations (
  id              uuid        PRIMARY KEY,
  organisation_id uuid        NOT NULL REFERENCES organisations (id),
  -- In lower case, as in auth_people.
  email           text        NOT NULL CHECK (email = lower(email) AND length(email) <= 254),
  -- The id of a role of the organisation.
  role            text        NOT NULL CHECK (length(role) BETWEEN 1 AND 64),
  invited_kind    text        NOT NULL CHECK (invited_kind IN ('key', 'person')),
  invited_by      text        NOT NULL,
  created_at      timestamptz NOT NULL,
  expires_at      timestamptz NOT NULL,
  -- Null while it can be accepted, and for one whose time is over.
  outcome         text        CHECK (outcome IN ('accepted', 'withdrawn', 'expired')),
  ended_at        timestamptz,

  CONSTRAINT invitations_ended_at CHECK ((outcome IS NULL) = (ended_at IS NULL))
);

-- Serves db/people/invitations/create.ts: the open invitation of an address, of which there is one at most.
CREATE UNIQUE INDEX invitations_open ON invitations (organisation_id, email) WHERE ended_at IS NULL;

-- Serves db/people/invitations/read.ts: the list of an organisation, newest first.
CREATE INDEX invitations_newest ON invitations (organisation_id, id DESC);

-- One e-mail to one person, written by the transaction that it is about. Some have a link, which works once: the process that sends
-- the mail chooses its token, and stores only the hash.
CREATE TABLE person_mails (
  id            uuid        PRIMARY KEY,
  kind          text        NOT NULL CHECK (kind IN ('invitation', 'recovery', 'new_device', 'password_changed',
                                                     'second_factor_changed', 'passkey_changed', 'code_repeated')),
  -- Of an invitation, because its person may not exist yet.
  invitation_id uuid        REFERENCES invitations (id),
  person_id     uuid        REFERENCES auth_people (id) ON DELETE CASCADE,
  -- What happened, from where. No secret.
  facts         json        NOT NULL,
  at            timestamptz NOT NULL,
  -- SHA-256 of the token in the mail; null until it is sent, and for mails without a link.
  link_hash     bytea       UNIQUE CHECK (length(link_hash) = 32),
  link_used_at  timestamptz,
  attempts      integer     NOT NULL DEFAULT 0,
  -- How the mail ended; no_address also where no mail server is configured.
  outcome       text        CHECK (outcome IN ('sent', 'given_up', 'no_address')),
  ended_at      timestamptz,

  CONSTRAINT person_mails_whose CHECK ((invitation_id IS NULL) <> (person_id IS NULL)),
  CONSTRAINT person_mails_ended_at CHECK ((outcome IS NULL) = (ended_at IS NULL))
);

-- Serves db/people/mails/write.ts: how many mails of a kind a person has had of late.
CREATE INDEX person_mails_person ON person_mails (person_id, kind, at DESC) WHERE person_id IS NOT NULL;

-- Serves db/people/invitations/read.ts: the mail of an invitation.
CREATE INDEX person_mails_invitation ON person_mails (invitation_id) WHERE invitation_id IS NOT NULL;

ALTER TABLE outbox DROP CONSTRAINT outbox_topic_check;
ALTER TABLE outbox ADD CONSTRAINT outbox_topic_check
  CHECK (topic IN ('start_purchase', 'deliver_event', 'retry_event', 'end_purchase', 'inquire_late', 'run_batch', 'low_balance',
                   'deliver_to_endpoint', 'retry_delivery', 'sync_schedule', 'batch_notice', 'person_mail'));

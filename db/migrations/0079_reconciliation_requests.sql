-- Comparisons of a day with the list of a gateway that people of the staff request. A worker runs them.

CREATE TABLE reconciliation_requests (
  id             uuid        PRIMARY KEY,
  network_id     text        NOT NULL,
  livemode       boolean     NOT NULL,
  route          text        NOT NULL CHECK (route ~ '^[a-z][a-z0-9_]{0,30}$'),
  -- The UTC day.
  day            date        NOT NULL,
  -- Who requested it, for the entry of the audit log that the worker writes.
  person_id      uuid        NOT NULL,
  session_id     uuid        NOT NULL,
  -- Null as soon as it has ended: the audit log has them.
  address        inet,
  user_agent     text,
  reason         text        NOT NULL,
  status         text        NOT NULL CHECK (status IN ('requested', 'running', 'done', 'failed')),
  requested_at   timestamptz NOT NULL,
  -- When a worker may take it. While one runs it, the end of its lease, after which another worker may take it.
  next_run_at    timestamptz NOT NULL,
  -- How often a worker took it. Only the last one may end it.
  attempts       integer     NOT NULL CHECK (attempts >= 0),
  -- When the last worker took it; null if none did.
  started_at     timestamptz,
  ended_at       timestamptz,
  -- Purchases that we sent, orders in the list, orders in it that are not ours, and where books and list did not agree.
  sent           integer     CHECK (sent >= 0),
  listed         integer     CHECK (listed >= 0),
  strangers      integer     CHECK (strangers >= 0),
  findings       integer     CHECK (findings >= 0),
  -- The first of the findings: subject, kind and detail of each, without phone numbers.
  first_findings jsonb       CHECK (jsonb_typeof(first_findings) = 'array'),
  failure_code   text        CHECK (failure_code IN ('no_gateway', 'no_list', 'unavailable', 'interrupted', 'internal')),
  -- The name of the protocol, or what the gateway answered, without phone numbers; null if there is nothing to add.
  failure_detail text,

  CONSTRAINT reconciliation_requests_ended CHECK ((status IN ('done', 'failed')) = (ended_at IS NOT NULL)),
  CONSTRAINT reconciliation_requests_done
    CHECK ((status = 'done') = (num_nulls(sent, listed, strangers, findings, first_findings) = 0)),
  CONSTRAINT reconciliation_requests_failed CHECK ((status = 'failed') = (failure_code IS NOT NULL)),
  CONSTRAINT reconciliation_requests_taken CHECK ((attempts = 0) = (started_at IS NULL))
);

-- A second request for the same day of the same gateway joins the first one while it is open.
-- Serves db/reconciliations/requests.ts: ON CONFLICT, and the open request of a day.
CREATE UNIQUE INDEX reconciliation_requests_open ON reconciliation_requests (network_id, livemode, route, day)
  WHERE ended_at IS NULL;

-- Serves db/reconciliations/claims.ts: the one that a worker takes next.
CREATE INDEX reconciliation_requests_due ON reconciliation_requests (next_run_at) WHERE ended_at IS NULL;

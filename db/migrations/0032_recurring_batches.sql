-- Campaigns that are bought again and again, by a calendar. The calendar and the next run are only here: a Temporal Schedule wakes
-- a workflow, which asks this table what is due, and it is made again from here if it is lost.

CREATE TABLE recurrences (
  id                     uuid        PRIMARY KEY,
  account_id             uuid        NOT NULL REFERENCES accounts (id),
  -- The batches of its runs have this reference and the time.
  reference              text        COLLATE "C" NOT NULL,
  -- The batch whose rows are bought.
  source_id              uuid        NOT NULL REFERENCES batches (id),
  status                 text        NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'paused', 'deleted')),
  time_zone              text        NOT NULL,
  -- Minute of the day in this zone; days of the week (1 is Monday) and of the month. Empty for every day.
  minute                 smallint    NOT NULL CHECK (minute BETWEEN 0 AND 1439),
  weekdays               smallint[]  NOT NULL DEFAULT '{}',
  month_days             smallint[]  NOT NULL DEFAULT '{}',
  ends_at                timestamptz,
  -- The most that one run may cost.
  approved_cost          bigint      NOT NULL CHECK (approved_cost >= 0),
  currency               text        NOT NULL,
  duplicate_window_hours integer     NOT NULL DEFAULT 0 CHECK (duplicate_window_hours BETWEEN 0 AND 8784),
  -- Null where no run comes any more, or none comes while it is paused.
  next_run_at            timestamptz,
  created_at             timestamptz NOT NULL,
  CONSTRAINT recurrences_next_run CHECK (next_run_at IS NULL OR status = 'active')
);

-- A reference belongs to one recurring campaign, even after it was deleted: its runs have bought with it.
-- Serves db/recurrence/recurrences.ts: ON CONFLICT.
CREATE UNIQUE INDEX recurrences_reference ON recurrences (account_id, reference);

-- Serves db/recurrence/recurrences.ts: the list of an account, newest first.
CREATE INDEX recurrences_newest ON recurrences (account_id, id DESC);

-- Serves db/recurrence/runs.ts: those whose run is overdue, because Temporal has lost their schedule.
CREATE INDEX recurrences_due ON recurrences (next_run_at) WHERE next_run_at IS NOT NULL;

-- One row per time of a calendar, so no time runs twice, however often Temporal asks for it.
CREATE TABLE recurrence_runs (
  recurrence_id uuid        NOT NULL REFERENCES recurrences (id),
  scheduled_at  timestamptz NOT NULL,
  -- starting: its batch is being made. started: its batch runs or ran. skipped: see skip_code.
  outcome       text        NOT NULL CHECK (outcome IN ('starting', 'started', 'skipped')),
  skip_code     text,
  batch_id      uuid,
  PRIMARY KEY (recurrence_id, scheduled_at),
  CONSTRAINT recurrence_runs_skip_code CHECK ((outcome = 'skipped') = (skip_code IS NOT NULL)),
  CONSTRAINT recurrence_runs_batch CHECK (outcome <> 'started' OR batch_id IS NOT NULL)
);

-- Serves db/recurrence/runs.ts: runs that a process left unfinished.
CREATE INDEX recurrence_runs_starting ON recurrence_runs (recurrence_id) WHERE outcome = 'starting';

-- The recurring campaign of a batch; null for others.
ALTER TABLE batches ADD COLUMN recurrence_id uuid;

-- Creating, changing and restoring the Temporal Schedule of a recurring campaign.
ALTER TABLE outbox DROP CONSTRAINT outbox_topic_check;
ALTER TABLE outbox ADD CONSTRAINT outbox_topic_check
  CHECK (topic IN ('start_purchase', 'deliver_event', 'retry_event', 'end_purchase', 'inquire_late', 'run_batch', 'low_balance',
                   'deliver_to_endpoint', 'retry_delivery', 'sync_schedule'));

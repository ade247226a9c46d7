-- Batches: uploaded CSV campaigns, their rows, and how far each network is with them.

-- One uploaded file and what is to be done with it. Its state is only here; every release of rows checks it
-- again in its own transaction.
CREATE TABLE batches (
  id                      uuid        PRIMARY KEY,
  account_id              uuid        NOT NULL REFERENCES accounts (id),
  reference               text        COLLATE "C" NOT NULL,
  status                  text        NOT NULL DEFAULT 'validating'
                                      CHECK (status IN ('validating', 'ready', 'running', 'paused', 'completed',
                                                        'canceled', 'rejected')),
  start_mode              text        NOT NULL CHECK (start_mode IN ('auto', 'manual')),
  on_invalid              text        NOT NULL CHECK (on_invalid IN ('skip', 'reject')),
  on_insufficient_balance text        NOT NULL CHECK (on_insufficient_balance IN ('pause', 'fail')),
  not_before              timestamptz,
  currency                text        NOT NULL,
  -- SHA-256 of the file's bytes: the same bytes again are a repeat.
  content_hash            bytea       CHECK (length(content_hash) = 32),
  -- The header in order: each column's name in the file, and what it means.
  columns                 json        NOT NULL DEFAULT '[]',
  -- What was odd about the file but did no harm; the first errors and the first warnings of its rows.
  notices                 json        NOT NULL DEFAULT '[]',
  errors                  json        NOT NULL DEFAULT '[]',
  warnings                json        NOT NULL DEFAULT '[]',
  -- Networks of its valid rows.
  networks                text[]      NOT NULL DEFAULT '{}',

  -- Counts of rows. What was bought is counted in batch_tallies; released_count follows it by one commit and serves only the
  -- release.
  row_count               integer     NOT NULL DEFAULT 0,
  invalid_count           integer     NOT NULL DEFAULT 0,
  warned_count            integer     NOT NULL DEFAULT 0,
  refused_count           integer     NOT NULL DEFAULT 0,
  released_count          integer     NOT NULL DEFAULT 0,
  -- Prices as they were when the file was validated.
  cost                    bigint      NOT NULL DEFAULT 0 CHECK (cost >= 0),
  refused_cost            bigint      NOT NULL DEFAULT 0,
  released_cost           bigint      NOT NULL DEFAULT 0,

  -- Counts the releases of its rows: only the latest one buys and records, so a process that fell silent cannot interfere.
  release_epoch           integer     NOT NULL DEFAULT 0,

  pause_code              text,
  pause_message           text,
  -- The price that the balance did not cover; the batch continues when it does.
  pause_needs             bigint,
  rejection_code          text,
  rejection_message       text,
  rejection_line          integer,
  created_at              timestamptz NOT NULL,
  -- When its upload last showed that it is alive. One that stopped was abandoned.
  received_at             timestamptz NOT NULL,
  validated_at            timestamptz,
  started_at              timestamptz,
  completed_at            timestamptz,

  CONSTRAINT batches_validated_at CHECK ((status = 'validating') = (validated_at IS NULL)),
  CONSTRAINT batches_completed_at CHECK ((status IN ('completed', 'canceled', 'rejected')) = (completed_at IS NOT NULL)),
  CONSTRAINT batches_pause_code CHECK ((status = 'paused') = (pause_code IS NOT NULL)),
  CONSTRAINT batches_rejection_code CHECK ((status = 'rejected') = (rejection_code IS NOT NULL)),
  -- A batch that may buy has the hash of its whole file, so that a repeat can be recognised. An upload that did not end
  -- has no hash, and buys nothing.
  CONSTRAINT batches_content_known CHECK (status = 'validating' OR content_hash IS NOT NULL
                                          OR rejection_code IN ('upload_broken_off', 'upload_interrupted')),
  -- Every time that a client sees has a year of four digits, and so has an estimate that counts from not_before.
  CONSTRAINT batches_not_before_shown
    CHECK (not_before BETWEEN timestamptz '1970-01-01Z' AND timestamptz '9998-12-31Z')
) WITH (fillfactor = 50);

-- The same reference makes one batch. A rejected file bought nothing and never will: its reference is free for the next one.
-- Serves db/batches/upload.ts: ON CONFLICT, and the batch that has a reference.
CREATE UNIQUE INDEX batches_reference ON batches (account_id, reference) WHERE status <> 'rejected';

-- Serves db/batches/batches.ts: the list of an account, newest first.
CREATE INDEX batches_newest ON batches (account_id, id DESC);

-- Serves db/batches/shares.ts, db/purchases/lost-waits.ts: batches that share the networks' budgets now.
CREATE INDEX batches_open ON batches (id) WHERE status IN ('running', 'paused');

-- Serves db/batches/resume.ts: batches that wait for money.
CREATE INDEX batches_short ON batches (account_id) WHERE pause_code = 'insufficient_balance';

-- Serves db/batches/discard.ts: uploads that stopped, and what is left of them.
CREATE INDEX batches_arriving ON batches (id)
  WHERE status = 'validating' OR rejection_code IN ('upload_broken_off', 'upload_interrupted');

-- One row of a file. No foreign key to batches: rows arrive by COPY, a million at a time, under a lock on their batch.
CREATE TABLE batch_rows (
  batch_id    uuid    NOT NULL,
  -- The line of the file on which the row begins; the header is line 1.
  line        integer NOT NULL,
  -- released: its purchase says the rest. refused: it was valid, but nothing was bought when its turn came.
  state       text    NOT NULL CHECK (state IN ('waiting', 'released', 'refused', 'invalid')),
  -- As they were in the file, for the result file; json, which takes any text.
  cells       json    NOT NULL,
  -- Its own, or <batch reference>.<line>; null where its own is unusable.
  reference   text    COLLATE "C",
  -- Network of the number, and price of the bundle when the file was validated; null where invalid.
  network_id  text,
  price       bigint,
  -- [{column, code, message}]: errors where refused or invalid, warnings where it can be bought and looks odd.
  errors      json,
  warnings    json,
  purchase_id uuid,
  PRIMARY KEY (batch_id, line),

  CONSTRAINT batch_rows_errors CHECK ((state IN ('refused', 'invalid')) = (errors IS NOT NULL)),
  -- A row is spent only with the purchase that it became.
  CONSTRAINT batch_rows_purchase_id CHECK (state <> 'released' OR purchase_id IS NOT NULL),
  -- What may be bought has all that a purchase needs.
  CONSTRAINT batch_rows_valid
    CHECK (state = 'invalid' OR (reference IS NOT NULL AND network_id IS NOT NULL AND price IS NOT NULL))
) WITH (fillfactor = 90);

-- Serves db/batches/release.ts, db/batches/complete.ts: the next rows of a network, and whether any wait.
CREATE INDEX batch_rows_waiting ON batch_rows (batch_id, network_id, line) WHERE state = 'waiting';

-- Serves db/purchases/trace.ts: rows that have a reference and have bought nothing.
CREATE INDEX batch_rows_reference ON batch_rows (reference) WHERE reference IS NOT NULL AND state <> 'released';

-- Purchases of a batch by network and status. The transaction that moves a purchase counts it here, under its account's lock: the
-- counts add up whenever they are read, and a batch of a million rows is read like one of ten.
CREATE TABLE batch_tallies (
  batch_id   uuid    NOT NULL,
  network_id text    NOT NULL,
  pending    integer NOT NULL DEFAULT 0,
  successful integer NOT NULL DEFAULT 0,
  failed     integer NOT NULL DEFAULT 0,
  reversed   integer NOT NULL DEFAULT 0,
  PRIMARY KEY (batch_id, network_id)
) WITH (fillfactor = 50, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_scale_factor = 0);

-- Rows of a batch by network. Only the upload and the releases write it, and they do not hold the account's lock.
CREATE TABLE batch_networks (
  batch_id        uuid             NOT NULL,
  network_id      text             NOT NULL,
  valid           integer          NOT NULL,
  refused         integer          NOT NULL DEFAULT 0,
  -- Follows the purchases by one commit and serves only the release.
  released        integer          NOT NULL DEFAULT 0,
  -- What a release last saw of its completions: when, how many purchases were final, and how fast they come.
  observed_at     timestamptz,
  observed_final  integer          NOT NULL DEFAULT 0,
  rate_per_second double precision,
  PRIMARY KEY (batch_id, network_id)
) WITH (fillfactor = 50, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_scale_factor = 0);

-- Completions per second of all batches on a network, as last observed: the estimate for a batch without its own.
CREATE TABLE batch_rates (
  network_id      text             NOT NULL REFERENCES networks (id),
  livemode        boolean          NOT NULL,
  rate_per_second double precision NOT NULL,
  observed_at     timestamptz      NOT NULL,
  PRIMARY KEY (network_id, livemode)
) WITH (fillfactor = 50);

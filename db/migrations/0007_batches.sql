-- A CSV campaign: one uploaded file and what is to be done with it. Its state lives here and nowhere else;
-- every release of rows rechecks it in its own transaction.
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
  -- SHA-256 of the file's bytes: the same bytes again are a replay.
  content_hash            bytea       CHECK (length(content_hash) = 32),
  -- The header, in order: what each column is called in the file and what it means to us.
  columns                 json        NOT NULL DEFAULT '[]',
  -- What was odd about the file but did no harm, and the first errors of its rows.
  notices                 json        NOT NULL DEFAULT '[]',
  errors                  json        NOT NULL DEFAULT '[]',
  -- Networks that its valid rows are on.
  networks                text[]      NOT NULL DEFAULT '{}',

  -- Counts of rows. Purchases are counted in purchases, by batch_id: what is neither invalid nor refused nor bought
  -- is waiting. released_count follows them by one commit and serves the release alone.
  row_count               integer     NOT NULL DEFAULT 0,
  invalid_count           integer     NOT NULL DEFAULT 0,
  refused_count           integer     NOT NULL DEFAULT 0,
  released_count          integer     NOT NULL DEFAULT 0,
  -- Prices as they were when the file was validated.
  cost                    bigint      NOT NULL DEFAULT 0 CHECK (cost >= 0),
  refused_cost            bigint      NOT NULL DEFAULT 0,
  released_cost           bigint      NOT NULL DEFAULT 0,

  pause_code              text,
  pause_message           text,
  rejection_code          text,
  rejection_message       text,
  rejection_line          integer,
  created_at              timestamptz NOT NULL,
  -- When bytes of the file were last stored: an upload that stands still has been given up by its client.
  received_at             timestamptz NOT NULL,
  validated_at            timestamptz,
  started_at              timestamptz,
  completed_at            timestamptz,

  CHECK ((status = 'validating') = (validated_at IS NULL)),
  -- Of an upload that broke off, not all bytes are known.
  CHECK (status = 'validating' OR content_hash IS NOT NULL OR rejection_code = 'upload_broken_off'),
  CHECK ((status IN ('completed', 'canceled', 'rejected')) = (completed_at IS NOT NULL)),
  CHECK ((status = 'paused') = (pause_code IS NOT NULL)),
  CHECK ((status = 'rejected') = (rejection_code IS NOT NULL))
) WITH (fillfactor = 50);

-- A rejected file has bought nothing and never will: its reference is free for the mended one.
CREATE UNIQUE INDEX batches_reference ON batches (account_id, reference) WHERE status <> 'rejected';
CREATE INDEX batches_newest ON batches (account_id, id DESC);

-- One row of a file. No foreign key to batches: rows arrive by COPY, a million at a time, under a lock on their batch.
CREATE TABLE batch_rows (
  batch_id    uuid    NOT NULL,
  -- Physical line in the file on which the row begins; the header is line 1.
  line        integer NOT NULL,
  -- released: its purchase tells the rest. refused: it was valid, but nothing was bought when its turn came.
  state       text    NOT NULL CHECK (state IN ('waiting', 'released', 'refused', 'invalid')),
  -- As they were in the file, for the result file; json, so that any text can be kept.
  cells       json    NOT NULL,
  -- Its own, or <batch reference>.<line>; null where its own is unusable.
  reference   text    COLLATE "C",
  -- Network of the number and price of the bundle when validated; null where invalid.
  network_id  text,
  price       bigint,
  -- [{column, code, message}] where refused or invalid.
  errors      json,
  purchase_id uuid,
  PRIMARY KEY (batch_id, line),
  CHECK ((state IN ('refused', 'invalid')) = (errors IS NOT NULL)),
  CHECK (state <> 'released' OR purchase_id IS NOT NULL),
  CHECK (state = 'invalid' OR (reference IS NOT NULL AND network_id IS NOT NULL AND price IS NOT NULL))
) WITH (fillfactor = 90);

CREATE INDEX batch_rows_waiting ON batch_rows (batch_id, network_id, line) WHERE state = 'waiting';
CREATE INDEX batch_rows_faulty  ON batch_rows (batch_id, line) WHERE state IN ('refused', 'invalid');

-- Requests to the API, for the developers of clients, who look for what a program sent and what it was answered.

-- Rows are written after the answer, in batches, and deleted after KEEP_REQUESTS_DAYS days. They are no part of the books, and
-- a request may be missing. There is no foreign key, because it would lock the row of an account that purchases lock too.
CREATE TABLE request_log (
  id             uuid        NOT NULL,
  account_id     uuid        NOT NULL,
  -- When the answer was sent.
  at             timestamptz NOT NULL CHECK (at = date_trunc('milliseconds', at)),
  method         text        NOT NULL,
  -- With the query, decoded.
  path           text        NOT NULL CHECK (length(path) <= 1000),
  status         smallint    NOT NULL,
  duration_ms    integer     NOT NULL CHECK (duration_ms >= 0),
  principal_kind text        NOT NULL,
  principal_id   text        NOT NULL,
  address        inet,
  -- JSON without secrets, cut off after 4,096 characters. Null if there was none, or it was not kept.
  request_body   text        CHECK (length(request_body) <= 4096),
  response_body  text        CHECK (length(response_body) <= 4096),
  is_request_cut  boolean    NOT NULL,
  is_response_cut boolean    NOT NULL,
  -- The last eight digits of the numbers in it, and ids of purchases: an erasure finds the rows by them.
  mentions       text[]      NOT NULL,
  -- Serves db/requests/request-log.ts: one request of an account.
  PRIMARY KEY (account_id, id)
);

-- Serves db/requests/request-log.ts: the requests of an account, newest first.
CREATE INDEX request_log_account ON request_log (account_id, at DESC, id DESC);

-- Serves db/privacy/retention.ts: requests that are old enough to be deleted.
CREATE INDEX request_log_at ON request_log (at);

-- Serves db/privacy/requests.ts: requests that mention a number or a purchase.
CREATE INDEX request_log_mentions ON request_log USING gin (mentions);

-- As in 0058: the role bundlewire_reader sees only rows of the account of the request.
CREATE POLICY everyone ON request_log USING (true) WITH CHECK (true);
CREATE POLICY own_account ON request_log AS RESTRICTIVE FOR SELECT TO bundlewire_reader
  USING (account_id = nullif(current_setting('bundlewire.account_id', true), '')::uuid);
ALTER TABLE request_log ENABLE ROW LEVEL SECURITY;

-- What a batch has spent, and the most that it may spend.

-- Money of a batch's purchases by network, moved together with the counts by the transaction that moves a purchase. Null where it
-- is not maintained: then the purchases themselves are read, and the end of the batch fills it in.
ALTER TABLE batch_tallies
  -- Price of the purchases that are pending.
  ADD COLUMN held     bigint CHECK (held >= 0),
  -- Price of the purchases that were ever successful: their statement lines, without the sign.
  ADD COLUMN charged  bigint CHECK (charged >= 0),
  -- Of them, the price of those that were reversed.
  ADD COLUMN refunded bigint CHECK (refunded >= 0),
  -- A tally is maintained as a whole or not at all.
  ADD CONSTRAINT batch_tallies_money CHECK ((held IS NULL) = (charged IS NULL) AND (held IS NULL) = (refunded IS NULL));

-- Counts that were moved without their money come from a process of the previous version, which may run beside this one.
CREATE FUNCTION forget_batch_money() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  new.held := NULL;
  new.charged := NULL;
  new.refunded := NULL;
  RETURN new;
END $$;

CREATE TRIGGER batch_tallies_without_money BEFORE UPDATE ON batch_tallies FOR EACH ROW
  WHEN (new.held IS NOT NULL
        AND (old.pending, old.successful, old.failed, old.reversed)
            IS DISTINCT FROM (new.pending, new.successful, new.failed, new.reversed)
        AND (old.held, old.charged, old.refunded) IS NOT DISTINCT FROM (new.held, new.charged, new.refunded))
  EXECUTE FUNCTION forget_batch_money();

-- Existing batches. The counts are compared again when the row is written: one that a process moved meanwhile stays null.
UPDATE batch_tallies t
   SET held = p.held, charged = p.charged, refunded = p.refunded
  FROM (SELECT batch_id, network_id,
               count(*) FILTER (WHERE status = 'pending')    AS pending,
               count(*) FILTER (WHERE status = 'successful') AS successful,
               count(*) FILTER (WHERE status = 'failed')     AS failed,
               count(*) FILTER (WHERE status = 'reversed')   AS reversed,
               coalesce(sum(price) FILTER (WHERE status = 'pending'), 0)                  AS held,
               coalesce(sum(price) FILTER (WHERE status IN ('successful', 'reversed')), 0) AS charged,
               coalesce(sum(price) FILTER (WHERE status = 'reversed'), 0)                 AS refunded
          FROM purchases
         WHERE batch_id IS NOT NULL
         GROUP BY batch_id, network_id) p
 WHERE t.batch_id = p.batch_id AND t.network_id = p.network_id
   AND (t.pending, t.successful, t.failed, t.reversed) = (p.pending, p.successful, p.failed, p.reversed);

ALTER TABLE batches
  -- The cost that the client agreed to: held and charged together never exceed it. Null where the client named none.
  ADD COLUMN approved_cost  bigint CHECK (approved_cost >= 0),
  -- Of the first rows, the last one: no later row is bought until the client continues. Null where all rows may be bought.
  ADD COLUMN first_rows_end integer;

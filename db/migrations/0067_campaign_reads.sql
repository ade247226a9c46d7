-- Row-level security for what clients read about campaigns, as in 0058: the role bundlewire_reader sees only those of the account of the
-- request. All other roles do what they did before.
DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY '{batch_networks,batch_tallies}'::text[] LOOP
    EXECUTE format('CREATE POLICY everyone ON %I USING (true) WITH CHECK (true)', name);
    -- Restrictive: it limits the reader although the policy above lets it pass. It follows the policy of batches.
    EXECUTE format('CREATE POLICY own_account ON %I AS RESTRICTIVE FOR SELECT TO bundlewire_reader '
                   'USING (EXISTS (SELECT FROM batches b WHERE b.id = batch_id))', name);
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
  END LOOP;
END
$$;

-- How much the campaigns of all accounts still want from each network: the time left of one depends on the others. It has neither ids
-- nor references: one hash of a campaign tells it from the others, and one of its account groups them.
CREATE VIEW network_backlogs AS
SELECT x.network_id,
       a.livemode,
       md5(b.id::text)         AS batch_hash,
       md5(b.account_id::text) AS account_hash,
       b.status,
       b.not_before,
       b.send_from,
       b.send_until,
       x.rate_per_second,
       greatest(0, x.valid - x.refused - x.released) AS waiting,
       coalesce(t.pending, 0)                        AS pending
  FROM batches b
  JOIN accounts a ON a.id = b.account_id
  JOIN batch_networks x ON x.batch_id = b.id
  LEFT JOIN batch_tallies t ON t.batch_id = x.batch_id AND t.network_id = x.network_id
 WHERE b.status IN ('running', 'paused');
COMMENT ON VIEW network_backlogs IS 'What the campaigns of all accounts still want from each network, without their ids.';

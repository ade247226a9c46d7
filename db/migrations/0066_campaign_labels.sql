-- What people keep with a campaign: who owns it, a note, and whether it is archived.

ALTER TABLE batches
  -- Who uploaded it. Null for runs of recurring batches, and for earlier batches that several principals prepared.
  ADD COLUMN owner_kind  text CHECK (owner_kind IN ('key', 'person', 'operator', 'process')),
  ADD COLUMN owner_id    text,
  ADD COLUMN note        text CHECK (length(note) BETWEEN 1 AND 1000),
  ADD COLUMN archived_at timestamptz,
  -- Both are known, or neither.
  ADD CONSTRAINT batches_owner_whole CHECK ((owner_kind IS NULL) = (owner_id IS NULL));

UPDATE batches b
   SET owner_kind = p.principal_kind, owner_id = p.principal_id
  FROM preparers p
 WHERE p.account_id = b.account_id AND p.subject_id = b.id AND p.principal_kind <> 'process'
   AND NOT EXISTS (SELECT
                     FROM preparers other
                    WHERE other.subject_id = p.subject_id
                      AND (other.principal_kind, other.principal_id) <> (p.principal_kind, p.principal_id));

import type { Pool } from 'pg';

/**
 * Has PostgreSQL write down every change of a balance and of a purchase's status, within the transaction that makes it. All of
 * these transactions hold the lock of their account, so the rows of an account are in the order of its transactions, and
 * each time is between the moment at which a transaction took the lock and its commit.
 */
export async function recordChanges(pool: Pool): Promise<void> {
  await pool.query(RECORD);
}

/** The functions run as their owner, because no role of the programs may write this table. */
const RECORD = `
  CREATE SCHEMA chaos;
  CREATE TABLE chaos.changes (
    seq         bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    transaction xid8        NOT NULL DEFAULT pg_current_xact_id(),
    at          timestamptz NOT NULL DEFAULT clock_timestamp(),
    account_id  uuid        NOT NULL,
    purchase_id uuid,
    reference   text,
    is_conflict boolean,
    price       bigint,
    was         text,
    became      text,
    available   bigint,
    held        bigint);
  INSERT INTO chaos.changes (account_id, available, held) SELECT id, available, held FROM accounts;

  CREATE FUNCTION chaos.note_balance() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
  BEGIN
    INSERT INTO chaos.changes (account_id, available, held) VALUES (NEW.id, NEW.available, NEW.held);
    RETURN NULL;
  END $$;
  CREATE TRIGGER chaos_note_balance AFTER UPDATE ON accounts FOR EACH ROW
    WHEN ((OLD.available, OLD.held) IS DISTINCT FROM (NEW.available, NEW.held)) EXECUTE FUNCTION chaos.note_balance();

  CREATE FUNCTION chaos.note_purchase() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
  BEGIN
    INSERT INTO chaos.changes (account_id, purchase_id, reference, is_conflict, price, was, became)
    VALUES (NEW.account_id, NEW.id, NEW.reference, NEW.metadata::jsonb ? 'other', NEW.price,
            CASE TG_OP WHEN 'UPDATE' THEN OLD.status END, NEW.status);
    RETURN NULL;
  END $$;
  CREATE TRIGGER chaos_note_purchase AFTER INSERT ON purchases FOR EACH ROW EXECUTE FUNCTION chaos.note_purchase();
  CREATE TRIGGER chaos_note_status AFTER UPDATE ON purchases FOR EACH ROW
    WHEN (OLD.status IS DISTINCT FROM NEW.status) EXECUTE FUNCTION chaos.note_purchase()`;

-- A closed statement answers the same for ever, its currency included.
CREATE FUNCTION refuse_new_currency() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  RAISE EXCEPTION 'the currency of an account never changes; open another account';
END
$$;

CREATE TRIGGER accounts_currency_fixed
  BEFORE UPDATE OF currency ON accounts
  FOR EACH ROW WHEN (OLD.currency IS DISTINCT FROM NEW.currency) EXECUTE FUNCTION refuse_new_currency();

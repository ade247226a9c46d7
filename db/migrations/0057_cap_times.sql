-- When the caps of a key were last changed. What the key bought before may be above them.

ALTER TABLE key_caps ADD COLUMN set_at timestamptz NOT NULL DEFAULT app_now();

ALTER TABLE key_caps ALTER COLUMN set_at DROP DEFAULT;

-- A trigger, so that it is also right for processes of the previous version. Moving the counter does not run it.
CREATE FUNCTION key_caps_set() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  IF TG_OP = 'INSERT' OR (NEW.purchase_cap, NEW.day_cap) IS DISTINCT FROM (OLD.purchase_cap, OLD.day_cap) THEN
    NEW.set_at := app_now();
  END IF;
  RETURN NEW;
END
$$;

CREATE TRIGGER key_caps_set
  BEFORE INSERT OR UPDATE OF purchase_cap, day_cap ON key_caps
  FOR EACH ROW EXECUTE FUNCTION key_caps_set();

-- A rest that is taken off leaves no days behind, whichever version takes it off.
CREATE OR REPLACE FUNCTION horses_rest_ends() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT NEW.on_rest THEN
    NEW.rest_from := NULL;
    NEW.rest_until := NULL;
    NEW.rest_reason := NULL;
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER horses_rest_ends BEFORE INSERT OR UPDATE ON horses FOR EACH ROW EXECUTE FUNCTION horses_rest_ends();

-- A ride type of second lessons uses the counter of the first lesson's, which is the first.
CREATE OR REPLACE FUNCTION ride_type_is_like_its_base() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT FROM ride_types second JOIN ride_types base ON base.name = second.base_type
    WHERE NEW.name IN (second.name, base.name)
      AND (base.base_type IS NOT NULL OR second.counter IS DISTINCT FROM base.counter)
  ) THEN
    RAISE EXCEPTION 'A ride type has the counter of its base, which has no base itself'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'ride_types_base';
  END IF;
  RETURN NULL;
END $$;

CREATE CONSTRAINT TRIGGER ride_types_base AFTER INSERT OR UPDATE OF name, counter, base_type ON ride_types
  FOR EACH ROW EXECUTE FUNCTION ride_type_is_like_its_base();

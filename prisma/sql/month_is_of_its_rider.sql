-- A subscription's months are its rider's.
CREATE OR REPLACE FUNCTION month_is_of_its_rider() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.subscription_id IS NOT NULL
    AND NEW.user_id <> (SELECT rider_id FROM subscriptions WHERE id = NEW.subscription_id) THEN
    RAISE EXCEPTION 'subscription % is not for rider %', NEW.subscription_id, NEW.user_id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER month_is_of_its_rider BEFORE INSERT ON package_purchases FOR EACH ROW EXECUTE FUNCTION month_is_of_its_rider();

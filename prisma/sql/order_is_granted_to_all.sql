-- An order is granted to all of its riders or to none: at the end of the transaction.
CREATE OR REPLACE FUNCTION order_is_granted_to_all() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT FROM order_items i
    WHERE i.order_id = NEW.order_id
      AND NOT EXISTS (SELECT FROM package_purchases g WHERE g.order_id = NEW.order_id AND g.user_id = i.rider_id)) THEN
    RAISE EXCEPTION 'order % is not granted to all of its riders', NEW.order_id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;

CREATE CONSTRAINT TRIGGER order_is_granted_to_all AFTER INSERT ON package_purchases DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (NEW.order_id IS NOT NULL) EXECUTE FUNCTION order_is_granted_to_all();

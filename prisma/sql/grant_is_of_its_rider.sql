-- A grant of an order holds what the lines of its rider name.
CREATE OR REPLACE FUNCTION grant_is_of_its_rider() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.order_id IS NOT NULL AND EXISTS (SELECT FROM order_items WHERE order_id = NEW.order_id)
    AND NOT EXISTS (
      SELECT FROM order_items
      WHERE order_id = NEW.order_id AND rider_id = NEW.user_id AND (NEW.package_id IS NULL OR package_id = NEW.package_id)) THEN
    RAISE EXCEPTION 'order % has no such line for rider %', NEW.order_id, NEW.user_id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER grant_is_of_its_rider BEFORE INSERT ON package_purchases FOR EACH ROW EXECUTE FUNCTION grant_is_of_its_rider();

-- An add-on of an order's grant is one that the order has for this rider.
CREATE OR REPLACE FUNCTION add_on_is_of_its_rider() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  ordered INTEGER := (SELECT order_id FROM package_purchases WHERE id = NEW.purchase_id);
BEGIN
  IF ordered IS NOT NULL AND EXISTS (SELECT FROM order_items WHERE order_id = ordered)
    AND NOT EXISTS (
      SELECT FROM order_items WHERE order_id = ordered AND rider_id = NEW.user_id AND add_on_id = NEW.add_on_id) THEN
    RAISE EXCEPTION 'order % has no such add-on for rider %', ordered, NEW.user_id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER add_on_is_of_its_rider BEFORE INSERT ON user_add_ons FOR EACH ROW EXECUTE FUNCTION add_on_is_of_its_rider();

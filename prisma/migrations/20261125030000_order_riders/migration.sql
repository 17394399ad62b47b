-- Whom a line of an order is for: a family buys for several riders in one payment.
-- Beside the old version: a line that it writes gets the payer by the trigger, and the tables have some ten thousand rows at most.
ALTER TABLE order_items ADD COLUMN rider_id TEXT;

CREATE FUNCTION rider_of_order_item() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.rider_id IS NULL THEN
    SELECT user_id INTO NEW.rider_id FROM orders WHERE id = NEW.order_id;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER rider_of_order_item BEFORE INSERT ON order_items FOR EACH ROW EXECUTE FUNCTION rider_of_order_item();

UPDATE order_items i SET rider_id = o.user_id FROM orders o WHERE o.id = i.order_id;
ALTER TABLE order_items ALTER COLUMN rider_id SET NOT NULL,
  ADD CONSTRAINT order_items_rider_id_fkey FOREIGN KEY (rider_id) REFERENCES users(id) ON DELETE RESTRICT ON UPDATE CASCADE;
CREATE INDEX order_items_rider_id_idx ON order_items (rider_id);

-- An order and its payment grant once for each rider.
DROP INDEX package_purchases_order_id_key;
CREATE UNIQUE INDEX package_purchases_order_id_user_id_key ON package_purchases (order_id, user_id);
DROP INDEX package_purchases_stripe_payment_intent_id_key;
CREATE UNIQUE INDEX package_purchases_stripe_payment_intent_id_user_id_key
  ON package_purchases (stripe_payment_intent_id, user_id);

-- A grant of an order holds what the lines of its rider name. The old version, which would give everything to the payer, fails at an
-- order for several riders; the provider sends the event again, to the new one.
CREATE FUNCTION grant_is_of_its_rider() RETURNS trigger LANGUAGE plpgsql AS $$
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

-- To all of them or to none: at the end of the transaction.
CREATE FUNCTION order_is_granted_to_all() RETURNS trigger LANGUAGE plpgsql AS $$
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

CREATE FUNCTION add_on_is_of_its_rider() RETURNS trigger LANGUAGE plpgsql AS $$
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
